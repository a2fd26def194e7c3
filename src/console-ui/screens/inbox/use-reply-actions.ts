import { api, dataOf, type Schemas } from '../../api/client';
import { isProblem } from '../../api/problems';
import { notify } from '../../kit';
import { useText } from '../../words/words';
import { useInbox } from './inbox-context';
import { settlePosted } from './undo-clock';

type Reply = Schemas['InboxMessage'];

/** Undoes a reply, or sends it again. */
export function useReplyActions(reply: Reply, onTake: () => void) {
  const text = useText();
  const { inbox, workspaceId } = useInbox();
  const { conversationId, id: messageId, lifecycleVersion: expectedVersion } = reply;
  const params = { path: { workspaceId, conversationId, messageId } };
  const attempt = async (call: () => Promise<Reply>): Promise<Reply | null> => {
    try {
      const answer = await call();
      inbox.store.putReply(answer);
      settlePosted(answer.id);
      inbox.refresh(conversationId);
      return answer;
    } catch (error) {
      const isLate = isProblem(error, 'undo_window_closed');
      notify(isLate ? text('inbox.tooLate') : error instanceof Error ? error.message : text('app.wentWrong'));
      await inbox.readThread(conversationId, 'newest').catch(() => undefined);
      return null;
    }
  };
  return {
    undo: () =>
      void attempt(() =>
        dataOf(
          api.POST('/workspaces/{workspaceId}/inbox/{conversationId}/messages/{messageId}/undo', {
            params,
            body: { expectedVersion },
          }),
        ),
      ).then((undone) => undone && onTake()),
    /** `address`: the copy of one recipient. */
    retry: (address?: string) =>
      void attempt(() =>
        dataOf(
          api.POST('/workspaces/{workspaceId}/inbox/{conversationId}/messages/{messageId}/retry', {
            params,
            body: { expectedVersion, ...(address && { address }) },
          }),
        ),
      ),
  };
}
