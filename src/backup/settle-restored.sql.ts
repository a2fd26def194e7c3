import { NIL } from 'uuid';
import { NEW_ID_SQL } from '../common/database/uuid';

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

/** By hand: the same for further recipients of replies. */
const DELIVERIES = (statuses: string, what = 'backup was made'): string => `
  UPDATE deliveries SET status = 'uncertain', fence = fence + 1, lease_ends_at = NULL, dispatch_after_at = NULL,
    handing_over_at = coalesce(handing_over_at, now()), failure = ${failure(what)}, settled_by = NULL
  WHERE status IN (${statuses})`;

/** The same, unless the backup is of a version without the table. */
const DELIVERIES_IF_ANY = (statuses: string): string => `
  DO $$ BEGIN IF to_regclass('deliveries') IS NOT NULL THEN ${DELIVERIES(statuses)}; END IF; END $$`;

/** By hand: for all workspaces. The text of an email that will not be sent is deleted. */
const MAILS = (statuses: string): string => `
  UPDATE mail_outbox SET status = 'uncertain', fence = fence + 1, message = NULL, finished_at = now()
  WHERE status IN (${statuses})`;

/** By hand: for all workspaces. Notifications by email end with their email. */
const PUSHES = `
  UPDATE member_notifications SET state = 'failed', reason = 'process_ended', fence = fence + 1, finished_at = now()
  WHERE channel = 'push' AND state = 'sending'`;

const KEPT = `event_id, subject_id, data, changed, previous, actor_kind, actor_id, request_id, type, agent_id, conversation_id, created_at`;
const STREAMED = `message_id, label_id, support_request_id, milestone`;
const UNSTREAMED = `agent_ids, contact_id`;

/** Writes the events of a table anew at their place. Identity columns cannot be updated. */
const EVENTS_OF = (table: string, columns: string): readonly string[] => [
  `INSERT INTO ${table} (workspace_id, transaction_id, id, issued_at, ${columns})
  OVERRIDING SYSTEM VALUE
  SELECT workspace_id, 0, p.place, now(), ${columns}
  FROM ${table} JOIN event_places p USING (workspace_id, transaction_id, id) WHERE p.in_table = '${table}'`,
  `DELETE FROM ${table} WHERE issued_at IS DISTINCT FROM now()::timestamptz(3)`,
];

/**
 * By hand: transaction numbers are valid only within one PostgreSQL server. The events become those of a transaction before all others,
 * in their order, and positions from before are expired. `event_places` tells where each event is now, for cursors in the log.
 */
const EVENTS: readonly string[] = [
  `DELETE FROM inbox_events WHERE typing IS NOT NULL`,
  `CREATE TEMPORARY TABLE event_places ON COMMIT DROP AS
  SELECT workspace_id, transaction_id, id, in_table, row_number() OVER (ORDER BY transaction_id, id)
    + (SELECT greatest((SELECT max(id) FROM inbox_events WHERE transaction_id = 0),
      (SELECT max(id) FROM workspace_events WHERE transaction_id = 0), 0)) AS place
  FROM (
    SELECT workspace_id, transaction_id, id, 'inbox_events' AS in_table FROM inbox_events
    UNION ALL SELECT workspace_id, transaction_id, id, 'workspace_events' FROM workspace_events
  ) events`,
  ...EVENTS_OF('inbox_events', `${KEPT}, ${STREAMED}`),
  ...EVENTS_OF('workspace_events', `${KEPT}, ${UNSTREAMED}`),
  `INSERT INTO event_logs (workspace_id, readable_since) SELECT id, now() FROM workspaces
  ON CONFLICT (workspace_id) DO UPDATE SET readable_since = excluded.readable_since`,
];

/** By hand: the places of the events that webhooks refer to have changed. A webhook goes on after the same event. */
const WEBHOOKS: readonly string[] = [
  `UPDATE webhooks w SET cursor_transaction = 0, cursor_at = now(), cursor_number = coalesce((
    SELECT max(p.place) FROM event_places p
    WHERE p.workspace_id = w.workspace_id AND (p.transaction_id, p.id) <= (w.cursor_transaction, w.cursor_number)
  ), 0)`,
  `UPDATE webhook_deliveries d SET transaction_number = 0, event_number = p.place, positioned_at = now()
  FROM event_places p
  WHERE p.workspace_id = d.workspace_id AND p.transaction_id = d.transaction_number AND p.id = d.event_number`,
  `UPDATE webhook_replays SET state = 'cancelled', finished_at = now() WHERE state = 'running'`,
];

/**
 * By hand: for all workspaces, and for what belongs to none. After a restore, an audit log can be shorter than heads that were kept
 * elsewhere, and this entry says why. A backup of a version without audit logs has no such table.
 */
const RECORDED = (operation: string): string => `
  DO $$ BEGIN
    IF to_regclass('audit_entries') IS NOT NULL THEN
      INSERT INTO audit_entries (workspace_id, id, operation_id, surface, outcome, count, actor_kind, related, changes)
      SELECT workspace_id, ${NEW_ID_SQL}, 'operator.${operation}', 'operator', 'succeeded', 1, 'operator', '[]', '[]'
      FROM (SELECT id FROM workspaces UNION ALL SELECT '${NIL}'::uuid) AS all_logs (workspace_id);
    END IF;
  END $$`;

/**
 * By hand: a backup has the bytes of all files. Their objects belong to the original, which must not lose them. A backup of a version
 * without objects has no such table.
 */
const FILES = `
  DO $$ BEGIN
    IF to_regclass('file_objects') IS NOT NULL THEN
      UPDATE files SET object_key = NULL, work_due_at = now() WHERE object_key IS NOT NULL;
      DELETE FROM file_objects;
    END IF;
  END $$`;

export const SETTLE_RESTORED: readonly string[] = [
  ...[REPLIES(`'sending'`), DELIVERIES_IF_ANY(`'sending'`), MAILS(`'sending'`), PUSHES],
  ...EVENTS,
  ...WEBHOOKS,
  FILES,
  RECORDED('restore'),
];

/** A moved database has no original that continues, so work in progress resumes as after any other stop. */
export const SETTLE_MOVED: readonly string[] = [...EVENTS, ...WEBHOOKS, RECORDED('move')];

/**
 * By hand: also stops waiting messages, because the original sends them. Devices register again when their page is
 * visited.
 */
export const HOLD_OUTGOING: readonly string[] = [
  REPLIES(`'queued'`),
  DELIVERIES_IF_ANY(`'queued'`),
  MAILS(`'queued'`),
  `UPDATE member_notifications SET state = 'dropped', reason = 'stale', finished_at = now() WHERE state = 'queued'`,
  'UPDATE visitor_conversations SET unseen_since = NULL WHERE unseen_since IS NOT NULL',
  'DELETE FROM notification_devices',
  `UPDATE webhooks SET state = 'paused', pause_reason = 'restored', due_at = NULL, fence = fence + 1, is_held = false
   WHERE state <> 'paused'`,
];

/** By hand: the same for one workspace, which may continue elsewhere. `$1` workspace. */
export const HOLD_WORKSPACE: readonly string[] = [
  `${REPLIES(`'sending', 'queued'`, 'workspace was exported')} AND workspace_id = $1`,
  `${DELIVERIES(`'sending', 'queued'`, 'workspace was exported')} AND workspace_id = $1`,
  'UPDATE visitor_conversations SET unseen_since = NULL WHERE unseen_since IS NOT NULL AND workspace_id = $1',
];
