import { STOP, WHOLE } from './lexeme-entries';

/** Passages whose index is removed in one statement: no other waits for it long. */
const CHUNKS_PER_REMOVAL = 100;
const LEXEMES_PER_PAGE = 10_000;

/** By hand: a function of the database stems words by the thousand, given and answered as text. `$1` language, `$2` words. */
export const LEXEMES_OF_WORDS = `
  SELECT string_agg(coalesce(nullif(knowledge_lexeme($1, word), ''), '${STOP}'), ' ' ORDER BY position) AS lexemes
  FROM unnest(string_to_array($2, ' ')) WITH ORDINALITY AS listed (word, position)`;

/**
 * By hand: in bulk, and the database gives the passages the ids that their postings need. `$1` workspace, `$2` agent,
 * `$3` source, `$4` generation, `$5` language, `$6` passages as JSON, `$7` to `$10` lexeme, ordinal, tf and boost of the postings.
 */
export const INSERT_PASSAGES = `
  WITH chunk AS (
    INSERT INTO knowledge_chunks (workspace_id, agent_id, source_id, generation, language,
      ordinal, heading, body, start_offset, end_offset, structure, length, lexemes, heading_lexemes, title_lexemes)
    SELECT $1, $2, $3, $4, $5, chunk.*
    FROM json_to_recordset($6::json) AS chunk (ordinal integer, heading text, body text, start_offset integer,
      end_offset integer, structure json, length integer, lexemes text, heading_lexemes text, title_lexemes text)
    RETURNING ordinal, id, length
  )
  INSERT INTO knowledge_postings (workspace_id, agent_id, lexeme, chunk_id, tf, boost, length)
  SELECT $1, $2, lexeme, chunk.id, tf, boost, chunk.length
  FROM unnest(string_to_array($7, ' '), $8::integer[], $9::smallint[], $10::real[])
    AS posting (lexeme, ordinal, tf, boost) JOIN chunk USING (ordinal)
  ORDER BY lexeme, chunk.id`;

/** By hand: in bulk, and adds to what is there. `$1` workspace, `$2` agent, `$3` lexemes, `$4` passages of each. */
export const UPSERT_LEXEME_COUNTS = `
  INSERT INTO knowledge_lexemes AS known (workspace_id, agent_id, lexeme, chunk_count)
  SELECT $1, $2, lexeme, chunks FROM unnest(string_to_array($3, ' '), $4::integer[]) AS added (lexeme, chunks)
  ON CONFLICT (workspace_id, agent_id, lexeme)
  DO UPDATE SET chunk_count = known.chunk_count + excluded.chunk_count`;

/** By hand: adds to what is there. `$1` workspace, `$2` agent, `$3` language, `$4` passages, `$5` their length. */
export const UPSERT_STATISTICS = `
  INSERT INTO knowledge_statistics AS known (workspace_id, agent_id, language, chunk_count, total_length)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (workspace_id, agent_id, language) DO UPDATE
  SET chunk_count = known.chunk_count + excluded.chunk_count, total_length = known.total_length + excluded.total_length`;

/**
 * By hand: in bulk, and one statement, so that the statistics lose what its passages had. `$1` workspace, `$2` agent,
 * `$3` source, `$4` and `$5` the last passage that was removed before. Answers with the last that was removed now.
 */
export const REMOVE_PASSAGES = `
  WITH gone AS (
    DELETE FROM knowledge_chunks WHERE workspace_id = $1 AND agent_id = $2 AND id IN (
      SELECT id FROM knowledge_chunks
      WHERE workspace_id = $1 AND agent_id = $2 AND source_id = $3 AND (generation, ordinal) > ($4, $5)
      ORDER BY generation, ordinal LIMIT ${CHUNKS_PER_REMOVAL}
    )
    RETURNING id, generation, ordinal, language, length, concat_ws(' ', lexemes, heading_lexemes, title_lexemes) AS lexemes
  ), forgotten AS (
    DELETE FROM knowledge_postings AS posting
    USING (
      SELECT DISTINCT id, lexeme FROM gone, unnest(string_to_array(translate(lexemes, '${WHOLE}', ' '), ' ')) AS lexeme
    ) AS entry
    WHERE posting.workspace_id = $1 AND posting.agent_id = $2
      AND posting.lexeme = entry.lexeme AND posting.chunk_id = entry.id
    RETURNING posting.lexeme
  ), uncounted AS (
    UPDATE knowledge_lexemes AS known SET chunk_count = known.chunk_count - forgotten.chunks
    FROM (SELECT lexeme, count(*) AS chunks FROM forgotten GROUP BY lexeme) AS forgotten
    WHERE known.workspace_id = $1 AND known.agent_id = $2 AND known.lexeme = forgotten.lexeme
  ), discounted AS (
    UPDATE knowledge_statistics AS known
    SET chunk_count = known.chunk_count - gone.chunks, total_length = known.total_length - gone.length
    FROM (SELECT language, count(*) AS chunks, sum(length) AS length FROM gone GROUP BY language) AS gone
    WHERE known.workspace_id = $1 AND known.agent_id = $2 AND known.language = gone.language
  )
  SELECT generation, ordinal FROM gone ORDER BY generation DESC, ordinal DESC LIMIT 1`;

/**
 * By hand: in bulk, a page in one statement. `$1` workspace, `$2` agent, `$3` the last lexeme that was looked at before.
 * Answers with the last that was looked at now.
 */
export const FORGET_UNUSED_LEXEMES = `
  WITH page AS (
    SELECT lexeme, chunk_count FROM knowledge_lexemes
    WHERE workspace_id = $1 AND agent_id = $2 AND lexeme > $3 ORDER BY lexeme LIMIT ${LEXEMES_PER_PAGE}
  ), forgotten AS (
    DELETE FROM knowledge_lexemes AS known USING page
    WHERE known.workspace_id = $1 AND known.agent_id = $2 AND known.lexeme = page.lexeme AND page.chunk_count = 0
  )
  SELECT max(lexeme) AS lexeme FROM page`;
