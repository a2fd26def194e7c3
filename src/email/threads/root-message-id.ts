import { isUuid } from '../../common/database/uuid';

/**
 * An id of no mail, which begins the References of every reply in a conversation: servers that put a Message-ID of their own
 * in the place of ours leave References alone, and so do programs that answer.
 */
export function rootMessageId(conversationId: string, host: string): string {
  return `<c.${conversationId}@${host}>`;
}

/** The conversation that such an id names; null for any other. */
export function readRootMessageId(header: string): string | null {
  const [, id = ''] = /^<c\.([0-9a-f-]{36})@[^<>\s@]{1,253}>$/i.exec(header) ?? [];
  return isUuid(id) ? id.toLowerCase() : null;
}
