import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Icon } from '../../kit';
import type { Conversation } from '../../live/records';
import { useText, useWords } from '../../words/words';
import { SlaClock } from '../sla/clock';
import { useInbox } from './inbox-context';
import { liveRequestsQuery } from './queries';
import { snoozedUntil } from './snooze-times';
import { useTicker } from './use-ticker';

const SHOWN = ['pending', 'imminent', 'breaching', 'paused'];

/** The running and paused clocks of a conversation. Each explains its figures when it is pressed. */
export function Clocks({ row }: { row: Conversation }): ReactNode {
  const { inbox, workspaceId } = useInbox();
  const { data } = useQuery({ ...liveRequestsQuery(workspaceId, row), enabled: row.liveSupportRequestCount > 0 });
  const all = (data?.supportRequests ?? []).flatMap((request) =>
    request.sla.filter(({ status }) => SHOWN.includes(status)).map((clock) => ({ request, clock })),
  );
  if (all.length === 0) return null;
  return (
    <div className="clocks">
      {all.map(({ request, clock }) => (
        <SlaClock
          key={`${request.id} ${clock.milestone} ${clock.episodeNumber}`}
          request={request}
          clock={clock}
          now={() => inbox.now()}
        />
      ))}
    </div>
  );
}

/** Until when a conversation is put off: the last of the moments until which its requests wait. */
export function SnoozedUntil({ row }: { row: Conversation }): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const { inbox, workspaceId } = useInbox();
  const { data } = useQuery({ ...liveRequestsQuery(workspaceId, row), enabled: row.liveSupportRequestCount > 0 });
  useTicker(5);
  const now = inbox.now();
  const moments = (data?.supportRequests ?? []).flatMap(({ state, resumeAt }) =>
    state === 'waiting' && resumeAt && Date.parse(resumeAt) > now ? Date.parse(resumeAt) : [],
  );
  if (row.liveSupportRequestCount === 0 || moments.length === 0) return null;
  return (
    <span className="chip">
      <Icon name="clock" />
      {text('snooze.isUntil', { time: snoozedUntil(new Date(Math.max(...moments)), new Date(now), locale) })}
    </span>
  );
}
