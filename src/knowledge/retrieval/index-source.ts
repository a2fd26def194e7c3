import { Chunk } from '../chunking/document.types';
import { Language } from './language';
import { IndexedChunk, indexChunks, Lexicon, Posting, vocabulary } from './postings';
import { AgentKey, Queryable } from './queryable';

/** A source whose passages are to be written; `generation` is the one that it will serve from. */
export interface SourceToIndex extends AgentKey {
  readonly sourceId: string;
  readonly generation: number;
  readonly name: string;
  readonly language: Language;
}

const POSTINGS_PER_STATEMENT = 20_000;

const LEXEMES = `SELECT word, knowledge_lexeme($1, word) AS lexeme FROM unnest($2::text[]) AS word`;

/** One writer per agent: the statistics are summed row by row, and two writers would wait for each other's rows. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('knowledge:' || $1::text || $2::text, 0))`;

const INSERT_CHUNKS = `
  INSERT INTO knowledge_chunks (workspace_id, agent_id, source_id, generation, language,
    ordinal, heading, body, start_offset, end_offset, length, lexemes, heading_lexemes, title_lexemes)
  SELECT $1, $2, $3, $4, $5, chunk.*
  FROM unnest($6::integer[], $7::text[], $8::text[], $9::integer[], $10::integer[], $11::integer[], $12::text[],
    $13::text[], $14::text[]) AS chunk
  RETURNING ordinal, id`;

const INSERT_POSTINGS = `
  INSERT INTO knowledge_postings (workspace_id, agent_id, lexeme, chunk_id, tf, boost, length)
  SELECT $1, $2, posting.*
  FROM unnest($3::text[], $4::bigint[], $5::smallint[], $6::real[], $7::integer[])
    AS posting (lexeme, chunk_id, tf, boost, length)
  ORDER BY lexeme, chunk_id`;

const COUNT_LEXEMES = `
  INSERT INTO knowledge_lexemes AS known (workspace_id, agent_id, lexeme, chunk_count)
  SELECT $1, $2, lexeme, chunks FROM unnest($3::text[], $4::integer[]) AS added (lexeme, chunks)
  ON CONFLICT (workspace_id, agent_id, lexeme)
  DO UPDATE SET chunk_count = known.chunk_count + excluded.chunk_count`;

const COUNT_CHUNKS = `
  INSERT INTO knowledge_statistics AS known (workspace_id, agent_id, language, chunk_count, total_length)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (workspace_id, agent_id, language) DO UPDATE
  SET chunk_count = known.chunk_count + excluded.chunk_count, total_length = known.total_length + excluded.total_length`;

const REMOVE = `
  WITH gone AS (
    DELETE FROM knowledge_chunks WHERE workspace_id = $1 AND agent_id = $2 AND source_id = $3
    RETURNING id, language, length, concat_ws(' ', lexemes, heading_lexemes, title_lexemes) AS lexemes
  ), forgotten AS (
    DELETE FROM knowledge_postings AS posting
    USING (
      SELECT DISTINCT id, lexeme FROM gone, unnest(string_to_array(lexemes, ' ')) AS lexeme
    ) AS entry
    WHERE posting.workspace_id = $1 AND posting.agent_id = $2
      AND posting.lexeme = entry.lexeme AND posting.chunk_id = entry.id
    RETURNING posting.lexeme
  ), uncounted AS (
    UPDATE knowledge_lexemes AS known SET chunk_count = known.chunk_count - forgotten.chunks
    FROM (SELECT lexeme, count(*) AS chunks FROM forgotten GROUP BY lexeme) AS forgotten
    WHERE known.workspace_id = $1 AND known.agent_id = $2 AND known.lexeme = forgotten.lexeme
  )
  UPDATE knowledge_statistics AS known
  SET chunk_count = known.chunk_count - gone.chunks, total_length = known.total_length - gone.length
  FROM (SELECT language, count(*) AS chunks, sum(length) AS length FROM gone GROUP BY language) AS gone
  WHERE known.workspace_id = $1 AND known.agent_id = $2 AND known.language = gone.language`;

const FORGET_UNUSED = `
  DELETE FROM knowledge_lexemes WHERE workspace_id = $1 AND agent_id = $2 AND chunk_count = 0`;

/**
 * Puts a source's passages in place of those it had, in the caller's transaction: readers see either all old or all
 * new ones, and the agent's statistics fit. Waits for another source of the same agent that is being written. Stems
 * before it locks. The caller sets the source's `index_generation` to `generation` in the same transaction.
 */
export async function replaceSourceIndex(
  db: Queryable,
  source: SourceToIndex,
  chunks: readonly Chunk[],
): Promise<void> {
  const lexicon = await lexiconOf(db, source.language, vocabulary(source.name, chunks));
  const { indexed, postings } = indexChunks(source.name, chunks, lexicon);
  await removeSourceIndex(db, source);
  if (indexed.length === 0) return;
  const ids = await insertChunks(db, source, indexed);
  await insertPostings(db, source, postings, ids);
  await count(db, source, indexed, postings);
}

/** Deletes a source's passages and takes them out of the agent's statistics, in the caller's transaction. */
export async function removeSourceIndex(
  db: Queryable,
  source: AgentKey & { readonly sourceId: string },
): Promise<void> {
  await db.query(LOCK, [source.workspaceId, source.agentId]);
  await db.query(REMOVE, [source.workspaceId, source.agentId, source.sourceId]);
}

/** Deletes vocabulary that no passage uses any more; for a clean-up job, in a transaction. */
export async function forgetUnusedLexemes(db: Queryable, agent: AgentKey): Promise<void> {
  await db.query(LOCK, [agent.workspaceId, agent.agentId]);
  await db.query(FORGET_UNUSED, [agent.workspaceId, agent.agentId]);
}

async function lexiconOf(db: Queryable, language: Language, vocabularyOfSource: string[]): Promise<Lexicon> {
  const { rows } = await db.query<{ word: string; lexeme: string | null }>(LEXEMES, [language, vocabularyOfSource]);
  return new Map(rows.map((row) => [row.word, row.lexeme]));
}

async function insertChunks(db: Queryable, source: SourceToIndex, chunks: readonly IndexedChunk[]) {
  const { rows } = await db.query<{ ordinal: number; id: string }>(INSERT_CHUNKS, [
    source.workspaceId,
    source.agentId,
    source.sourceId,
    source.generation,
    source.language,
    chunks.map((chunk) => chunk.ordinal),
    chunks.map((chunk) => chunk.heading),
    chunks.map((chunk) => chunk.body),
    chunks.map((chunk) => chunk.start),
    chunks.map((chunk) => chunk.end),
    chunks.map((chunk) => chunk.length),
    chunks.map((chunk) => chunk.lexemes),
    chunks.map((chunk) => chunk.headingLexemes),
    chunks.map((chunk) => chunk.titleLexemes),
  ]);
  return new Map(rows.map((row) => [row.ordinal, row.id]));
}

async function insertPostings(db: Queryable, source: AgentKey, all: Posting[], ids: ReadonlyMap<number, string>) {
  for (let from = 0; from < all.length; from += POSTINGS_PER_STATEMENT) {
    const postings = all.slice(from, from + POSTINGS_PER_STATEMENT);
    await db.query(INSERT_POSTINGS, [
      source.workspaceId,
      source.agentId,
      postings.map((posting) => posting.lexeme),
      postings.map((posting) => ids.get(posting.ordinal)),
      postings.map((posting) => posting.tf),
      postings.map((posting) => posting.boost),
      postings.map((posting) => posting.length),
    ]);
  }
}

async function count(db: Queryable, source: SourceToIndex, chunks: readonly IndexedChunk[], postings: Posting[]) {
  const counts = new Map<string, number>();
  for (const { lexeme } of postings) counts.set(lexeme, (counts.get(lexeme) ?? 0) + 1);
  const { workspaceId, agentId, language } = source;
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  await db.query(COUNT_LEXEMES, [workspaceId, agentId, [...counts.keys()], [...counts.values()]]);
  await db.query(COUNT_CHUNKS, [workspaceId, agentId, language, chunks.length, length]);
}
