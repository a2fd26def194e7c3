/**
 * By hand: only where no customer has written meanwhile; what blocked people write is kept, and starts nothing. `$1` workspace,
 * `$2` conversation, `$3` message.
 */
export const MARK_ANSWERED = `
  UPDATE conversations SET status = 'waiting', version = version + 1, updated_at = now()
  WHERE workspace_id = $1 AND id = $2 AND status = 'open' AND NOT EXISTS (
    SELECT FROM messages
    WHERE workspace_id = $1 AND conversation_id = $2 AND id > $3 AND role = 'customer' AND NOT from_blocked
  )
  RETURNING 1`;
