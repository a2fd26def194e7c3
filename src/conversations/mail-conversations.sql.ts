import { IS_OVER } from './conversations.sql';

/** By hand: of all workspaces, as the signed address says which conversation is meant. `$1` conversation. */
export const FIND_MAIL_CONVERSATION = `
  SELECT workspace_id AS "workspaceId", id, agent_id AS "agentId", contact_id AS "contactId"
  FROM conversations WHERE id = $1`;

/** By hand: an expression. `$1` workspace, `$2` the conversation that it goes on from. */
export const FIND_CONTINUATION = `
  SELECT workspace_id AS "workspaceId", id, agent_id AS "agentId", contact_id AS "contactId"
  FROM conversations
  WHERE workspace_id = $1 AND previous_conversation_id = $2
    AND NOT ${IS_OVER}
  ORDER BY id DESC LIMIT 1`;

/** By hand: an expression. `$1` workspace, `$2` conversation. */
export const LOCK_MAIL_CONVERSATION = `
  SELECT workspace_id AS "workspaceId", id, agent_id AS "agentId", contact_id AS "contactId", status,
    ${IS_OVER} AS "isOver"
  FROM conversations WHERE workspace_id = $1 AND id = $2 FOR UPDATE`;

/**
 * By hand: with its event. Agents do not answer mail, so it is with people from its beginning. `$1` workspace, `$2` id,
 * `$3` agent, `$4` contact or null, `$5` subject or null, `$6` the one that it goes on from or null, `$7` whether it is
 * kept closed.
 */
export const OPEN_MAIL_CONVERSATION = `
  WITH opened AS (
    INSERT INTO conversations (workspace_id, id, agent_id, contact_id, subject, previous_conversation_id, channel,
      handler, status, closed_at)
    VALUES ($1, $2, $3, $4, $5, $6, 'email', 'human',
      CASE WHEN $7 THEN 'closed' ELSE 'open' END, CASE WHEN $7 THEN now() END)
    RETURNING workspace_id, agent_id, id
  )
  INSERT INTO inbox_events (workspace_id, agent_id, conversation_id, type)
  SELECT workspace_id, agent_id, id, 'conversation.created' FROM opened`;

/**
 * By hand: one statement with its event. `$1` workspace, `$2` conversation, `$3` message, `$4` role, `$5` content, `$6`
 * sender as JSON or null, `$7` automatic, `$8` quoted from, `$9` written at, `$10` whether its sender is blocked.
 */
export const APPEND_MAIL_MESSAGE = `
  WITH said AS (
    INSERT INTO messages (workspace_id, conversation_id, id, role, channel, content, sender, automatic, quoted_from, written_at,
      from_blocked)
    VALUES ($1, $2, $3, $4, 'email', $5, $6, $7, $8, $9, $10)
  )
  INSERT INTO inbox_events (workspace_id, agent_id, conversation_id, type, message_id)
  SELECT workspace_id, agent_id, id, 'message.created', $3::uuid FROM conversations
  WHERE workspace_id = $1 AND id = $2`;

/**
 * By hand: with its event. People have something to do: it is open and theirs. `$1` workspace, `$2` conversation.
 */
export const TAKE_UP_CONVERSATION = `
  WITH touched AS (
    UPDATE conversations SET status = 'open', closed_at = NULL, handler = 'human', consecutive_no_answers = 0,
      last_message_at = now(), updated_at = now(), version = version + 1
    WHERE workspace_id = $1 AND id = $2
    RETURNING workspace_id, agent_id, id
  )
  INSERT INTO inbox_events (workspace_id, agent_id, conversation_id, type)
  SELECT workspace_id, agent_id, id, 'conversation.updated' FROM touched`;

/** By hand: the entities of attachments have no bytes. `$1` to `$8` the columns in their order. */
export const INSERT_ATTACHMENT = `
  INSERT INTO message_attachments (workspace_id, conversation_id, message_id, id, file_name, media_type, inline, bytes, size_bytes)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8::bytea, octet_length($8::bytea))`;

/** By hand: as many as there is room for. `$1` workspace, `$2` conversation, `$3` participants as JSON, `$4` most. */
export const ADD_PARTICIPANTS = `
  INSERT INTO conversation_participants (workspace_id, conversation_id, address, name)
  SELECT $1, $2, p.address, p.name FROM json_to_recordset($3) AS p (address text, name text)
  LIMIT greatest(0, $4 - (SELECT count(*) FROM conversation_participants WHERE workspace_id = $1 AND conversation_id = $2))
  ON CONFLICT DO NOTHING`;

/** By hand: a table without an entity. `$1` workspace, `$2` conversation, `$3` address. */
export const EXISTS_PARTICIPANT = `
  SELECT 1 FROM conversation_participants WHERE workspace_id = $1 AND conversation_id = $2 AND address = $3`;

/**
 * By hand: two figures of one scan. Of one sender in a conversation in the last ten minutes: how many mails, and how many that
 * say the same. `$1` workspace, `$2` conversation, `$3` address, `$4` content.
 */
export const COUNT_LATELY = `
  SELECT count(*)::int AS mails, count(*) FILTER (WHERE content = $4)::int AS equal FROM messages
  WHERE workspace_id = $1 AND conversation_id = $2 AND sender ->> 'address' = $3
    AND created_at > now() - interval '10 minutes'`;

/** By hand: expressions. `$1` workspace, `$2` conversation, `$3` the sender's address. No row where they have sent none. */
export const FIND_MAIL_OF = `
  SELECT FROM messages
  WHERE workspace_id = $1 AND conversation_id = $2 AND role = 'customer' AND channel = 'email' AND sender ->> 'address' = $3
    AND sender ->> 'verified' <> 'unverified'
  LIMIT 1`;
