/** The peer's table: columns, checks, keys and indexes of `contacts`, without the triggers of the service's index. */
export const CREATE_TABLE: readonly string[] = [
  'CREATE SCHEMA bare',
  'CREATE TABLE bare.contacts (LIKE contacts INCLUDING ALL)',
  'ALTER TABLE bare.contacts ADD FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE',
];

/**
 * Indexes for searches and for members of some agents. Other attempts were no faster: an index that covers the searched
 * text (and scans of it), `strpos` and `COLLATE "C"` instead of LIKE, the workspace in the trigram index (btree_gin),
 * more work_mem, a lower random_page_cost.
 */
export const SEARCH_INDEXES: readonly string[] = [
  'CREATE EXTENSION IF NOT EXISTS pg_trgm',
  'CREATE INDEX ON bare.contacts USING gin (search_text gin_trgm_ops)',
  'CREATE INDEX ON bare.contacts USING gin (agent_ids)',
  `CREATE INDEX ON bare.contacts (workspace_id, seq) WHERE agent_ids = '{}'`,
  'CREATE INDEX ON bare.contacts (workspace_id, seq) INCLUDE (agent_ids)',
];

/** The fields of the record that the service returns. */
export const RECORD =
  'id, workspace_id, agent_ids, external_id, name, email, phone, company, locale, timezone, notes, attributes, blocked, last_seen_at, created_at, updated_at';
