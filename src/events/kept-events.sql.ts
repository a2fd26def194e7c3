import { HORIZON } from './event-horizon.types';

const COLUMNS = `transaction_id, id, event_id, type, agent_id, conversation_id, subject_id, data, changed, previous, actor_kind,
  actor_id, request_id, created_at, coalesce(issued_at, created_at) AS at`;

const one = (table: string, agentIds: string): string => `
  SELECT ${COLUMNS}, ${agentIds} AS agent_ids FROM ${table}
  WHERE workspace_id = $1 AND transaction_id = $2::bigint AND id = $3::bigint AND event_id = $4::uuid`;

/** By hand: of two tables. `$1` workspace, `$2` and `$3` transaction and number of the event, `$4` its id. */
export const FIND_EVENT = `
  SELECT transaction_id AS "transactionId", id, event_id AS "eventId", type, agent_id AS "agentId", agent_ids AS "agentIds",
    conversation_id AS "conversationId", subject_id AS "subjectId", data, changed, previous, actor_kind AS "actorKind",
    actor_id AS "actorId", request_id AS "requestId", created_at AS "createdAt", at
  FROM (${one('inbox_events', 'NULL::uuid[]')} UNION ALL ${one('workspace_events', 'agent_ids')}) found`;

/**
 * By hand: FOR KEY SHARE of many rows. An erasure waits until the transaction ends, or the transaction waits for it. `$1` workspace,
 * `$2` and `$3` transactions and numbers of events, in the same order.
 */
export const LOCK_KEPT_EVENTS = ['inbox_events', 'workspace_events'].map(
  (table) => `
  SELECT e.event_id AS "eventId" FROM ${table} e
  WHERE e.workspace_id = $1
    AND (e.transaction_id, e.id) IN (SELECT * FROM unnest($2::bigint[], $3::bigint[])) FOR KEY SHARE OF e`,
);

const firstOf = (table: string, condition: string): string => `(
  SELECT e.created_at FROM ${table} e
  WHERE e.workspace_id = c.workspace_id AND e.transaction_id >= c.transaction_id
    AND (e.transaction_id, e.id) > (c.transaction_id, c.id)
    AND e.transaction_id < ${HORIZON} ${condition}
  ORDER BY e.transaction_id, e.id LIMIT 1)`;

/**
 * By hand: of two tables, for many readers at once. The time of the first settled event after each cursor, null if there is none. `$1`
 * workspaces, `$2` and `$3` transactions and numbers of the cursors.
 */
export const LIST_FIRST_AFTER = `
  SELECT least(${firstOf('inbox_events', 'AND e.data IS NOT NULL')}, ${firstOf('workspace_events', '')}) AS at
  FROM unnest($1::uuid[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS c (workspace_id, transaction_id, id, place)
  ORDER BY c.place`;

/** By hand: of two tables. The last event before an instant. `$1` workspace, `$2` instant. */
export const FIND_LAST_BEFORE = `
  SELECT transaction_id AS "transactionId", id, coalesce(issued_at, created_at) AS at FROM (
    (SELECT transaction_id, id, created_at, issued_at FROM inbox_events
    WHERE workspace_id = $1 AND created_at < $2::timestamptz AND data IS NOT NULL ORDER BY created_at DESC LIMIT 1)
    UNION ALL
    (SELECT transaction_id, id, created_at, issued_at FROM workspace_events
    WHERE workspace_id = $1 AND created_at < $2::timestamptz ORDER BY created_at DESC LIMIT 1)
  ) found
  ORDER BY created_at DESC LIMIT 1`;

/** By hand: a comparison of rows. Of types that streams do not have. `$1` workspace, `$2` and `$3` transaction and number, `$4` type. */
export const LIST_SUBJECTS_AFTER = `
  SELECT subject_id AS id FROM workspace_events
  WHERE workspace_id = $1 AND (transaction_id, id) > ($2::bigint, $3::bigint) AND type = $4`;
