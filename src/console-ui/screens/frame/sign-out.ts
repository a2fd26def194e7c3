import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, type Schemas } from '../../api/client';
import { isProblem } from '../../api/problems';
import { forgetDrafts } from '../../drafts/drafts';
import { accountQuery } from './session';

/** The tabs of one browser have one session. Its messages are the ids of accounts that sign out. */
const CHANNEL = 'parley:sign-out';

/** What this browser keeps of an account goes when the account signs out, in all tabs. */
export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const id = queries.getQueryData(accountQuery.queryKey)?.id;
      await api.DELETE('/sessions/current').catch((error: unknown) => {
        if (!isProblem(error) || error.status !== 401) throw error;
      });
      if (id === undefined) return;
      onChannel((channel) => channel.postMessage(id))?.close();
      await forgetDrafts(id);
    },
    onSuccess: () => {
      queries.clear();
      leave();
    },
  });
}

/** Leaves the page once the account has signed out in another tab. */
export function useSignOutElsewhere({ id }: Schemas['Account']): void {
  useEffect(() => {
    const channel = onChannel((open) => {
      open.onmessage = ({ data }) => {
        if (data === id) void forgetDrafts(id).then(leave);
      };
    });
    return () => channel?.close();
  }, [id]);
}

/** A whole new page: nothing of the account stays in memory. */
function leave(): void {
  location.replace('/app/sign-in');
}

/** Null in a browser without channels: other tabs notice at their next request. */
function onChannel(use: (channel: BroadcastChannel) => void): BroadcastChannel | null {
  try {
    const channel = new BroadcastChannel(CHANNEL);
    use(channel);
    return channel;
  } catch {
    return null;
  }
}
