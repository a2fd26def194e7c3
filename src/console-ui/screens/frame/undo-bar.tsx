import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { api, dataOf } from '../../api/client';
import { isProblem } from '../../api/problems';
import { announce, Button, LinkButton, notify } from '../../kit';
import { useText } from '../../words/words';
import { type PostedReply, postedReplies, settlePosted, undoLeftMs } from '../inbox/undo-clock';
import { useTicker } from '../inbox/use-ticker';

/** Own replies that wait to be sent, on every screen but in their conversation, which shows them itself. */
export function UndoBar(): ReactNode {
  const { pathname } = useLocation();
  const posted = useSyncExternalStore(postedReplies.subscribe, postedReplies.get);
  const shown = posted.filter(({ reply }) => !pathname.includes(reply.conversationId));
  if (shown.length === 0) return null;
  return (
    <div className="undo-bar">
      {shown.map((entry) => (
        <Waiting key={entry.reply.id} entry={entry} />
      ))}
    </div>
  );
}

function Waiting({ entry: { reply, to, onUndone } }: { entry: PostedReply }): ReactNode {
  const text = useText();
  const [isUndoing, setUndoing] = useState(false);
  useTicker();
  const seconds = Math.ceil(undoLeftMs(reply, 0) / 1_000);
  const { workspaceId, conversationId, id: messageId, lifecycleVersion: expectedVersion } = reply;
  const undo = async (): Promise<void> => {
    setUndoing(true);
    try {
      const undone = await dataOf(
        api.POST('/workspaces/{workspaceId}/inbox/{conversationId}/messages/{messageId}/undo', {
          params: { path: { workspaceId, conversationId, messageId } },
          body: { expectedVersion },
        }),
      );
      settlePosted(messageId);
      onUndone(undone);
      announce(text('undo.done'));
      notify(text('undo.done'));
    } catch (error) {
      // Where no answer came, the reply may be undone or not, and another press finds out.
      if (!isProblem(error) || !error.isCut) settlePosted(messageId);
      const isLate = isProblem(error, 'undo_window_closed');
      notify(isLate ? text('inbox.tooLate') : error instanceof Error ? error.message : text('app.wentWrong'));
      setUndoing(false);
    }
  };
  return (
    <p>
      <LinkButton to={`/w/${workspaceId}/inbox/all/${conversationId}`}>
        {to === null ? text('undo.reply') : text('undo.replyTo', { name: to })}
      </LinkButton>{' '}
      <span>{text('inbox.sendsIn', { count: Math.max(0, seconds) })}</span>
      <Button icon="undo" onPress={() => void undo()} isPending={isUndoing}>
        {text('inbox.undo')}
      </Button>
    </p>
  );
}
