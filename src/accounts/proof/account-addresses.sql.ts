/** By hand: no error if the account is gone. `$1` account, `$2` hash, `$3` seconds that it stays known. */
export const UPSERT_ADDRESS = `
  INSERT INTO account_addresses (account_id, address_hash, known_until)
  SELECT id, $2, now() + make_interval(secs => $3) FROM accounts WHERE id = $1
  ON CONFLICT (account_id, address_hash) DO UPDATE SET known_until = excluded.known_until`;

/** By hand: it finds and deletes in one statement. `$1` account, `$2` number of addresses that stay. */
export const DELETE_OLDEST_ADDRESSES = `
  DELETE FROM account_addresses WHERE account_id = $1 AND address_hash IN (
    SELECT address_hash FROM account_addresses WHERE account_id = $1 ORDER BY known_until DESC OFFSET $2)`;
