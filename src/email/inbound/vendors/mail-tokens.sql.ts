/**
 * By hand: one statement, so that of two requests at once only one is new. Returns a row unless the token was used for another digest.
 * `$1` token, `$2` digest.
 */
export const USE_TOKEN = `
  INSERT INTO inbound_mail_tokens AS t (token, digest) VALUES ($1, $2)
  ON CONFLICT (token) DO UPDATE SET seen_at = t.seen_at WHERE t.digest = excluded.digest
  RETURNING 1`;

/** Signatures are good for 15 minutes before and after their time. */
export const EXPIRED_TOKENS = `seen_at < now() - interval '1 hour'`;

/** Events whose email was stored, or given up. Vendors repeat an event for a day or two. */
export const EXPIRED_EVENTS = `due_at IS NULL AND received_at < now() - interval '7 days'`;
