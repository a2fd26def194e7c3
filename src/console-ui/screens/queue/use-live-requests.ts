import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Connection } from '../../live/event-stream';
import { RequestChanges } from '../../live/request-changes';
import { reportStream } from '../frame/connection';
import { useOwnMember } from '../frame/session';
import { eventsOf, nudgeOnReturn, tabsOfBrowser } from '../frame/stream';

/** Without the stream, in ms. */
const AGAIN_MS = 15_000;

/** Keeps lists of support requests current by the events of the workspace. Without them, the list must be read every so many ms. */
export function useLiveRequests(workspaceId: string): number | undefined {
  const queries = useQueryClient();
  const { id: memberId } = useOwnMember(workspaceId);
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    const changes = new RequestChanges(workspaceId, memberId, {
      open: eventsOf(workspaceId),
      tabs: tabsOfBrowser,
      read: () => queries.invalidateQueries({ queryKey: ['listSupportRequests', workspaceId] }),
      connection: (state) => {
        setConnection(state);
        reportStream(state);
      },
    });
    const stopNudging = nudgeOnReturn(changes.stream);
    changes.start();
    return () => {
      stopNudging();
      reportStream(null);
      changes.stop();
    };
  }, [queries, workspaceId, memberId]);
  return connection === 'lost' || connection === 'refused' ? AGAIN_MS : undefined;
}
