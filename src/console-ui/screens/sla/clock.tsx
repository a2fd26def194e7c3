import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { Dialog, Icon, Loading, Problem, Table, When } from '../../kit';
import { useText, useWords } from '../../words/words';
import { describeClock } from '../inbox/clocks';
import { useTicker } from '../inbox/use-ticker';
import { durationOf } from './durations';

type Request = Schemas['SupportRequest'];
type Clock = Request['sla'][number];

/** The clock that matters first: what is out of time, then what is due next, then what stands still. */
export function nearestClock(clocks: readonly Clock[]): Clock | null {
  const rank = (clock: Clock): number =>
    clock.status === 'breaching' ? 0 : clock.status === 'imminent' ? 1 : clock.status === 'pending' ? 2 : 3;
  const live = clocks.filter(({ status }) => ['breaching', 'imminent', 'pending', 'paused'].includes(status));
  return (
    live.sort((one, other) => rank(one) - rank(other) || (one.dueAt ?? '9').localeCompare(other.dueAt ?? '9'))[0] ??
    null
  );
}

interface Props {
  request: Pick<Request, 'id' | 'workspaceId' | 'waitingOn' | 'version'>;
  clock: Clock;
  /** The time of the service in ms, where a screen follows it. */
  now?: () => number;
}

/** "First response, 12 min left (14:30)". Pressed, it explains how the service counted. */
export function SlaClock({ request, clock, now = Date.now }: Props): ReactNode {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  useTicker(10);
  const name = words.text(`sla.milestone.${clock.milestone}`);
  const shown = describeClock(clock, request.waitingOn, now(), words);
  return (
    <>
      <button
        type="button"
        className={`chip clock ${shown?.look ?? ''}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="clock" />
        {shown?.text ?? `${name}: ${words.text(`clock.${clock.status}`)}`}
      </button>
      {isOpen && <Explanation request={request} clock={clock} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

interface Explained {
  request: Props['request'];
  clock: Clock;
  name: string;
  onClose: () => void;
}

/** What happened, which intervals were counted, and their sum. */
function Explanation({ request, clock, name, onClose }: Explained): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const { workspaceId, id: requestId } = request;
  const { data, error, refetch } = useQuery({
    queryKey: ['explainSlaClock', workspaceId, requestId, request.version, clock.milestone, clock.episodeNumber],
    queryFn: () =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/support-requests/{requestId}/sla/explanation', {
          params: {
            path: { workspaceId, requestId },
            query: { milestone: clock.milestone, episodeNumber: clock.episodeNumber },
          },
        }),
      ),
  });
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={name} size="large">
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={4} />}
      {data && (
        <>
          <p>
            {text('clock.sum', {
              elapsed: durationOf(data.elapsedSeconds, locale),
              target: durationOf(data.clock.targetSeconds, locale),
            })}{' '}
            {data.clock.dueAt && (
              <>
                {text('clock.dueAt')} <When at={data.clock.dueAt} />
              </>
            )}
          </p>
          <Table
            label={text('clock.events')}
            caption
            columns={[text('audit.at'), text('clock.event'), text('clock.effect')]}
          >
            {data.events.map((event, at) => (
              <tr key={at}>
                <td>
                  <When at={event.at} />
                </td>
                <td>
                  {text(`clock.event.${event.kind}`)}
                  {event.waitingOn && ` (${text(`clock.waitingOn.${event.waitingOn}`)})`}
                </td>
                <td>{event.effect && text(`clock.effect.${event.effect}`)}</td>
              </tr>
            ))}
          </Table>
          <Table
            label={text('clock.intervals')}
            caption
            columns={[text('sla.opens'), text('sla.closes'), text('clock.counted')]}
          >
            {data.intervals.slice(0, 100).map(({ from, to, seconds }) => (
              <tr key={from}>
                <td>
                  <When at={from} />
                </td>
                <td>
                  <When at={to} />
                </td>
                <td>{durationOf(seconds, locale)}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
    </Dialog>
  );
}
