import { maybeMisspelt, MOST_MISSPELT, nearest } from './misspelt.sql';

/** BM25's saturation of repeated words and its share of length normalisation. */
const K1 = 0.9;
const B = 0.5;
/** Postings read to find candidates; terms beyond it, the most common ones, only score what the rarer ones found. */
const POSTINGS_READ = 20_000;
const CANDIDATES = 200;
/** A question's rarest lexemes that score. Words, stemmed in many languages and with those that stand for them, can be many times more. */
const MOST_TERMS = 64;
/** Passages of removed sources that make room for others before the worker has cleared them; none of them is ever shown. */
const MOST_REMOVED = { sources: 1_000, passages: 4_000 };

/** Of passages that were indexed before blocks were kept. */
const UNREAD = `json_build_object('notation', 'plain', 'blocks', json_build_array(
      json_build_object('kind', 'paragraph', 'start', 0, 'end', chunk.end_offset - chunk.start_offset)))`;

const PASSAGE = `chunk.id AS "chunkId", source.id AS "sourceId", source.name AS title,
    coalesce(source.canonical_url, source.url) AS url, chunk.language,
    chunk.heading, chunk.body AS text, chunk.start_offset AS start, chunk.end_offset AS end,
    coalesce(chunk.structure, ${UNREAD}) AS structure,
    chunk.lexemes, chunk.heading_lexemes AS "headingLexemes", chunk.title_lexemes AS "titleLexemes"`;

/** Literals are float8: with numeric ones the statement takes twice as long. */
const float = (value: number) => `${value}::float8`;
const bm25 = (term: string, posting: string) => {
  const length = `(${float(1 - B)} + ${float(B)} * ${posting}.length / total.length)`;
  const frequency = `(${posting}.tf / ${length} + ${posting}.boost)`;
  return `${term}.weight * ${float(K1 + 1)} * ${frequency} / (${frequency} + ${float(K1)})`;
};
const inverseDocumentFrequency = (n: string, chunks = 'total.chunks') =>
  `ln(1 + (${chunks} - ${n} + ${float(0.5)}) / (${n} + ${float(0.5)}))`;

/**
 * As evidence, words weigh as in an agent of at least this many passages: a handful of them tells little about which words
 * are rare, and a word that none of them has would outweigh everything that they do say.
 */
const FEWEST_CHUNKS = 200;
const evidenceWeight = (n: string) => inverseDocumentFrequency(n, `greatest(total.chunks, ${float(FEWEST_CHUNKS)})`);

/**
 * By hand: BM25F over the agent's postings with the agent's statistics, in one statement. The number of rows that it
 * reads is bounded for any agent: it reads each table by keys, up to the numbers above and those of {@link nearest}.
 * `$1` workspace, `$2` agent, `$3` words of the question, `$4` how much each counts, `$5` passages wanted, `$6` how many of
 * the words are the question's own: the others stand for them, and are looked for as they are.
 *
 * The question is stemmed in every language the agent has sources in; words that are stop words in the language which
 * it has most stop words of count nowhere. Postings are read by index only. Removed sources drop out before candidates
 * are counted, by their status alone. Every table is reached by LATERAL … OFFSET 0, or in the order that only the index
 * meant has, which leaves the planner no choice: fresh tables have no statistics to choose well with, and of a plain `=` it
 * then thinks that any index of the agent will do. The first row carries what is known of the question's words (`terms`). Where
 * nothing is found there is one row without a passage: each one tells which embeddings the agent has.
 */
export const RANK = `
  WITH statistic AS MATERIALIZED (
    SELECT language, chunk_count, total_length FROM knowledge_statistics
    WHERE workspace_id = $1 AND agent_id = $2 AND chunk_count > 0
  ), total AS MATERIALIZED (
    SELECT sum(chunk_count)::float8 AS chunks, greatest(sum(total_length)::float8 / sum(chunk_count), 1) AS length
    FROM statistic
  ), lexed AS MATERIALIZED (
    SELECT position, word, counts, language, chunk_count, knowledge_lexeme(language, word) AS lexeme
    FROM unnest($3::text[], $4::float8[]) WITH ORDINALITY AS question (word, counts, position) CROSS JOIN statistic
  ), speech AS MATERIALIZED (
    SELECT language FROM lexed GROUP BY language
    ORDER BY count(*) FILTER (WHERE lexeme IS NULL) DESC, max(chunk_count) DESC, language LIMIT 1
  ), exact AS MATERIALIZED (
    SELECT position, word, counts, form.lexeme, known.chunk_count AS n, 1::real AS similarity
    FROM (
      SELECT DISTINCT position, word, counts, lexeme FROM lexed
      WHERE lexeme IS NOT NULL AND position NOT IN (
        SELECT stop.position FROM lexed AS stop JOIN speech USING (language) WHERE stop.lexeme IS NULL
      )
    ) AS form LEFT JOIN LATERAL (
      SELECT chunk_count FROM knowledge_lexemes AS known
      WHERE workspace_id = $1 AND agent_id = $2 AND known.lexeme = form.lexeme AND chunk_count > 0 OFFSET 0
    ) AS known ON true
  ), misspelt AS MATERIALIZED (
    SELECT position, min(word) AS word, max(counts) AS counts, min(lexeme) AS lexeme FROM exact
    WHERE position <= $6 GROUP BY position HAVING max(n) IS NULL AND ${maybeMisspelt('min(lexeme)')}
    ORDER BY max(counts) DESC, length(min(lexeme)) DESC, position LIMIT ${MOST_MISSPELT}
  ), similar_word AS MATERIALIZED (
    SELECT position, word, counts, near.* FROM misspelt CROSS JOIN LATERAL (${nearest('misspelt.lexeme', 'misspelt.counts > 1')}) AS near
  ), found AS MATERIALIZED (
    SELECT * FROM exact UNION ALL SELECT * FROM similar_word
  ), term AS MATERIALIZED (
    SELECT lexeme, n, max(counts * similarity) * ${inverseDocumentFrequency('n')} AS weight,
      sum(n) OVER (ORDER BY n, lexeme) <= ${POSTINGS_READ} OR row_number() OVER (ORDER BY n, lexeme) = 1 AS leads
    FROM found CROSS JOIN total WHERE n IS NOT NULL GROUP BY lexeme, n, total.chunks
    ORDER BY n, lexeme LIMIT ${MOST_TERMS}
  ), removed AS MATERIALIZED (
    SELECT chunk.id FROM (
      SELECT id FROM knowledge_sources WHERE workspace_id = $1 AND agent_id = $2 AND status = 'deleting'
      ORDER BY id LIMIT ${MOST_REMOVED.sources}
    ) AS source CROSS JOIN LATERAL (
      SELECT id FROM knowledge_chunks WHERE workspace_id = $1 AND agent_id = $2 AND source_id = source.id
      ORDER BY generation, ordinal LIMIT ${MOST_REMOVED.passages}
    ) AS chunk
    LIMIT ${MOST_REMOVED.passages}
  ), candidate AS MATERIALIZED (
    SELECT posting.chunk_id, sum(${bm25('term', 'posting')}) AS score
    FROM term CROSS JOIN total CROSS JOIN LATERAL (
      SELECT chunk_id, tf, boost, length FROM knowledge_postings
      WHERE workspace_id = $1 AND agent_id = $2 AND lexeme = term.lexeme ORDER BY chunk_id LIMIT ${POSTINGS_READ}
    ) AS posting
    WHERE term.leads AND posting.chunk_id NOT IN (SELECT id FROM removed)
    GROUP BY posting.chunk_id ORDER BY score DESC, chunk_id LIMIT ${CANDIDATES}
  ), ranked AS MATERIALIZED (
    SELECT candidate.chunk_id, candidate.score + coalesce((
      SELECT sum(${bm25('term', 'posting')})
      FROM term CROSS JOIN total CROSS JOIN LATERAL (
        SELECT tf, boost, length FROM knowledge_postings
        WHERE workspace_id = $1 AND agent_id = $2 AND lexeme = term.lexeme AND chunk_id = candidate.chunk_id OFFSET 0
      ) AS posting
      WHERE NOT term.leads
    ), 0) AS score
    FROM candidate
  ), hit AS MATERIALIZED (
    SELECT ${PASSAGE}, ranked.score,
      CASE WHEN row_number() OVER (ORDER BY ranked.score DESC, chunk.id) = 1 THEN (
        SELECT json_agg(json_build_object('position', position, 'word', word, 'lexeme', lexeme, 'similarity', similarity,
          'weight', counts * ${inverseDocumentFrequency('coalesce(n, 0)')},
          'proof', counts * ${evidenceWeight('coalesce(n, 0)')}, 'known', n IS NOT NULL) ORDER BY position)
        FROM found CROSS JOIN total
      ) END AS terms
    FROM ranked
    CROSS JOIN LATERAL (
      SELECT * FROM knowledge_chunks
      WHERE workspace_id = $1 AND agent_id = $2 AND id >= ranked.chunk_id AND id <= ranked.chunk_id ORDER BY id LIMIT 1
    ) AS chunk
    CROSS JOIN LATERAL (
      SELECT * FROM knowledge_sources WHERE workspace_id = $1 AND agent_id = $2 AND id = chunk.source_id OFFSET 0
    ) AS source
    WHERE source.status <> 'deleting' AND source.index_generation = chunk.generation
    ORDER BY ranked.score DESC, chunk.id LIMIT $5
  )
  SELECT hit.*, total.chunks AS passages, embedded.version AS "embeddingVersion"
  FROM total LEFT JOIN LATERAL (
    SELECT version FROM knowledge_embedding_sets WHERE workspace_id = $1 AND agent_id = $2 OFFSET 0
  ) AS embedded ON true LEFT JOIN hit ON true
  ORDER BY hit.score DESC, hit."chunkId"`;

/**
 * By hand: the same columns of passages that were found otherwise, and are still to be shown. `$1` workspace, `$2` agent,
 * `$3` passages.
 */
export const READ_PASSAGES = `
  SELECT ${PASSAGE}, 0::float8 AS score
  FROM knowledge_chunks AS chunk
  JOIN knowledge_sources AS source ON source.workspace_id = $1 AND source.agent_id = $2 AND source.id = chunk.source_id
  WHERE chunk.workspace_id = $1 AND chunk.agent_id = $2 AND chunk.id = ANY ($3::bigint[])
    AND source.status <> 'deleting' AND source.index_generation = chunk.generation`;
