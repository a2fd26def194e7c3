/** By hand: what is exported are the accounts of members, not the members. `$1` workspace. */
export const LIST_ACCOUNTS = `
  SELECT a.id, a.email, a.name, a.email_verified_at AS "verifiedAt"
  FROM accounts a
  WHERE a.id IN (
    SELECT account_id FROM members WHERE workspace_id = $1 UNION SELECT owner_account_id FROM workspaces WHERE id = $1
  ) ORDER BY a.id`;

/** By hand: nobody may verify or remove it until the import commits. `$1` email. */
export const FIND_ACCOUNT = `
  SELECT id, email_verified_at IS NOT NULL AS verified FROM accounts WHERE email = $1 FOR NO KEY UPDATE`;

/** By hand: without a password. `$1` id, `$2` email, `$3` name, `$4` when the email was verified. */
export const INSERT_ACCOUNT = 'INSERT INTO accounts (id, email, name, email_verified_at) VALUES ($1, $2, $3, $4)';

/** By hand: outside of the workspace's own service, which runs nowhere yet. `$1` workspace. */
export const FIND_WORKSPACE = 'SELECT name, plan_id AS "planId" FROM workspaces WHERE id = $1';
