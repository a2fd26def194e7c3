/** By hand: the same statement runs without an account. `$1` account or null, `$2` prepared password. */
export const UPSERT_IDENTITY = `
  INSERT INTO local_identities (account_id, password_hash) SELECT id, $2 FROM accounts WHERE id = $1
  ON CONFLICT (account_id) DO UPDATE SET password_hash = excluded.password_hash, updated_at = now()`;
