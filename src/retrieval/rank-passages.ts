import { followUpContext } from '../language/follow-up';
import type { EmbeddingSet, RankedPassage } from './passage.types';
import { type AskedWord, askedWords, FoundTerm, MOST_WORDS, queryTerms } from './query-terms';
import { AgentKey, Queryable } from './queryable';
import { RANK, READ_PASSAGES } from './rank.sql';
import { Candidate, rerank } from './rerank';
import { sectionAddress } from './section-address';

/** Passages that BM25 hands on to be read closely. */
const READ_CLOSELY = 50;

interface Found extends Candidate {
  readonly terms: FoundTerm[] | null;
}

interface AgentFigures {
  readonly passages: number | null;
  readonly embeddingVersion: string | null;
}

/** Without a passage where none is found. */
type RankRow = (Found | { readonly chunkId: null }) & AgentFigures;

interface RankOptions {
  readonly limit: number;
  /** The previous message; it counts only where the question makes no sense without it. */
  readonly context?: string;
  /** Words that stand for some of the question's own, beside those that do for every agent. */
  readonly others?: readonly AskedWord[];
  /** Ids of passages that mean nearly the same as a text, nearest first; only asked of an agent that has embeddings. */
  readonly nearest?: (text: string, set: EmbeddingSet) => Promise<readonly string[]>;
}

/**
 * The passages of an agent's live sources that speak of a question, best first; empty where no word of it occurs, unless some
 * mean nearly the same. One statement, and one more for passages that are found by meaning alone.
 */
export async function rankPassages(
  db: Queryable,
  agent: AgentKey,
  question: string,
  { limit, context: earlier, others: standing = [], nearest = () => Promise.resolve([]) }: RankOptions,
): Promise<RankedPassage[]> {
  const context = followUpContext(question, earlier === undefined ? [] : [earlier]);
  const questionWords = [...askedWords(question, context), ...standing.slice(0, MOST_WORDS)];
  if (questionWords.length === 0) return [];
  const ranked = await db.query<RankRow>(RANK, [
    agent.workspaceId,
    agent.agentId,
    questionWords.map(({ word }) => word),
    questionWords.map(({ counts }) => counts),
    Math.max(READ_CLOSELY, limit),
    questionWords.filter(({ means }) => means === undefined).length,
  ]);
  const rows = ranked.rows.filter((row) => row.chunkId !== null);
  const set = embeddingSetOf(ranked.rows[0]);
  const near = set ? await nearest(context === '' ? question : `${context}\n${question}`, set) : [];
  const candidates = [...rows, ...(await others(db, agent, rows, near))].map((row) => {
    const {
      terms: _terms,
      passages: _passages,
      embeddingVersion: _version,
      ...candidate
    } = row as Found & AgentFigures;
    return { ...candidate, url: sectionAddress(candidate) };
  });
  if (candidates.length === 0) return [];
  return rerank(
    question,
    queryTerms(rows[0]?.terms ?? [], questionWords),
    candidates,
    limit,
    near,
    ranked.rows[0]?.passages ?? Infinity,
  );
}

/** Null for an agent that has no passages, or never had embeddings. */
function embeddingSetOf(row?: AgentFigures): EmbeddingSet | null {
  return row?.embeddingVersion && row.passages
    ? { version: Number(row.embeddingVersion), passages: row.passages }
    : null;
}

/** Those that only their meaning has found. */
async function others(
  db: Queryable,
  { workspaceId, agentId }: AgentKey,
  rows: readonly Candidate[],
  near: readonly string[],
): Promise<Candidate[]> {
  const found = new Set(rows.map(({ chunkId }) => chunkId));
  const missing = near.filter((id) => !found.has(id));
  if (missing.length === 0) return [];
  return (await db.query<Candidate>(READ_PASSAGES, [workspaceId, agentId, missing])).rows;
}
