/** By hand: SKIP LOCKED, so that workers take different sources without waiting for each other. `$1` seconds of the lease. */
export const CLAIM_SOURCE = `
  WITH next AS (
    SELECT workspace_id, agent_id, id FROM knowledge_sources
    WHERE (status = 'queued' AND NOT to_fetch) OR (status = 'processing' AND lease_ends_at < now())
    ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE knowledge_sources s SET status = 'processing', fence = s.fence + 1, attempts = s.attempts + 1,
      lease_ends_at = now() + make_interval(secs => $1), updated_at = now()
    FROM next WHERE s.workspace_id = next.workspace_id AND s.agent_id = next.agent_id AND s.id = next.id
    RETURNING s.*
  ) SELECT workspace_id AS "workspaceId", agent_id AS "agentId", id, parent_id AS "parentId", type, name, url,
      media_type AS "mediaType", charset, fetched_url AS "fetchedUrl",
      language_wanted AS "languageWanted", index_generation AS "indexGeneration", attempts, fence
    FROM claimed`;

/**
 * By hand: one statement, so that the text is only stored for the claim that still holds. `$1` workspace, `$2` agent,
 * `$3` source, `$4` fence, `$5` generation of the new index, `$6` its language, `$7` its passages, `$8` text, `$9` name,
 * `$10` the address that it gives itself.
 */
export const FINISH_SOURCE = `
  WITH finished AS (
    UPDATE knowledge_sources SET status = 'ready', lease_ends_at = NULL, index_generation = $5, language = $6,
      chunk_count = $7, last_indexed_at = clock_timestamp(), failure_class = NULL, failure_message = NULL,
      failure_at = NULL, name = $9, canonical_url = $10, embedded_by = NULL, refresh_at = now() + make_interval(hours => refresh_hours),
      updated_at = clock_timestamp()
    WHERE workspace_id = $1 AND agent_id = $2 AND id = $3 AND status = 'processing' AND fence = $4
    RETURNING id
  ), stored AS (
    UPDATE knowledge_contents SET text = $8
    WHERE workspace_id = $1 AND agent_id = $2 AND source_id = (SELECT id FROM finished)
  ) SELECT id FROM finished`;

/** By hand: the queue is that of all workspaces, which no query through the entity leaves out. Pages before their sitemap. */
export const FIND_REMOVED_SOURCE = `
  SELECT workspace_id AS "workspaceId", agent_id AS "agentId", id FROM knowledge_sources
  WHERE status = 'deleting' ORDER BY parent_id IS NULL, due_at LIMIT 1`;
