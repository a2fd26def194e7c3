import type { Conversation } from '../../live/records';
import type { Words } from '../../words/words';

/** Whom a conversation is with, as far as a list knows. One about another conversation is with others than a customer. */
export function personOf(
  { contact, parentConversationId }: Pick<Conversation, 'contact' | 'parentConversationId'>,
  text: Words['text'],
): string {
  return contact?.name ?? contact?.email ?? text(parentConversationId === null ? 'inbox.visitor' : 'inbox.side');
}
