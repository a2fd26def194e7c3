const PENDING = `status IN ('queued', 'fetching', 'processing')`;

/**
 * By hand: figures of the pages, and they only count once no page is worked on any more. A sitemap is ready where one page
 * is. `$1` workspace, `$2` agent, `$3` the sitemap.
 */
export const SETTLE_SITEMAP = `
  WITH page AS (
    SELECT id, status, chunk_count, refused_chunk_count, size_bytes, failure_class, failure_message FROM knowledge_sources
    WHERE workspace_id = $1 AND agent_id = $2 AND parent_id = $3 AND status <> 'deleting'
  ), figures AS (
    SELECT count(*) FILTER (WHERE ${PENDING}) AS pending, count(*) FILTER (WHERE status = 'failed') AS failed,
      count(*) AS pages, coalesce(sum(chunk_count), 0) AS chunks, coalesce(sum(size_bytes), 0) AS bytes,
      coalesce(sum(refused_chunk_count), 0) AS refused FROM page
  ), first_failure AS (
    SELECT failure_class, failure_message FROM page WHERE status = 'failed' ORDER BY id LIMIT 1
  )
  UPDATE knowledge_sources SET chunk_count = figures.chunks, size_bytes = figures.bytes, refused_chunk_count = figures.refused,
    status = CASE WHEN figures.failed = figures.pages THEN 'failed' ELSE 'ready' END,
    last_indexed_at = CASE WHEN figures.failed = figures.pages THEN last_indexed_at ELSE clock_timestamp() END,
    failure_class = CASE WHEN figures.failed = figures.pages THEN coalesce(f.failure_class, 'empty') END,
    failure_message = CASE WHEN figures.failed = figures.pages
      THEN 'None of its pages could be indexed. ' || coalesce(f.failure_message, '') END,
    failure_at = CASE WHEN figures.failed = figures.pages THEN clock_timestamp() END,
    refresh_at = now() + make_interval(hours => refresh_hours), updated_at = clock_timestamp()
  FROM figures LEFT JOIN first_failure f ON true
  WHERE workspace_id = $1 AND agent_id = $2 AND id = $3 AND type = 'sitemap' AND status = 'processing'
    AND figures.pending = 0
  RETURNING type, chunk_count::int AS "chunkCount", knowledge_sources.failure_class AS "failureClass"`;

/**
 * By hand: figures of the pages, one of which was worked on by itself, while no worker has the sitemap. `$1` workspace, `$2` agent,
 * `$3` the sitemap.
 */
export const SUM_PAGES = `
  UPDATE knowledge_sources SET (chunk_count, size_bytes, refused_chunk_count) = (
    SELECT coalesce(sum(chunk_count), 0), coalesce(sum(size_bytes), 0), coalesce(sum(refused_chunk_count), 0)
    FROM knowledge_sources WHERE workspace_id = $1 AND agent_id = $2 AND parent_id = $3 AND status <> 'deleting'
  )
  WHERE workspace_id = $1 AND agent_id = $2 AND id = $3 AND type = 'sitemap' AND status IN ('ready', 'failed')`;

/**
 * By hand: in bulk. Pages that are new to the sitemap; their places in the queue are a second apart, so that a source that a member
 * makes in the meantime waits for a page and not for a site. `$1` workspace, `$2` agent, `$3` the sitemap, `$4` ids, `$5` addresses,
 * `$6` names, `$7` when they changed, `$8` the files that lead to them.
 */
export const INSERT_PAGES = `
  WITH made AS (
    INSERT INTO knowledge_sources (workspace_id, agent_id, parent_id, id, url, name, listed_change, listed_in, type,
      size_bytes, to_fetch, language_wanted, due_at)
    SELECT $1, $2, $3, page.id, page.url, page.name, nullif(page.change, ''), nullif(page.part, ''),
      'url', 0, true, sitemap.language_wanted,
      now() + make_interval(secs => page.place)
    FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[])
      WITH ORDINALITY AS page (id, url, name, change, part, place)
    JOIN knowledge_sources sitemap ON sitemap.workspace_id = $1 AND sitemap.agent_id = $2 AND sitemap.id = $3
    ON CONFLICT (workspace_id, agent_id, parent_id, url) WHERE parent_id IS NOT NULL AND status <> 'deleting' DO NOTHING
    RETURNING id
  ) INSERT INTO knowledge_contents (workspace_id, agent_id, source_id, content) SELECT $1, $2, id, '' FROM made`;

/**
 * By hand: in bulk. Pages that are still listed are fetched again where the sitemap does not say that they have not changed; what
 * is being made of one meanwhile counts no more, since it is not being processed. `$1` workspace, `$2` agent, `$3` the sitemap, `$4` addresses, `$5` when they changed.
 */
export const REFRESH_PAGES = `
  UPDATE knowledge_sources page SET status = 'queued', to_fetch = true, attempts = 0, lease_ends_at = NULL,
    listed_change = listed.change, due_at = now() + make_interval(secs => listed.place), updated_at = now()
  FROM (
    SELECT url, nullif(change, '') AS change, place
    FROM unnest($4::text[], $5::text[]) WITH ORDINALITY AS listed (url, change, place)
  ) AS listed
  WHERE page.workspace_id = $1 AND page.agent_id = $2 AND page.parent_id = $3 AND page.url = listed.url
    AND page.status IN ('ready', 'failed', 'processing')
    AND (page.status = 'failed' OR listed.change IS NULL OR page.listed_change IS DISTINCT FROM listed.change)`;

/** By hand: in bulk. Which file leads to the pages that are still listed. `$1` workspace, `$2` agent, `$3` the sitemap, `$4` addresses, `$5` files. */
export const NAME_FILES = `
  UPDATE knowledge_sources page SET listed_in = nullif(listed.part, '')
  FROM unnest($4::text[], $5::text[]) AS listed (url, part)
  WHERE page.workspace_id = $1 AND page.agent_id = $2 AND page.parent_id = $3 AND page.url = listed.url
    AND page.status <> 'deleting' AND page.listed_in IS DISTINCT FROM nullif(listed.part, '')`;

/**
 * By hand: in bulk. Pages that are listed no more. A file that could not be read may still list its pages, and those of which no
 * file is known. `$1` workspace, `$2` agent, `$3` the sitemap, `$4` addresses that are listed, `$5` files that could not be read.
 */
export const REMOVE_PAGES = `
  UPDATE knowledge_sources SET status = 'deleting', due_at = now(), attempts = 0, fence = fence + 1, lease_ends_at = NULL,
    updated_at = now()
  WHERE workspace_id = $1 AND agent_id = $2 AND parent_id = $3 AND status <> 'deleting' AND url <> ALL ($4::text[])
    AND (cardinality($5::text[]) = 0 OR listed_in <> ALL ($5::text[]))`;

/**
 * By hand: the sitemap's own work is done; its pages' begins. `$1` workspace, `$2` agent, `$3` the sitemap, `$4` fence, `$5` files that
 * could not be read.
 */
export const BEGIN_PAGES = `
  UPDATE knowledge_sources SET status = 'processing', lease_ends_at = NULL, to_fetch = false, attempts = 0, failed_sitemaps = $5::jsonb,
    updated_at = now()
  WHERE workspace_id = $1 AND agent_id = $2 AND id = $3 AND fence = $4 AND status = 'fetching' RETURNING id`;

/** By hand: figures over the pages. `$1` workspace, `$2` agent, `$3` the sitemap. */
export const COUNT_PAGES = `
  SELECT count(*)::int AS total, count(*) FILTER (WHERE status = 'ready')::int AS ready,
    count(*) FILTER (WHERE status = 'failed')::int AS failed FROM knowledge_sources
  WHERE workspace_id = $1 AND agent_id = $2 AND parent_id = $3 AND status <> 'deleting'`;
