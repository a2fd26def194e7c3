import { hasRow } from '../common/jobs/has-row.sql';
import { READER_VERSION } from './reader-version';

/** Sources that wait for indexing; one that was fetched a moment ago is processed under a lease that has ended before all time. */
export const WAITING_SOURCES = `((status = 'queued' AND NOT to_fetch) OR status = 'processing')`;

const IS_READABLE_AGAIN = `type <> 'sitemap' AND (status = 'ready' OR (status = 'failed' AND url IS NULL))`;
export const IS_ANY_OUTDATED = hasRow(
  'knowledge_sources',
  `reader_version < ${READER_VERSION} AND ${IS_READABLE_AGAIN}`,
  'reader_version',
);

/**
 * By hand: SKIP LOCKED. A source that an earlier reader has read. An address that could not be fetched is left out: what
 * it says now is read when it can be. `$1` seconds of the lease, `$2` version of the reader.
 */
export const CLAIM_OUTDATED = `
  WITH next AS (
    SELECT workspace_id, agent_id, id FROM knowledge_sources
    WHERE reader_version < $2 AND ${IS_READABLE_AGAIN}
    ORDER BY reader_version LIMIT 1 FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE knowledge_sources s SET status = 'processing', fence = s.fence + 1, attempts = 1,
      lease_ends_at = now() + make_interval(secs => $1), is_held = true, updated_at = now()
    FROM next WHERE s.workspace_id = next.workspace_id AND s.agent_id = next.agent_id AND s.id = next.id
    RETURNING s.*
  ) SELECT workspace_id AS "workspaceId", agent_id AS "agentId", id, parent_id AS "parentId", type, name, url,
      media_type AS "mediaType", charset, fetched_url AS "fetchedUrl",
      language_wanted AS "languageWanted", index_generation AS "indexGeneration", attempts, fence
    FROM claimed`;

/**
 * By hand: one statement, so that the text is only stored for the claim that still holds. `$1` workspace, `$2` agent,
 * `$3` source, `$4` fence, `$5` generation of the new index, `$6` its language, `$7` its passages, `$8` text, `$9` name,
 * `$10` the address that it gives itself, `$11` version of the reader. A source whose time of the next refresh is set keeps it:
 * it was not fetched, only read again.
 */
export const FINISH_SOURCE = `
  WITH finished AS (
    UPDATE knowledge_sources SET status = 'ready', lease_ends_at = NULL, index_generation = $5, language = $6,
      chunk_count = $7, last_indexed_at = clock_timestamp(), failure_class = NULL, failure_message = NULL,
      failure_at = NULL, name = $9, canonical_url = $10, embedded_by = NULL, reader_version = $11,
      refresh_at = coalesce(refresh_at, now() + make_interval(hours => refresh_hours)), updated_at = clock_timestamp()
    WHERE workspace_id = $1 AND agent_id = $2 AND id = $3 AND status = 'processing' AND fence = $4
    RETURNING id
  ), stored AS (
    UPDATE knowledge_contents SET text = $8
    WHERE workspace_id = $1 AND agent_id = $2 AND source_id = (SELECT id FROM finished)
  ) SELECT id FROM finished`;

const IS_REMOVED = `status = 'deleting' AND due_at <= now()`;
/** By hand: the queue is that of all workspaces, which no query through the entity leaves out. Pages before their sitemap. */
export const FIND_REMOVED_SOURCE = `
  SELECT workspace_id AS "workspaceId", agent_id AS "agentId", id FROM knowledge_sources
  WHERE ${IS_REMOVED} ORDER BY parent_id IS NULL, due_at LIMIT 1`;
export const IS_ANY_REMOVED = hasRow('knowledge_sources', IS_REMOVED, 'due_at');
