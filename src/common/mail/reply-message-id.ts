import { isUuid } from '../database/uuid';

/** The longest Message-ID of a reply, in characters. A host name has at most 253. */
const LONGEST = 320;

/**
 * The Message-ID of a reply with angle brackets. It is the same for every attempt and differs for every revision, because an id
 * identifies one version of a message (RFC 5322 §3.6.4). It ends with the host of `mailFrom` (MAIL_FROM).
 */
export function replyMessageId(messageId: string, revision: number, mailFrom: string): string {
  return `<${messageId}.${revision}@${mailHost(mailFrom)}>`;
}

/** Parses a Message-ID of a reply, with or without angle brackets. Null if it has another form. */
export function readReplyMessageId(header: string, mailFrom: string): { messageId: string; revision: number } | null {
  if (header.length > LONGEST) return null;
  const [, id = '', revision = '', host = ''] =
    /^<?([0-9a-f-]{36})\.(\d{1,9})@([^<>\s@]+)>?$/i.exec(header.trim()) ?? [];
  if (!isUuid(id) || host.toLowerCase() !== mailHost(mailFrom)) return null;
  return { messageId: id.toLowerCase(), revision: Number(revision) };
}

/** The host of `Parley <parley@example.com>` and `parley@example.com` is example.com. */
export function mailHost(mailFrom: string): string {
  const [, host = 'localhost'] = /@([^<>\s@]+)>?\s*$/.exec(mailFrom) ?? [];
  return host.toLowerCase();
}
