import { advisoryLock } from '../common/database/advisory-lock';
import { Language } from '../language/language';
import type { CountBatch, PassageBatch, WholeIndex } from './index-draft';
import {
  FORGET_UNUSED_LEXEMES,
  INSERT_PASSAGES,
  LEXEMES_OF_WORDS,
  REMOVE_PASSAGES,
  UPSERT_LEXEME_COUNTS,
  UPSERT_STATISTICS,
} from './index-source.sql';
import { AgentKey, Queryable } from './queryable';

/** A source whose passages are to be written; `generation` is the one that it will serve from. */
export interface SourceToIndex extends AgentKey {
  readonly sourceId: string;
  readonly generation: number;
  readonly name: string;
  readonly language: Language;
}

/** A source of this one has no passages so far. */
const FIRST_GENERATION = 1;

type Eventually<T> = T | Promise<T>;

/** The written part of an {@link IndexDraft}, here or in another process. */
export interface IndexToWrite {
  batch(): Eventually<PassageBatch | null>;
  count(): Eventually<CountBatch | null>;
  totals(): Eventually<{ chunks: number; length: number }>;
}

/** An {@link IndexDraft}, here or in another process. */
export interface DraftedIndex extends IndexToWrite {
  words(): Eventually<string | null>;
  learn(lexemes: string): Eventually<void>;
}

/** An index that was handed over at once, in the form in which it is written. */
export function handedOver({ batch, count, totals }: WholeIndex): IndexToWrite {
  const batches = [batch];
  const counts = count ? [count] : [];
  return { batch: () => batches.shift() ?? null, count: () => counts.shift() ?? null, totals: () => totals };
}

/** Has the database stem the words of a draft; before anything is locked. */
export async function stem(db: Queryable, language: Language, draft: DraftedIndex): Promise<void> {
  for (let words = await draft.words(); words !== null; words = await draft.words()) {
    const { rows } = await db.query<{ lexemes: string }>(LEXEMES_OF_WORDS, [language, words]);
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
export async function replaceSourceIndex(db: Queryable, source: SourceToIndex, draft: IndexToWrite): Promise<number> {
  const { workspaceId, agentId, sourceId, generation, language } = source;
  if (generation > FIRST_GENERATION) await removeSourceIndex(db, source);
  else await lockIndex(db, source);
  for (let some = await draft.batch(); some !== null; some = await draft.batch()) {
    const { chunks, lexemes, ordinals, tfs, boosts } = some;
    const passages = [chunks, lexemes, ordinals, tfs, boosts];
    await db.query(INSERT_PASSAGES, [workspaceId, agentId, sourceId, generation, language, ...passages]);
  }
  for (let some = await draft.count(); some !== null; some = await draft.count()) {
    await db.query(UPSERT_LEXEME_COUNTS, [workspaceId, agentId, some.lexemes, some.counts]);
  }
  const { chunks, length } = await draft.totals();
  if (chunks > 0) await db.query(UPSERT_STATISTICS, [workspaceId, agentId, language, chunks, length]);
  return chunks;
}

/** Deletes a source's passages and takes them out of the agent's statistics, in the caller's transaction. */
export async function removeSourceIndex(
  db: Queryable,
  { workspaceId, agentId, sourceId }: AgentKey & { readonly sourceId: string },
): Promise<void> {
  await lockIndex(db, { workspaceId, agentId });
  for (let last: { generation: number; ordinal: number } | undefined = { generation: -1, ordinal: -1 }; last;) {
    const parameters: unknown[] = [workspaceId, agentId, sourceId, last.generation, last.ordinal];
    last = (await db.query<{ generation: number; ordinal: number }>(REMOVE_PASSAGES, parameters)).rows[0];
  }
}

/** Deletes vocabulary that no passage uses any more; for a clean-up job, in a transaction. */
export async function forgetUnusedLexemes(db: Queryable, { workspaceId, agentId }: AgentKey): Promise<void> {
  await lockIndex(db, { workspaceId, agentId });
  for (let last: string | null | undefined = ''; typeof last === 'string';) {
    const parameters: unknown[] = [workspaceId, agentId, last];
    last = (await db.query<{ lexeme: string | null }>(FORGET_UNUSED_LEXEMES, parameters)).rows[0]?.lexeme;
  }
}

/** One writer per agent: the statistics are summed row by row, and two writers would wait for each other's rows. */
function lockIndex(db: Queryable, { workspaceId, agentId }: AgentKey): Promise<void> {
  return advisoryLock(db, `knowledge:${workspaceId}${agentId}`);
}
