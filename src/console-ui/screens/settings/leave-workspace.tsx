import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client';
import { forgetDrafts } from '../../drafts/drafts';
import { ConfirmedButton, notify } from '../../kit';
import { useText } from '../../words/words';

/** Ends the own membership. The last owner cannot leave: the service says so. */
export function LeaveWorkspace({ own }: { own: Schemas['Member'] }): ReactNode {
  const text = useText();
  const { workspaceId, accountId } = own;
  const leave = useMutation({
    mutationFn: async () => {
      await api.DELETE('/workspaces/{workspaceId}/members/{memberId}', {
        params: { path: { workspaceId, memberId: own.id } },
      });
      await forgetDrafts(accountId, workspaceId);
    },
    // A whole new page: nothing of the workspace stays in memory.
    onSuccess: () => location.replace('/app/workspaces'),
    onError: ({ message }) => notify(message),
  });
  return (
    <ConfirmedButton
      title={text('members.leaveTitle')}
      action={text('members.leave')}
      isPending={leave.isPending}
      onConfirm={() => leave.mutate()}
    >
      {text('members.leaveHelp')}
    </ConfirmedButton>
  );
}
