import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, Dialog, LinkButton, Loading, Notice, Problem } from '../../kit';
import { useText } from '../../words/words';
import { type Agent, sourceTextQuery } from './queries';

/** A place in a source: offsets are UTF-16 code units of its text. Without them, the whole text. */
export interface Place {
  sourceId: string;
  title: string;
  url?: string | null;
  start?: number;
  end?: number;
}

/** Characters before and after a marked passage, and of a whole text at first. A source can have a million. */
const AROUND = 1_500;
const AT_FIRST = 20_000;

/** The text of a source, with the passage marked. */
export function PassageDialog({
  agent,
  place,
  onClose,
}: {
  agent: Agent;
  place: Place;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const { data, error, refetch } = useQuery(sourceTextQuery(agent, place.sourceId));
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={place.title} size="large">
      {place.url && /^https?:/i.test(place.url) && (
        <p>
          <LinkButton to={place.url}>{place.url}</LinkButton>
        </p>
      )}
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data &&
        (data.text === null ? <Notice>{text('passage.none')}</Notice> : <Marked all={data.text} place={place} />)}
    </Dialog>
  );
}

function Marked({ all, place: { start, end } }: { all: string; place: Place }): ReactNode {
  const text = useText();
  const mark = useRef<HTMLElement>(null);
  const isMarked = start !== undefined && end !== undefined;
  const [isWhole, setWhole] = useState(isMarked ? all.length <= 2 * AROUND : all.length <= AT_FIRST);
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' });
  }, [isWhole]);
  const from = isWhole || !isMarked ? 0 : Math.max(0, start - AROUND);
  const to = isWhole ? all.length : isMarked ? end + AROUND : AT_FIRST;
  return (
    <>
      <div className="source-text" dir="auto" tabIndex={0} role="region" aria-label={text('passage.text')}>
        {from > 0 && '… '}
        {isMarked ? (
          <>
            {all.slice(from, start)}
            <mark ref={mark}>{all.slice(start, end)}</mark>
            {all.slice(end, to)}
          </>
        ) : (
          all.slice(0, to)
        )}
        {to < all.length && ' …'}
      </div>
      {!isWhole && <Button onPress={() => setWhole(true)}>{text('passage.whole')}</Button>}
    </>
  );
}
