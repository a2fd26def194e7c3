import { isUuid } from '../database/uuid';

/** Longest Message-ID that may be ours, in characters: no host name is longer than 253. */
const LONGEST = 320;

/**
 * The Message-ID of a reply, with its angle brackets: the same for every attempt, and another one for every revision, as an
 * id names one version of a message (RFC 5322 §3.6.4). `mailFrom`: MAIL_FROM, whose host it ends with.
 */
export function replyMessageId(messageId: string, revision: number, mailFrom: string): string {
  return `<${messageId}.${revision}@${mailHost(mailFrom)}>`;
}

/** What such an id names, with angle brackets or without; null where it is none of ours. */
export function readReplyMessageId(header: string, mailFrom: string): { messageId: string; revision: number } | null {
  if (header.length > LONGEST) return null;
  const [, id = '', revision = '', host = ''] =
    /^<?([0-9a-f-]{36})\.(\d{1,9})@([^<>\s@]+)>?$/i.exec(header.trim()) ?? [];
  if (!isUuid(id) || host.toLowerCase() !== mailHost(mailFrom)) return null;
  return { messageId: id.toLowerCase(), revision: Number(revision) };
}

/** `Parley <parley@example.com>` and `parley@example.com` are of example.com. */
export function mailHost(mailFrom: string): string {
  const [, host = 'localhost'] = /@([^<>\s@]+)>?\s*$/.exec(mailFrom) ?? [];
  return host.toLowerCase();
}
