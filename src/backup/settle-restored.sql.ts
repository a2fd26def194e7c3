/*
 * What was under way when a backup was made. Whoever did it has gone on afterwards, and may have finished: so what leaves the
 * installation is not done again. Work that stays inside goes on by itself once its lease is over.
 */

const failure = (what: string): string =>
  `'{"class": "connection_lost", "smtpCode": null, "enhancedCode": null, "text": "It was being sent when the ${what}."}'`;

/** By hand: of all workspaces. Members see it, and say what became of it. */
const REPLIES = (statuses: string, what = 'backup was made'): string => `
  UPDATE replies SET status = 'uncertain', version = version + 1, fence = fence + 1, lease_ends_at = NULL,
    handing_over_at = coalesce(handing_over_at, now()), failure = ${failure(what)}, settled_by = NULL
  WHERE channel = 'email' AND status IN (${statuses})`;

/** By hand: the same. What is not sent any more is not kept either. */
const MAILS = (statuses: string): string => `
  UPDATE mail_outbox SET status = 'uncertain', fence = fence + 1, message = NULL, finished_at = now()
  WHERE status IN (${statuses})`;

/** By hand: the same. Those of mails end with their mail. */
const PUSHES = `
  UPDATE member_notifications SET state = 'failed', reason = 'process_ended', fence = fence + 1, finished_at = now()
  WHERE channel = 'push' AND state = 'sending'`;

/**
 * By hand: PostgreSQL's numbers of transactions are another database's. A number that is still to come would be told of when
 * its time has come.
 */
const EVENTS = `DELETE FROM inbox_events WHERE transaction_id >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;

export const SETTLE_RESTORED: readonly string[] = [REPLIES(`'sending'`), MAILS(`'sending'`), PUSHES, EVENTS];

/** Nobody has gone on afterwards where the original was stopped: what was under way is taken up as after any other stop. */
export const SETTLE_MOVED: readonly string[] = [EVENTS];

/** By hand: the same for what waited, which somebody else sends. Devices register again when their page is visited. */
export const HOLD_OUTGOING: readonly string[] = [
  REPLIES(`'queued'`),
  MAILS(`'queued'`),
  `UPDATE member_notifications SET state = 'dropped', reason = 'stale', finished_at = now() WHERE state = 'queued'`,
  'UPDATE visitor_conversations SET unseen_since = NULL WHERE unseen_since IS NOT NULL',
  'DELETE FROM notification_devices',
];

/** By hand: the same for one workspace, which may go on elsewhere. `$1` workspace. */
export const HOLD_WORKSPACE: readonly string[] = [
  `${REPLIES(`'sending', 'queued'`, 'workspace was exported')} AND workspace_id = $1`,
  'UPDATE visitor_conversations SET unseen_since = NULL WHERE unseen_since IS NOT NULL AND workspace_id = $1',
];
