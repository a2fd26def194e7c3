/**
 * By hand: SKIP LOCKED takes the workspace that has been due for longest, without waiting. The row is locked until the
 * transaction ends, so that one process at a time deletes the data of a workspace.
 */
export const CLAIM_DUE = `
  SELECT workspace_id AS "workspaceId", conversation_days AS "conversationDays", turn_days AS "turnDays",
    gap_days AS "gapDays", mail_days AS "mailDays", other_days AS "otherDays"
  FROM retention_settings WHERE due_at <= statement_timestamp() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED`;
