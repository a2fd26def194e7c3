/** Sources `t` that may be fetched now: of the pages of one sitemap one at a time, so that no site is asked for many at once. */
const MAY_BE_FETCHED = `(
  (t.status = 'queued' OR t.lease_ends_at < now()) AND NOT EXISTS (
    SELECT FROM knowledge_sources sibling
    WHERE sibling.workspace_id = t.workspace_id AND sibling.agent_id = t.agent_id AND sibling.parent_id = t.parent_id
      AND sibling.status = 'fetching' AND sibling.lease_ends_at >= now()
  )
)`;
const IN_QUEUE = `((t.status = 'queued' AND t.to_fetch) OR t.status = 'fetching')`;

export const WAITING_FETCHES = {
  table: 'knowledge_sources t',
  waiting: IN_QUEUE,
  due: MAY_BE_FETCHED,
  since: 't.due_at',
};

/**
 * By hand: SKIP LOCKED, so that workers take different sources without waiting for each other. `$1` seconds of the lease, `$2`
 * workspace.
 */
export const CLAIM_FETCH = `
  WITH next AS (
    SELECT workspace_id, agent_id, id, t.status = 'fetching' AND t.is_held AS is_taken_over FROM knowledge_sources t
    WHERE t.workspace_id = $2 AND ${IN_QUEUE} AND ${MAY_BE_FETCHED}
    ORDER BY t.due_at LIMIT 1 FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE knowledge_sources s SET status = 'fetching', fence = s.fence + 1, attempts = s.attempts + 1,
      lease_ends_at = now() + make_interval(secs => $1), is_held = true, updated_at = now()
    FROM next WHERE s.workspace_id = next.workspace_id AND s.agent_id = next.agent_id AND s.id = next.id
    RETURNING s.*, next.is_taken_over
  ) SELECT workspace_id AS "workspaceId", agent_id AS "agentId", id, parent_id AS "parentId", type, url, attempts, fence,
      is_taken_over AS "isTakenOver",
      size_bytes::int AS "sizeBytes",
      -- What has no good index has to be fetched whatever the site says of its age.
      CASE WHEN failure_class IS NULL AND last_indexed_at IS NOT NULL THEN etag END AS etag,
      CASE WHEN failure_class IS NULL AND last_indexed_at IS NOT NULL THEN last_modified END AS "lastModified"
    FROM claimed`;

/**
 * By hand: one statement, so that what was fetched is only stored for the claim that still holds. The source goes to whoever
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

/** By hand: the schedule is that of all workspaces. `$1` how many. */
export const ENQUEUE_DUE = `
  WITH due AS (
    SELECT workspace_id, agent_id, id FROM knowledge_sources
    WHERE refresh_at <= now() AND status IN ('ready', 'failed') ORDER BY refresh_at LIMIT $1 FOR UPDATE SKIP LOCKED
  ) UPDATE knowledge_sources s SET status = 'queued', to_fetch = true, attempts = 0, due_at = now(), refresh_at = NULL,
      updated_at = now()
    FROM due WHERE s.workspace_id = due.workspace_id AND s.agent_id = due.agent_id AND s.id = due.id RETURNING 1`;
