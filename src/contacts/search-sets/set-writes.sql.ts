/** Advisory: the sets of a workspace have no row of their own to lock. */
export const LOCK_SETS = `SELECT pg_advisory_xact_lock(hashtextextended('contact-sets ' || $1, 0))`;

/** The same, without waiting. */
export const LOCK_SETS_IF_FREE = `
  SELECT pg_try_advisory_xact_lock(hashtextextended('contact-sets ' || $1, 0)) AS locked`;

/** By an array of terms: a segment has thousands. */
export const LIST_SLOTS =
  'SELECT term, slots FROM contact_postings WHERE workspace_id = $1 AND segment = $2 AND term = ANY ($3)';

/** All slots in one value, cut apart by the database: an array of bytea would be written out as text. */
export const UPDATE_SETS = `
  INSERT INTO contact_postings (workspace_id, segment, term, cardinality, slots)
  SELECT $1, $2, term, cardinality, substring($3::bytea FROM start FOR length)
  FROM unnest($4::text[], $5::int[], $6::int[], $7::int[]) AS s (term, cardinality, start, length)
  ON CONFLICT (workspace_id, term, segment) DO UPDATE
    SET cardinality = excluded.cardinality, slots = excluded.slots`;

/** By an array of terms: a segment has thousands. */
export const DELETE_SETS = 'DELETE FROM contact_postings WHERE workspace_id = $1 AND segment = $2 AND term = ANY ($3)';

/** One statement for the first change and every later one. */
export const UPDATE_VERSION = `
  INSERT INTO contact_index_versions AS v VALUES ($1, 1) ON CONFLICT (workspace_id) DO UPDATE SET version = v.version + 1`;
