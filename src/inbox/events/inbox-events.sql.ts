/** By hand: any number in one statement, prepared, as every change in an inbox waits for it. `$1` happenings as JSON. */
export const APPEND_INBOX_EVENTS = `
  INSERT INTO inbox_events (workspace_id, agent_id, conversation_id, type, message_id)
  SELECT "workspaceId", "agentId", "conversationId", type, "messageId"
  FROM json_to_recordset($1)
    AS happened ("workspaceId" uuid, "agentId" uuid, "conversationId" uuid, type text, "messageId" uuid)`;
