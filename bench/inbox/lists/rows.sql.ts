import { frequentOf, idAt, oneIn, oneOf } from '../../support/dice.sql';

export const MESSAGES_EACH = 5;

/** One conversation begins every 20 seconds; half a year for a million. */
const CREATED_AT = `date_trunc('second', now()) - (($1::int - n) * 20 + 60) * interval '1 second'`;

/**
 * `$1` conversations of workspace `$2` with agents `$3` and members `$4`. One in twelve is open, one in sixteen is
 * waiting, and every third has no assignee. The newest message is from the last week, so that the orders of creation
 * and of activity differ.
 */
export const FILL_CONVERSATIONS = `
  INSERT INTO conversations (workspace_id, id, agent_id, contact_id, channel, subject, status, handler, assignee_member_id,
    created_at, updated_at, last_message_at, unanswered_since, closed_at)
  SELECT $2::uuid, ${idAt('created_at', "conversation' || n || '")}, ($3::uuid[])[1 + ${frequentOf('agent', 40)}],
    md5('contact' || ${oneOf('contact', 300_000)})::uuid, CASE WHEN ${oneIn('channel', 3)} THEN 'email' ELSE 'widget' END,
    'Question ' || n || ' about an order that has not arrived', status, CASE WHEN ${oneIn('handler', 2)} THEN 'human' ELSE 'agent' END,
    CASE WHEN NOT ${oneIn('unassigned', 3)} THEN ($4::uuid[])[1 + ${oneOf('member', 20)}] END,
    created_at, last_at, last_at, last_at, CASE WHEN status = 'closed' THEN last_at END
  FROM (
    SELECT n, created_at, least(created_at + ${oneOf('activity', 604_800)} * interval '1 second', now()) AS last_at,
      CASE WHEN ${oneIn('open', 12)} THEN 'open' WHEN ${oneIn('waiting', 16)} THEN 'waiting' ELSE 'closed' END AS status
    FROM (SELECT n, ${CREATED_AT} AS created_at FROM generate_series(1, $1::int) AS n) numbered
  ) drawn`;

/** Of every conversation of workspace `$1`, in turn by the customer and the agent. */
export const FILL_MESSAGES = `
  INSERT INTO messages (workspace_id, conversation_id, id, role, content, channel, created_at, sent_at)
  SELECT c.workspace_id, c.id, ${idAt('c.last_message_at', "message' || c.id || n || '")},
    CASE WHEN n % 2 = 1 THEN 'customer' ELSE 'agent' END, 'Message ' || n || ': ' || repeat('where is my order? ', 5), c.channel,
    c.last_message_at, c.last_message_at
  FROM conversations c, generate_series(1, ${MESSAGES_EACH}) AS n
  WHERE c.workspace_id = $1`;

/** `$1` workspace, `$2` label, `$3`: one in how many has it. */
export const FILL_LABELS = `
  INSERT INTO conversation_labels (workspace_id, conversation_id, label_id, conversation_workspace_id)
  SELECT workspace_id, id, $2::uuid, workspace_id FROM conversations
  WHERE workspace_id = $1 AND ('x' || left(md5($3::int || subject), 8))::bit(32)::bigint % $3::int = 0`;

/** All but the newest conversations of workspace `$1` have been read by member `$2`. */
export const FILL_READS = `
  INSERT INTO inbox_reads (workspace_id, conversation_id, member_id, read_up_to)
  SELECT workspace_id, id, $2::uuid, last_message_at FROM conversations
  WHERE workspace_id = $1 AND ('x' || left(md5('read' || subject), 8))::bit(32)::bigint % 10 > 0`;

/**
 * The peer's table: the same rows, columns, checks and indexes, plus the indexes that the straight query would have if
 * no other order had to be maintained.
 */
export const MAKE_BARE: readonly string[] = [
  'CREATE SCHEMA bare',
  'CREATE TABLE bare.conversations (LIKE conversations INCLUDING ALL)',
  'INSERT INTO bare.conversations SELECT * FROM conversations',
  'CREATE INDEX ON bare.conversations (workspace_id, last_message_at DESC, id DESC)',
  'CREATE INDEX ON bare.conversations (workspace_id, agent_id, last_message_at DESC, id DESC)',
  'CREATE INDEX ON bare.conversations (workspace_id, assignee_member_id, last_message_at DESC, id DESC)',
];
