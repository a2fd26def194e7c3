/*
 * Handles work that was in progress when a backup was made. The original installation has continued and may have
 * finished it, so nothing that leaves the installation is repeated. Internal work resumes by itself once its lease has
 * ended.
 */

const failure = (what: string): string =>
  `'{"class": "connection_lost", "smtpCode": null, "enhancedCode": null, "text": "It was being sent when the ${what}."}'`;

/** By hand: for all workspaces. Members see the reply and record its outcome. */
const REPLIES = (statuses: string, what = 'backup was made'): string => `
  UPDATE replies SET status = 'uncertain', version = version + 1, fence = fence + 1, lease_ends_at = NULL,
    handing_over_at = coalesce(handing_over_at, now()), failure = ${failure(what)}, settled_by = NULL
  WHERE channel = 'email' AND status IN (${statuses})`;

/** By hand: for all workspaces. The text of an email that will not be sent is deleted. */
const MAILS = (statuses: string): string => `
  UPDATE mail_outbox SET status = 'uncertain', fence = fence + 1, message = NULL, finished_at = now()
  WHERE status IN (${statuses})`;

/** By hand: for all workspaces. Notifications by email end with their email. */
const PUSHES = `
  UPDATE member_notifications SET state = 'failed', reason = 'process_ended', fence = fence + 1, finished_at = now()
  WHERE channel = 'push' AND state = 'sending'`;

/**
 * By hand: transaction numbers are valid only within one PostgreSQL server. An event with a future number would be
 * published when the new server reaches that number.
 */
const EVENTS = `DELETE FROM inbox_events WHERE transaction_id >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;

export const SETTLE_RESTORED: readonly string[] = [REPLIES(`'sending'`), MAILS(`'sending'`), PUSHES, EVENTS];

/** A moved database has no original that continues, so work in progress resumes as after any other stop. */
export const SETTLE_MOVED: readonly string[] = [EVENTS];

/**
 * By hand: also stops waiting messages, because the original sends them. Devices register again when their page is
 * visited.
 */
export const HOLD_OUTGOING: readonly string[] = [
  REPLIES(`'queued'`),
  MAILS(`'queued'`),
  `UPDATE member_notifications SET state = 'dropped', reason = 'stale', finished_at = now() WHERE state = 'queued'`,
  'UPDATE visitor_conversations SET unseen_since = NULL WHERE unseen_since IS NOT NULL',
  'DELETE FROM notification_devices',
];

/** By hand: the same for one workspace, which may continue elsewhere. `$1` workspace. */
export const HOLD_WORKSPACE: readonly string[] = [
  `${REPLIES(`'sending', 'queued'`, 'workspace was exported')} AND workspace_id = $1`,
  'UPDATE visitor_conversations SET unseen_since = NULL WHERE unseen_since IS NOT NULL AND workspace_id = $1',
];
