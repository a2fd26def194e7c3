/**
 * By hand: in bulk. A source that waits already starts again, and a worker that has it notices by its fence. `$1` workspace,
 * `$2` agent, `$3` source.
 */
export const ENQUEUE_SOURCE = `
  INSERT INTO knowledge_embedding_jobs AS job (workspace_id, agent_id, source_id) VALUES ($1, $2, $3)
  ON CONFLICT (workspace_id, agent_id, source_id) DO UPDATE SET due_at = now(), attempts = 0, fence = job.fence + 1, is_held = false`;

/** By hand: in bulk. `$1` workspace. */
export const ENQUEUE_WORKSPACE = `
  INSERT INTO knowledge_embedding_jobs AS job (workspace_id, agent_id, source_id)
  SELECT workspace_id, agent_id, id FROM knowledge_sources
  WHERE workspace_id = $1 AND index_generation > 0 AND status <> 'deleting'
  ON CONFLICT (workspace_id, agent_id, source_id) DO UPDATE SET due_at = now(), attempts = 0, fence = job.fence + 1, is_held = false`;

/**
 * By hand: in bulk, of all workspaces but those with a server of their own. Sources that have embeddings by another model, or
 * none. `$1` the model of the installation, null for none, `$2` workspaces with a server of their own.
 */
export const ENQUEUE_OUTDATED = `
  INSERT INTO knowledge_embedding_jobs (workspace_id, agent_id, source_id)
  SELECT workspace_id, agent_id, id FROM knowledge_sources
  WHERE embedded_by IS DISTINCT FROM $1 AND index_generation > 0 AND status <> 'deleting'
    AND workspace_id <> ALL ($2::uuid[])
  ON CONFLICT (workspace_id, agent_id, source_id) DO NOTHING`;

/**
 * By hand: with all other due sources of the workspace, since they need the same server. `$1` workspace, `$2` seconds until
 * then, `$3` agent, `$4` source, `$5` fence of the one that has failed.
 */
export const POSTPONE_JOBS = `
  UPDATE knowledge_embedding_jobs SET due_at = now() + make_interval(secs => $2), is_held = false
  WHERE workspace_id = $1 AND (due_at <= now() OR (agent_id = $3 AND source_id = $4 AND fence = $5))`;

/**
 * By hand: one statement, so that it counts as embedded only if it was not queued again. Passages of a page that the server refuses
 * count for its sitemap, too. `$1` workspace, `$2` agent, `$3` source, `$4` fence, `$5` the model, null for none.
 */
export const FINISH_JOB = `
  WITH done AS (
    DELETE FROM knowledge_embedding_jobs
    WHERE workspace_id = $1 AND agent_id = $2 AND source_id = $3 AND fence = $4 RETURNING source_id
  ), found AS (
    SELECT parent_id, refused_chunk_count AS before, (
      SELECT count(*)::integer FROM knowledge_embeddings AS made
      JOIN knowledge_chunks AS chunk ON chunk.workspace_id = $1 AND chunk.agent_id = $2 AND chunk.id = made.chunk_id
      WHERE made.workspace_id = $1 AND made.agent_id = $2 AND made.made_by = $5 AND made.embedding IS NULL
        AND chunk.source_id = $3
    ) AS refused
    FROM knowledge_sources WHERE workspace_id = $1 AND agent_id = $2 AND id = (SELECT source_id FROM done)
  ), sitemap AS (
    UPDATE knowledge_sources AS source
    SET refused_chunk_count = greatest(source.refused_chunk_count + found.refused - found.before, 0)
    FROM found WHERE source.workspace_id = $1 AND source.agent_id = $2 AND source.id = found.parent_id
      AND found.refused <> found.before
  )
  UPDATE knowledge_sources SET embedded_by = $5, refused_chunk_count = (SELECT refused FROM found)
  WHERE workspace_id = $1 AND agent_id = $2 AND id = (SELECT source_id FROM done) RETURNING id`;
