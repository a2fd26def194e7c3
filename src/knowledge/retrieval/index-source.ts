import { Language } from '../language/language';
import { type CountBatch, type PassageBatch, STOP } from './index-draft';
import { AgentKey, Queryable } from './queryable';

/** A source whose passages are to be written; `generation` is the one that it will serve from. */
export interface SourceToIndex extends AgentKey {
  readonly sourceId: string;
  readonly generation: number;
  readonly name: string;
  readonly language: Language;
}

type Eventually<T> = T | Promise<T>;

/** An {@link IndexDraft}, here or in another process. */
export interface DraftedIndex {
  words(): Eventually<string | null>;
  learn(lexemes: string): Eventually<void>;
  batch(): Eventually<PassageBatch | null>;
  count(): Eventually<CountBatch | null>;
  totals(): Eventually<{ chunks: number; length: number }>;
}

/** Passages whose index is removed in one statement: no other waits for it long. */
const CHUNKS_PER_REMOVAL = 100;
const LEXEMES_PER_PAGE = 10_000;

const LEXEMES = `
  SELECT string_agg(coalesce(nullif(knowledge_lexeme($1, word), ''), '${STOP}'), ' ' ORDER BY position) AS lexemes
  FROM unnest(string_to_array($2, ' ')) WITH ORDINALITY AS asked (word, position)`;

/** One writer per agent: the statistics are summed row by row, and two writers would wait for each other's rows. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('knowledge:' || $1::text || $2::text, 0))`;

const INSERT_PASSAGES = `
  WITH chunk AS (
    INSERT INTO knowledge_chunks (workspace_id, agent_id, source_id, generation, language,
      ordinal, heading, body, start_offset, end_offset, length, lexemes, heading_lexemes, title_lexemes)
    SELECT $1, $2, $3, $4, $5, chunk.*
    FROM json_to_recordset($6::json) AS chunk (ordinal integer, heading text, body text, start_offset integer,
      end_offset integer, length integer, lexemes text, heading_lexemes text, title_lexemes text)
    RETURNING ordinal, id, length
  )
  INSERT INTO knowledge_postings (workspace_id, agent_id, lexeme, chunk_id, tf, boost, length)
  SELECT $1, $2, lexeme, chunk.id, tf, boost, chunk.length
  FROM unnest(string_to_array($7, ' '), $8::integer[], $9::smallint[], $10::real[])
    AS posting (lexeme, ordinal, tf, boost) JOIN chunk USING (ordinal)
  ORDER BY lexeme, chunk.id`;

const COUNT_LEXEMES = `
  INSERT INTO knowledge_lexemes AS known (workspace_id, agent_id, lexeme, chunk_count)
  SELECT $1, $2, lexeme, chunks FROM unnest(string_to_array($3, ' '), $4::integer[]) AS added (lexeme, chunks)
  ON CONFLICT (workspace_id, agent_id, lexeme)
  DO UPDATE SET chunk_count = known.chunk_count + excluded.chunk_count`;

const COUNT_CHUNKS = `
  INSERT INTO knowledge_statistics AS known (workspace_id, agent_id, language, chunk_count, total_length)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (workspace_id, agent_id, language) DO UPDATE
  SET chunk_count = known.chunk_count + excluded.chunk_count, total_length = known.total_length + excluded.total_length`;

/** $4 and $5: the last passage that was removed before. Answers with the last that was removed now. */
const REMOVE = `
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
      SELECT DISTINCT id, lexeme FROM gone, unnest(string_to_array(lexemes, ' ')) AS lexeme
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

/** $3: the last lexeme that was looked at before. Answers with the last that was looked at now. */
const FORGET_UNUSED = `
  WITH page AS (
    SELECT lexeme, chunk_count FROM knowledge_lexemes
    WHERE workspace_id = $1 AND agent_id = $2 AND lexeme > $3 ORDER BY lexeme LIMIT ${LEXEMES_PER_PAGE}
  ), forgotten AS (
    DELETE FROM knowledge_lexemes AS known USING page
    WHERE known.workspace_id = $1 AND known.agent_id = $2 AND known.lexeme = page.lexeme AND page.chunk_count = 0
  )
  SELECT max(lexeme) AS lexeme FROM page`;

/** Has the database stem the words of a draft; before anything is locked. */
export async function stem(db: Queryable, language: Language, draft: DraftedIndex): Promise<void> {
  for (let words = await draft.words(); words !== null; words = await draft.words()) {
    const { rows } = await db.query<{ lexemes: string }>(LEXEMES, [language, words]);
    await draft.learn(rows[0]?.lexemes ?? '');
  }
}

/**
 * Puts a source's passages in place of those it had, in the caller's transaction: readers see either all old or all
 * new ones, and the agent's statistics fit. Waits for another source of the same agent that is being written. The draft
 * is stemmed already. The caller sets the source's `index_generation` to `generation` in the same transaction.
 *
 * @returns how many passages it has now
 */
export async function replaceSourceIndex(db: Queryable, source: SourceToIndex, draft: DraftedIndex): Promise<number> {
  await removeSourceIndex(db, source);
  const { workspaceId, agentId, sourceId, generation, language } = source;
  for (let some = await draft.batch(); some !== null; some = await draft.batch()) {
    const { chunks, lexemes, ordinals, tfs, boosts } = some;
    const passages = [chunks, lexemes, ordinals, tfs, boosts];
    await db.query(INSERT_PASSAGES, [workspaceId, agentId, sourceId, generation, language, ...passages]);
  }
  for (let some = await draft.count(); some !== null; some = await draft.count()) {
    await db.query(COUNT_LEXEMES, [workspaceId, agentId, some.lexemes, some.counts]);
  }
  const { chunks, length } = await draft.totals();
  if (chunks > 0) await db.query(COUNT_CHUNKS, [workspaceId, agentId, language, chunks, length]);
  return chunks;
}

/** Deletes a source's passages and takes them out of the agent's statistics, in the caller's transaction. */
export async function removeSourceIndex(
  db: Queryable,
  { workspaceId, agentId, sourceId }: AgentKey & { readonly sourceId: string },
): Promise<void> {
  await db.query(LOCK, [workspaceId, agentId]);
  for (let last: { generation: number; ordinal: number } | undefined = { generation: -1, ordinal: -1 }; last;) {
    const parameters: unknown[] = [workspaceId, agentId, sourceId, last.generation, last.ordinal];
    last = (await db.query<{ generation: number; ordinal: number }>(REMOVE, parameters)).rows[0];
  }
}

/** Deletes vocabulary that no passage uses any more; for a clean-up job, in a transaction. */
export async function forgetUnusedLexemes(db: Queryable, { workspaceId, agentId }: AgentKey): Promise<void> {
  await db.query(LOCK, [workspaceId, agentId]);
  for (let last: string | null | undefined = ''; typeof last === 'string';) {
    const parameters: unknown[] = [workspaceId, agentId, last];
    last = (await db.query<{ lexeme: string | null }>(FORGET_UNUSED, parameters)).rows[0]?.lexeme;
  }
}
