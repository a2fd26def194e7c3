/**
 * By hand: an anti-join over one source. Passages of the serving index that have no embedding by this model. `$1` workspace,
 * `$2` agent, `$3` source, `$4` the model, `$5` how many.
 */
export const LIST_UNEMBEDDED = `
  SELECT chunk.id, chunk.heading, chunk.body FROM knowledge_sources AS source
  JOIN knowledge_chunks AS chunk ON chunk.workspace_id = source.workspace_id AND chunk.agent_id = source.agent_id
    AND chunk.source_id = source.id AND chunk.generation = source.index_generation
  WHERE source.workspace_id = $1 AND source.agent_id = $2 AND source.id = $3 AND source.status <> 'deleting'
    AND NOT EXISTS (
      SELECT FROM knowledge_embeddings AS made
      WHERE made.workspace_id = $1 AND made.agent_id = $2 AND made.chunk_id = chunk.id AND made.made_by = $4
    )
  ORDER BY chunk.ordinal LIMIT $5`;

/** By hand: the next writer waits for this transaction, so versions are seen in their order. `$1` workspace, `$2` agent. */
export const NEXT_VERSION = `
  INSERT INTO knowledge_embedding_sets AS known (workspace_id, agent_id, version) VALUES ($1, $2, 1)
  ON CONFLICT (workspace_id, agent_id) DO UPDATE SET version = known.version + 1 RETURNING version`;

/**
 * By hand: in bulk. Passages that are gone, or about to be, are left out, since their removal may wait for
 * this transaction; the others stay until it ends.
 * `$1` workspace, `$2` agent, `$3` the model, `$4` version, `$5` passages, `$6` their vectors, each as the text of an array, or null for those that
 * the server refuses.
 */
export const INSERT_EMBEDDINGS = `
  INSERT INTO knowledge_embeddings (workspace_id, agent_id, chunk_id, made_by, version, embedding)
  SELECT chunk.workspace_id, chunk.agent_id, chunk.id, $3, $4, made.vector::real[]
  FROM unnest($5::bigint[], $6::text[]) AS made (chunk_id, vector)
  JOIN knowledge_chunks AS chunk ON chunk.workspace_id = $1 AND chunk.agent_id = $2 AND chunk.id = made.chunk_id
  FOR KEY SHARE OF chunk SKIP LOCKED
  ON CONFLICT (workspace_id, agent_id, chunk_id) DO UPDATE
  SET made_by = excluded.made_by, version = excluded.version, embedding = excluded.embedding`;

/** By hand: by the passages of one source. `$1` workspace, `$2` agent, `$3` source. */
export const DELETE_EMBEDDINGS = `
  DELETE FROM knowledge_embeddings AS made USING knowledge_chunks AS chunk
  WHERE made.workspace_id = $1 AND made.agent_id = $2 AND chunk.workspace_id = $1 AND chunk.agent_id = $2
    AND chunk.source_id = $3 AND chunk.id = made.chunk_id`;

/**
 * By hand: pages by a key of two columns, and vectors in the form of bytes, which are read ten times as fast as numbers.
 * `$1` workspace, `$2` agent, `$3` the model, `$4` and `$5` version and passage of the last one before, `$6` how many.
 */
export const LIST_EMBEDDINGS = `
  SELECT chunk_id AS "chunkId", version, array_send(embedding) AS embedding FROM knowledge_embeddings
  WHERE workspace_id = $1 AND agent_id = $2 AND made_by = $3 AND (version, chunk_id) > ($4, $5) AND embedding IS NOT NULL
  ORDER BY version, chunk_id LIMIT $6`;

/** By hand: read from an index alone. `$1` workspace, `$2` agent. */
export const LIST_EMBEDDED = `
  SELECT chunk_id AS "chunkId" FROM knowledge_embeddings WHERE workspace_id = $1 AND agent_id = $2`;

/**
 * By hand: pgvector. Vectors have length 1, so the inner product orders them like the cosine. Those of another number of
 * dimensions could not be compared. `$1` workspace, `$2` agent, `$3` the model, `$4` the question's vector, `$5` how many.
 */
export const NEAREST_EMBEDDINGS = `
  SELECT chunk_id AS "chunkId" FROM (
    SELECT chunk_id, embedding FROM knowledge_embeddings
    WHERE workspace_id = $1 AND agent_id = $2 AND made_by = $3 AND cardinality(embedding) = cardinality($4::real[])
    OFFSET 0
  ) AS comparable
  ORDER BY embedding::vector <#> $4::real[]::vector, chunk_id LIMIT $5`;
