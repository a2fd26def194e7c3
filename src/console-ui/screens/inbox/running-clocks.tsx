import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Conversation } from '../../live/records';
import { SlaClock } from '../sla/clock';
import { useInbox } from './inbox-context';
import { liveRequestsQuery } from './queries';

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
