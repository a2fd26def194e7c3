/** By hand: it is the same statement for nobody's account. `$1` account, `$2` prepared password. */
export const UPSERT_IDENTITY = `
  INSERT INTO local_identities (account_id, password_hash) SELECT id, $2 FROM accounts WHERE id = $1
  ON CONFLICT (account_id) DO UPDATE SET password_hash = excluded.password_hash, updated_at = now()`;
