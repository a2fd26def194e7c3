import { headerDate } from '../../common/mail/mail-message';
import { oneLine } from '../../common/mail/one-line';
import type { ExchangedMessage } from '../../conversations/conversation.types';

/** Characters of quoted text in one email, at most. */
export const LONGEST_QUOTE = 25_000;
const CUT = '[…]';

/**
 * Messages as an email quotes them, oldest first. What does not fit is left out from the oldest on. `messages` come newest first;
 * `nameOf` gives the author.
 */
export function quoted(messages: readonly ExchangedMessage[], nameOf: (message: ExchangedMessage) => string): string {
  const parts: string[] = [];
  let left = LONGEST_QUOTE;
  for (const message of messages) {
    const part = quotedOne(message, nameOf(message));
    const characters = Array.from(part);
    if (characters.length > left && parts.length > 0) {
      parts.unshift(CUT);
      break;
    }
    parts.unshift(characters.length > left ? `${characters.slice(0, left).join('')}\n${CUT}` : part);
    left -= characters.length;
  }
  return parts.join('\n\n');
}

function quotedOne({ content, isCut, createdAt }: ExchangedMessage, name: string): string {
  const head = `---------- Forwarded message ----------\nFrom: ${oneLine(name)}\nDate: ${headerDate(createdAt)}`;
  return `${head}\n\n${content}${isCut ? `\n${CUT}` : ''}`;
}
