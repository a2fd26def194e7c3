import { isUuid } from '../../common/database/uuid';

/**
 * An artificial Message-ID that begins the References of every reply in a conversation. Some servers replace our Message-ID, but they
 * and email clients do not change References.
 */
export function rootMessageId(conversationId: string, host: string): string {
  return `<c.${conversationId}@${host}>`;
}

/** The conversation of such an id. Null for any other. */
export function readRootMessageId(header: string): string | null {
  const [, id = ''] = /^<c\.([0-9a-f-]{36})@[^<>\s@]{1,253}>$/i.exec(header) ?? [];
  return isUuid(id) ? id.toLowerCase() : null;
}
