import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Button, Empty, Loading, Problem } from '../../kit';
import type { Conversation } from '../../live/records';
import type { Listing } from '../../live/views';
import { useText } from '../../words/words';
import { useInbox, useStore } from './inbox-context';
import { Row } from './row';
import { stepIn, useFocusBack, useListKeys, useOpenInView } from './list-keys';
import type { Order } from './use-order';

interface Props {
  listing: Listing;
  openId: string | null;
  order: Order;
}

/** The most rows that one list shows. */
const MOST_ROWS = 1_000;

/** The conversations of a view. While the pointer or the focus is in it, no row moves: new activity waits behind a button. */
export function List({ listing, openId, order }: Props): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const { workspaceId } = useInbox();
  const { shown, fresh, problem, isReading, more, retry, refresh, hold, isFirst } = useRows(listing);
  const rows = useRef<HTMLDivElement>(null);
  const go = (id: string): void =>
    void navigate({
      to: '/w/$workspaceId/inbox/$view/{-$conversationId}',
      params: { workspaceId, view: listing.view, conversationId: id },
      search: (search) => search,
    });
  useEffect(() =>
    order.note(
      shown.flatMap(({ row, isGone }) => (isGone ? [] : row.id)),
      openId,
    ),
  );
  useFocusBack(rows, openId);
  useOpenInView(rows, openId);
  useListKeys({ rows, openId, go });
  if (problem && shown.length === 0) return <Problem problem={problem} onRetry={retry} />;
  if (isFirst && shown.length === 0) return <Loading rows={6} />;
  return (
    <div
      className="inbox-rows"
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) hold(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        stepIn(rows.current, openId, event.key === 'ArrowDown' ? 1 : -1)?.focus();
      }}
    >
      {fresh > 0 && (
        <div className="inbox-fresh">
          <Button look="primary" onPress={refresh}>
            {text('inbox.fresh', { count: fresh })}
          </Button>
        </div>
      )}
      {shown.length === 0 && <Empty>{text('inbox.empty')}</Empty>}
      <div ref={rows} role="list" aria-label={text('inbox.conversations')}>
        {shown.map(({ row, isGone }) => (
          <Row
            key={row.id}
            {...{ row, isGone }}
            isOpen={row.id === openId}
            byWaiting={listing.sort === 'waiting'}
            onOpen={() => go(row.id)}
          />
        ))}
      </div>
      {problem !== null && <Problem problem={problem} onRetry={retry} />}
      {more && shown.length < MOST_ROWS && (
        <Button onPress={more} isPending={isReading}>
          {text('inbox.more')}
        </Button>
      )}
    </div>
  );
}

interface Shown {
  row: Conversation;
  /** It has left the view, and stays greyed until the list is left. */
  isGone: boolean;
}

function useRows(listing: Listing) {
  const { inbox } = useInbox();
  const store = useStore();
  const epoch = useSyncExternalStore(inbox.subscribe, () => inbox.epoch);
  const [cursor, setCursor] = useState<string | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [isReading, setReading] = useState(false);
  const [isFirst, setFirst] = useState(true);
  const [held, setHeld] = useState<readonly string[] | null>(null);

  const read = useCallback(
    async (from: string | null, isWanted: () => boolean) => {
      setReading(true);
      try {
        const { nextCursor } = await inbox.readList(listing, from);
        if (!isWanted()) return;
        // What is read again begins at the top; further pages stay.
        setCursor((before) => (from === null && before !== null ? before : nextCursor));
        setProblem(null);
      } catch (error) {
        if (isWanted()) setProblem(error);
      } finally {
        if (isWanted()) {
          setReading(false);
          setFirst(false);
        }
      }
    },
    [inbox, listing],
  );
  useEffect(() => {
    if (epoch === 0) return;
    let wanted = true;
    void read(null, () => wanted);
    return () => void (wanted = false);
  }, [epoch, read]);

  const now = store.list(listing).slice(0, MOST_ROWS);
  const shown = useMemo((): Shown[] => {
    if (!held) return now.map((row) => ({ row, isGone: false }));
    const listed = new Set(now.map(({ id }) => id));
    const kept = held.flatMap((id) => {
      const row = store.conversation(id);
      return row ? [{ row, isGone: !listed.has(id) }] : [];
    });
    return kept;
  }, [held, now, store]);
  const known = new Set(held ?? []);
  return {
    shown,
    fresh: held ? now.filter(({ id }) => !known.has(id)).length : 0,
    problem,
    isReading,
    isFirst,
    more:
      cursor === null && problem === null
        ? undefined
        : () => {
            setHeld(null);
            void read(cursor, () => true);
          },
    retry: () => void read(cursor, () => true),
    refresh: () => setHeld(now.map(({ id }) => id)),
    hold: (hold: boolean) => setHeld((before) => (hold ? (before ?? now.map(({ id }) => id)) : null)),
  };
}
