/** By hand: runs for every request with a key, and the response needs no mapping. `$1` names of the caller, `$2` and `$3` the rest of the key. */
export const FIND_RESPONSE = `
  SELECT fingerprint, response FROM idempotency_keys WHERE caller = ANY ($1::text[]) AND operation = $2 AND key = $3`;

/** By hand: the same. `$1` to `$6` the columns in their order. */
export const INSERT_RESPONSE = `
  INSERT INTO idempotency_keys (caller, operation, key, fingerprint, response, record_id)
  VALUES ($1, $2, $3, $4, $5, $6)`;

/** By hand, as the table has no entity. `$1` the record. */
export const COUNT_RESPONSES = 'SELECT count(*)::int AS count FROM idempotency_keys WHERE record_id = $1';

/** By hand: the same. `$1` the records. */
export const DELETE_RESPONSES = 'DELETE FROM idempotency_keys WHERE record_id = ANY ($1::uuid[]) RETURNING 1';
