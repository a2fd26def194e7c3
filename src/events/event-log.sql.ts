import { HORIZON } from './event-horizon.types';
import { DEFAULT_EVENT_DAYS } from './event-retention.types';

/** By hand: only PostgreSQL knows the transactions that are in progress. */
export const FIND_HORIZON = `SELECT ${HORIZON} AS horizon, clock_timestamp()::timestamptz(3) AS now`;

/** By hand: a view of PostgreSQL. In seconds; a transaction has an id once it has written. */
export const FIND_HORIZON_AGE = `
  SELECT coalesce(extract(epoch FROM clock_timestamp() - min(xact_start)), 0)::float8 AS age
  FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND datname = current_database()`;

/** The fields of a conversation in the data of its events, as the transaction leaves them. */
const OF_CONVERSATION = `
  jsonb_build_object('conversationId', e."conversationId", 'contactId', c.contact_id) ||
  CASE e.type
    WHEN 'conversation.created' THEN jsonb_build_object('channel', c.channel, 'status', c.status, 'handler', c.handler)
    WHEN 'conversation.updated' THEN jsonb_build_object(
      'status', c.status, 'handler', c.handler, 'assigneeMemberId', c.assignee_member_id, 'version', c.version,
      'labelIds', coalesce((
        SELECT jsonb_agg(l.label_id ORDER BY l.label_id) FROM conversation_labels l
        WHERE l.workspace_id = c.workspace_id AND l.conversation_workspace_id = c.workspace_id AND l.conversation_id = c.id
      ), '[]'))
    ELSE '{}'
  END`;

/**
 * By hand: any number of events in one prepared statement, because each change waits for it. It reads the conversations of the events
 * itself, so that no change needs another statement for that. `$1` entries as JSON.
 */
export const APPEND_EVENTS = `
  WITH entry AS MATERIALIZED (
    SELECT e.*,
      CASE WHEN e.data IS NULL OR e."conversationId" IS NULL THEN e.data ELSE e.data || ${OF_CONVERSATION} END AS whole
    FROM json_to_recordset($1) AS e (
      id bigint, "eventId" uuid, streamed boolean, "workspaceId" uuid, type text, "agentId" uuid, "agentIds" uuid[], "conversationId" uuid,
      "contactId" uuid, "subjectId" uuid, data jsonb, changed text[], previous jsonb, "actorKind" text, "actorId" uuid,
      "requestId" text, "messageId" uuid, "memberId" uuid, typing boolean, presence text, "labelId" uuid, "supportRequestId" uuid,
      milestone text)
    LEFT JOIN conversations c ON c.workspace_id = e."workspaceId" AND c.id = e."conversationId"
  ), streamed AS (
    INSERT INTO inbox_events (workspace_id, id, agent_id, conversation_id, type, message_id, member_id, typing, presence, label_id,
      support_request_id, milestone, event_id, subject_id, data, changed, previous, actor_kind, actor_id, request_id)
    OVERRIDING SYSTEM VALUE
    SELECT "workspaceId", id, "agentId", "conversationId", type, "messageId", "memberId", typing, presence, "labelId",
      "supportRequestId", milestone, "eventId", "subjectId", whole, changed,
      previous, "actorKind", "actorId", "requestId"
    FROM entry WHERE streamed
  )
  INSERT INTO workspace_events (workspace_id, id, event_id, type, agent_id, agent_ids, conversation_id, contact_id, subject_id,
    data, changed, previous, actor_kind, actor_id, request_id)
  SELECT "workspaceId", id, "eventId", type, "agentId", "agentIds", "conversationId", "contactId", "subjectId",
    whole, changed, previous, "actorKind", "actorId", "requestId"
  FROM entry WHERE NOT streamed`;

/** The events of one of the two tables in their order: those after `$2`, `$3` and before the transaction `$4`, at most `$9`. */
const someOf = (table: string, columns: string, condition = ''): string => `
  (SELECT transaction_id, id, event_id, type, agent_id, ${columns}, conversation_id, subject_id, data, changed, previous,
    actor_kind, actor_id, request_id, created_at, coalesce(issued_at, created_at) AS at
  FROM ${table}
  WHERE workspace_id = $1 AND transaction_id >= $2::bigint AND (transaction_id, id) > ($2::bigint, $3::bigint)
    AND transaction_id < $4::bigint ${condition}
  ORDER BY transaction_id, id LIMIT $9::int)`;

/**
 * By hand: two tables in one order, and a bound on what a rare type makes it read. `$1` workspace, `$2` and `$3` transaction and id of
 * the last event before, `$4` the transaction before which, `$5` types, `$6` the agents of a restricted member or null, `$7` an agent
 * or null, `$8` limit, `$9` how many events it looks at. Gives the events that match, and the last one that it looked at.
 */
export const READ_EVENTS = `
  SELECT transaction_id AS "transactionId", id, event_id AS "eventId", type, agent_id AS "agentId", agent_ids AS "agentIds",
    conversation_id AS "conversationId", subject_id AS "subjectId", CASE WHEN matches THEN data END AS data, changed, previous,
    actor_kind AS "actorKind", actor_id AS "actorId", request_id AS "requestId", created_at AS "createdAt", at, matches, place = $9::int AS "isCut"
  FROM (
    SELECT *, row_number() OVER (ORDER BY transaction_id, id) AS place,
      sum(matches::int) OVER (ORDER BY transaction_id, id) AS matched
    FROM (
      SELECT *, type = ANY ($5::text[])
        AND ($6::uuid[] IS NULL OR (agent_id IS NULL OR agent_id = ANY ($6)) AND (agent_ids IS NULL OR agent_ids && $6))
        AND ($7::uuid IS NULL OR agent_id = $7 OR agent_ids @> ARRAY[$7::uuid]) AS matches
      FROM (
        ${someOf('inbox_events', 'NULL::uuid[] AS agent_ids', 'AND data IS NOT NULL')}
        UNION ALL
        ${someOf('workspace_events', 'agent_ids')}
        ORDER BY transaction_id, id LIMIT $9::int
      ) candidates
    ) looked_at
  ) placed
  WHERE matches AND matched <= $8::int + 1 OR place = $9::int
  ORDER BY transaction_id, id`;

/** By hand: the first of two tables. `$1` workspace, `$2` the transaction before which. */
export const FIND_OLDEST = `
  SELECT transaction_id AS "transactionId", id FROM (
    (SELECT transaction_id, id FROM inbox_events
    WHERE workspace_id = $1 AND transaction_id < $2::bigint AND data IS NOT NULL ORDER BY transaction_id, id LIMIT 1)
    UNION ALL
    (SELECT transaction_id, id FROM workspace_events
    WHERE workspace_id = $1 AND transaction_id < $2::bigint ORDER BY transaction_id, id LIMIT 1)
  ) oldest
  ORDER BY transaction_id, id LIMIT 1`;

/**
 * By hand: several tables, and the clock of the database. Positions expire an hour before events are deleted: an event can be older
 * than one that comes before it, by as long as its transaction took. A position of a restored event (transaction 0) was issued by the
 * restore, so the event itself must be there. `$1` workspace, `$2` when the position was issued, `$3` transaction, `$4` id.
 */
export const IS_KEPT = `
  SELECT $2::timestamptz >= greatest(
    (SELECT readable_since FROM event_logs WHERE workspace_id = $1),
    now() + interval '1 hour' - make_interval(days => coalesce(
      (SELECT (other_days ->> 'eventDays')::int FROM retention_settings WHERE workspace_id = $1), ${DEFAULT_EVENT_DAYS}))
  ) AND ($3::bigint > 0
    OR EXISTS (SELECT FROM inbox_events WHERE workspace_id = $1 AND transaction_id = 0 AND id = $4::bigint)
    OR EXISTS (SELECT FROM workspace_events WHERE workspace_id = $1 AND transaction_id = 0 AND id = $4::bigint)
  ) AS "isKept"`;

/**
 * By hand: an upsert with the clock of the database. From now on, positions are expired that were issued more than `$2` days ago: with
 * a period that long, the events after them may be deleted already. `$1` workspace.
 */
export const EXPIRE_BEFORE = `
  INSERT INTO event_logs (workspace_id, readable_since)
  VALUES ($1, now() + interval '1 hour' - make_interval(days => $2::int))
  ON CONFLICT (workspace_id) DO UPDATE SET readable_since = greatest(event_logs.readable_since, excluded.readable_since)`;
