/** By hand: exports the accounts of members, not the memberships. `$1` workspace. */
export const LIST_ACCOUNTS = `
  SELECT a.id, a.email, a.name, a.email_verified_at AS "verifiedAt"
  FROM accounts a
  WHERE a.id IN (
    SELECT account_id FROM members WHERE workspace_id = $1 UNION SELECT owner_account_id FROM workspaces WHERE id = $1
  ) ORDER BY a.id`;

/** By hand: locks the account, so that it stays as it is until the import commits. `$1` email. */
export const FIND_ACCOUNT = `
  SELECT id, email_verified_at IS NOT NULL AS verified FROM accounts WHERE email = $1 FOR NO KEY UPDATE`;

/** By hand: inserts without a password. `$1` id, `$2` email, `$3` name, `$4` when the email was verified. */
export const INSERT_ACCOUNT = 'INSERT INTO accounts (id, email, name, email_verified_at) VALUES ($1, $2, $3, $4)';

/** By hand: finds an account that is neither a member nor the owner. `$1` workspace, `$2` accounts. */
export const FIND_NO_MEMBER = `
  SELECT email FROM accounts a
  WHERE id = ANY ($2::uuid[]) AND NOT EXISTS (SELECT FROM members WHERE workspace_id = $1 AND account_id = a.id)
    AND NOT EXISTS (SELECT FROM workspaces WHERE id = $1 AND owner_account_id = a.id) LIMIT 1`;

/** By hand: the command runs outside of the workspaces feature. `$1` workspace. */
export const FIND_WORKSPACE = 'SELECT name, plan_id AS "planId" FROM workspaces WHERE id = $1';

/** By hand: computes totals of the imported rows. `$1` workspace. */
export const COUNT_AGAIN: readonly string[] = [
  `INSERT INTO knowledge_lexemes (workspace_id, agent_id, lexeme, chunk_count)
   SELECT workspace_id, agent_id, lexeme, count(*) FROM knowledge_postings WHERE workspace_id = $1
   GROUP BY workspace_id, agent_id, lexeme`,
  `INSERT INTO knowledge_statistics (workspace_id, agent_id, language, chunk_count, total_length)
   SELECT workspace_id, agent_id, language, count(*), sum(length) FROM knowledge_chunks WHERE workspace_id = $1
   GROUP BY workspace_id, agent_id, language`,
];

/** A table and its stored columns, with their types. */
export interface TypedColumns {
  table: string;
  columns: { column: string; type: string }[];
}

/** By hand: the catalog. `$1` tables. */
export const LIST_COLUMNS = `
  SELECT c.relname AS "table",
    json_agg(json_build_object('column', a.attname, 'type', format_type(a.atttypid, NULL)) ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname = ANY ($1)
  GROUP BY c.relname`;
