/** In SQL: all transactions before it have ended, so that no event can appear before it any more. */
export const HORIZON = `pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;
