import { RecipientsNotTogether, TooManyRecipients } from './replies.errors';
import type { ReplyWish } from './reply-mail.port';
import { RECIPIENT_KINDS, type RecipientKind, type ReplyRecipient } from './reply.types';

/** Recipients of one message, at most. */
export const MOST_RECIPIENTS = 25;
/** Recipients of each kind, at most. */
export const MOST_OF_KIND = { to: 10, cc: 20, bcc: 20 } as const satisfies Record<RecipientKind, number>;

/**
 * The recipients in the order of To, Cc and Bcc, each address once, where it stands first. The addresses are normal forms.
 *
 * @throws TooManyRecipients 400
 */
export function recipientsOf(named: Readonly<Partial<Record<RecipientKind, readonly string[]>>>): ReplyRecipient[] {
  const kinds = new Map<string, RecipientKind>();
  for (const kind of RECIPIENT_KINDS) {
    for (const address of named[kind] ?? []) if (!kinds.has(address)) kinds.set(address, kind);
  }
  if (kinds.size > MOST_RECIPIENTS) throw new TooManyRecipients(kinds.size, MOST_RECIPIENTS);
  return [...kinds].map(([address, kind]) => ({ kind, address }));
}

/** The fields of a reply that only an email has. */
export function wishOf({ to, cc, bcc, replyAll, inReplyToMessageId }: ReplyWish): ReplyWish {
  if (replyAll && (to || cc)) throw new RecipientsNotTogether();
  return { to, cc, bcc, replyAll, inReplyToMessageId };
}

/** The first field that only an email has; null: there is none. */
export function mailOnlyField(wish: ReplyWish): keyof ReplyWish | null {
  const { to, cc, bcc, replyAll, inReplyToMessageId } = wish;
  const named = { to, cc, bcc, replyAll: replyAll || undefined, inReplyToMessageId };
  return (Object.keys(named) as (keyof ReplyWish)[]).find((field) => named[field] !== undefined) ?? null;
}
