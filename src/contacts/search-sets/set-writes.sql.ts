/** By hand: an array of terms, as a segment has thousands. `$1` workspace, `$2` segment, `$3` terms. */
export const LIST_SLOTS =
  'SELECT term, slots FROM contact_postings WHERE workspace_id = $1 AND segment = $2 AND term = ANY ($3)';

/**
 * By hand: all slots in one value that the database cuts, since an array of bytea would be sent as text. `$1`
 * workspace, `$2` segment, `$3` the slots, `$4` terms, `$5` cardinalities, `$6` start and `$7` length of each term's
 * slots.
 */
export const UPSERT_SETS = `
  INSERT INTO contact_postings (workspace_id, segment, term, cardinality, slots)
  SELECT $1, $2, term, cardinality, substring($3::bytea FROM start FOR length)
  FROM unnest($4::text[], $5::int[], $6::int[], $7::int[]) AS s (term, cardinality, start, length)
  ON CONFLICT (workspace_id, term, segment) DO UPDATE
    SET cardinality = excluded.cardinality, slots = excluded.slots`;

/** By hand: an array of terms, as a segment has thousands. `$1` workspace, `$2` segment, `$3` terms. */
export const DELETE_SETS = 'DELETE FROM contact_postings WHERE workspace_id = $1 AND segment = $2 AND term = ANY ($3)';

/** By hand: one statement for the first change and all later ones. `$1` workspace. */
export const UPSERT_VERSION = `
  INSERT INTO contact_index_versions AS v VALUES ($1, 1) ON CONFLICT (workspace_id) DO UPDATE SET version = v.version + 1`;
