import { instant } from '../common/database/instant.sql';

const RECEIPT = `id, contact_id AS "contactId", ${instant('erased_at')} AS "erasedAt", erased_by AS "erasedBy", records`;

/** No row is there to lock yet. `$1` whose name the lock has. */
export const LOCK_ERASURE = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';

/** By hand: the receipt as it is answered, its time to the microsecond kept. `$1` workspace, `$2` contact. */
export const FIND_RECEIPT = `SELECT ${RECEIPT} FROM contact_erasures WHERE workspace_id = $1 AND contact_id = $2`;

/** The time is that of this statement and not of the transaction's begin: what began before is an erased person's. */
export const INSERT_ERASURE = `
  INSERT INTO contact_erasures
    (workspace_id, contact_id, id, erased_at, erased_by, records, external_id_hash, email_hash)
  VALUES ($1, $2, $3, clock_timestamp(), $4, $5, $6, $7) RETURNING ${RECEIPT}`;

/** By hand: chat turns and batches of imports ask it before they commit. `$1` workspace, `$2` instant. */
export const LIST_HASHES_SINCE = `
  SELECT h.hash FROM contact_erasures, unnest(ARRAY[external_id_hash, email_hash]) AS h (hash)
  WHERE workspace_id = $1 AND erased_at > $2 AND h.hash IS NOT NULL`;
