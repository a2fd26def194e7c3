import { hasRow } from '../../common/jobs/has-row.sql';

/** Of the pages of one sitemap one at a time, so that no site is asked for many at once. */
export const MAY_BE_FETCHED = `(
  (t.status = 'queued' OR t.lease_ends_at < now()) AND NOT EXISTS (
    SELECT FROM knowledge_sources sibling
    WHERE sibling.workspace_id = t.workspace_id AND sibling.agent_id = t.agent_id AND sibling.parent_id = t.parent_id
      AND sibling.status = 'fetching' AND sibling.lease_ends_at >= now()
  )
)`;

/** Whether a source has a good index: if not, it has to be fetched even if the site says that it is unchanged. */
export const HAS_GOOD_INDEX = 't.failure_class IS NULL AND t.last_indexed_at IS NOT NULL';

/**
 * By hand: one statement, so that what was fetched is only stored for the claim that still holds. The source goes to the worker that
 * indexes, with a lease that has ended. `$1` workspace, `$2` agent, `$3` source, `$4` fence, `$5` content, `$6` media type,
 * `$7` charset, `$8` ETag, `$9` Last-Modified, `$10` where redirects ended.
 */
export const STORE_FETCHED = `
  WITH fetched AS (
    UPDATE knowledge_sources SET status = 'processing', lease_ends_at = '-infinity', to_fetch = false, attempts = 0,
      size_bytes = octet_length($5::bytea), media_type = $6, charset = $7, etag = $8, last_modified = $9, fetched_url = $10,
      updated_at = now()
    WHERE workspace_id = $1 AND agent_id = $2 AND id = $3 AND status = 'fetching' AND fence = $4
    RETURNING id
  ), stored AS (
    UPDATE knowledge_contents SET content = $5
    WHERE workspace_id = $1 AND agent_id = $2 AND source_id = (SELECT id FROM fetched)
  ) SELECT id FROM fetched`;

const IS_REFRESHED = `refresh_at <= now() AND status IN ('ready', 'failed')`;
export const IS_ANY_REFRESHED = hasRow('knowledge_sources', IS_REFRESHED, 'refresh_at');
/** By hand: the schedule is that of all workspaces. `$1` how many. */
export const ENQUEUE_DUE = `
  WITH due AS (
    SELECT workspace_id, agent_id, id FROM knowledge_sources
    WHERE ${IS_REFRESHED} ORDER BY refresh_at LIMIT $1 FOR UPDATE SKIP LOCKED
  ) UPDATE knowledge_sources s SET status = 'queued', to_fetch = true, attempts = 0, due_at = now(), refresh_at = NULL,
      updated_at = now()
    FROM due WHERE s.workspace_id = due.workspace_id AND s.agent_id = due.agent_id AND s.id = due.id RETURNING 1`;
