/**
 * By hand: one statement, so that concurrent changes to different fields do not overwrite each other. `$1` workspace,
 * `$2` account, `$3` muted, `$4` whether content is shown, `$5` muted agents; null keeps the value.
 */
export const UPSERT_SETTINGS = `
  INSERT INTO notification_settings AS s (workspace_id, account_id, muted, show_content, muted_agent_ids, updated_at)
  VALUES ($1, $2, coalesce($3::boolean, false), coalesce($4::boolean, true), coalesce($5::uuid[], '{}'), clock_timestamp())
  ON CONFLICT (workspace_id, account_id) DO UPDATE SET
    muted = coalesce($3::boolean, s.muted), show_content = coalesce($4::boolean, s.show_content),
    muted_agent_ids = coalesce($5::uuid[], s.muted_agent_ids), updated_at = clock_timestamp()`;
