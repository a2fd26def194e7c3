/**
 * By hand: one prepared statement for all conversations of a page. `$1` workspace of the labels, `$2` conversations, also of
 * other workspaces.
 */
export const LIST_LABELS_OF_CONVERSATIONS = `
  SELECT c.conversation_id AS "conversationId", l.id, l.workspace_id AS "workspaceId", l.name, l.color,
    l.created_at AS "createdAt"
  FROM conversation_labels c JOIN labels l ON l.workspace_id = c.workspace_id AND l.id = c.label_id
  WHERE c.workspace_id = $1 AND c.conversation_id = ANY ($2::uuid[])
  ORDER BY l.name_key`;
