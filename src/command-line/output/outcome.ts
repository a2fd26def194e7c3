import { cellOf, fieldOf } from './fields';
import { onOneLine } from './printable';

/**
 * A sentence for a person at a terminal in place of the record, whose ids they never need, after the commands of a member's day.
 * Null if the record itself is shown.
 */
export function outcomeOf(operationId: string, body: unknown, conversation: string | undefined): string | null {
  const text = (field: string): string => onOneLine(cellOf(fieldOf(body, field)));
  switch (operationId) {
    case 'replyToConversation':
      return text('lifecycleStatus') === 'queued' ? `Queued: ${whenSent(body)}${takingBack(conversation)}` : null;
    case 'undoInboxMessage':
      return text('lifecycleStatus') === 'undone' ? 'Taken back. The customer does not receive it.' : null;
    case 'createInboxNote':
      return 'Written for your team. The customer does not see it.';
    case 'addConversationLabel':
      return `Labels: ${text('labels.name')}.`;
    case 'removeConversationLabel':
      return 'Label removed.';
    case 'closeConversation':
      return text('status') === 'closed' ? 'Closed.' : null;
    case 'reopenConversation':
      return text('status') === 'open' ? 'Open again.' : null;
    default:
      return null;
  }
}

/** From the times of the service, whose clock may differ from that of this machine. */
function whenSent(body: unknown): string {
  const [from = NaN, to = NaN] = ['createdAt', 'dispatchAfterAt'].map((field) =>
    Date.parse(cellOf(fieldOf(body, field))),
  );
  const seconds = Math.round((to - from) / 1_000);
  return seconds > 0 ? `it is sent in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.` : 'it is sent now.';
}

/** Names the conversation as the user typed it, unless a shell would read that otherwise. */
function takingBack(conversation = ''): string {
  const typed = conversation.replace(/^#/, '');
  return /^[\w@.+-]+$/.test(typed) ? ` Take it back: parley inbox undo ${typed}` : '';
}
