import { followUpContext } from '../language/follow-up';
import { RankedPassage } from './passage.types';
import { askedWords, FoundTerm, queryTerms } from './query-terms';
import { AgentKey, Queryable } from './queryable';
import { RANK, READ_PASSAGES } from './rank.sql';
import { Candidate, rerank } from './rerank';
import { sectionAddress } from './section-address';

/** Passages that BM25 hands on to be read closely. */
const READ_CLOSELY = 50;

interface RankRow extends Candidate {
  readonly terms: FoundTerm[] | null;
}

interface RankOptions {
  readonly limit: number;
  /** What was asked before; it counts only where the question makes no sense without it. */
  readonly context?: string;
  /** Ids of passages that mean nearly the same as a text, nearest first; asked while the words are looked up. */
  readonly nearest?: (text: string) => Promise<readonly string[]>;
}

/**
 * The passages of an agent's live sources that speak of a question, best first; empty where no word of it occurs, unless some
 * mean nearly the same. One statement, and one more for passages that are found by meaning alone.
 */
export async function rankPassages(
  db: Queryable,
  agent: AgentKey,
  question: string,
  { limit, context: earlier, nearest = () => Promise.resolve([]) }: RankOptions,
): Promise<RankedPassage[]> {
  const context = followUpContext(question, earlier === undefined ? [] : [earlier]);
  const asked = askedWords(question, context);
  if (asked.length === 0) return [];
  const [{ rows }, near] = await Promise.all([
    db.query<RankRow>(RANK, [
      agent.workspaceId,
      agent.agentId,
      asked.map(({ word }) => word),
      asked.map(({ counts }) => counts),
      Math.max(READ_CLOSELY, limit),
    ]),
    nearest(context === '' ? question : `${context}\n${question}`),
  ]);
  const candidates = [...rows, ...(await others(db, agent, rows, near))].map((row) => {
    const { terms: _terms, ...candidate } = row as RankRow;
    return { ...candidate, url: sectionAddress(candidate) };
  });
  if (candidates.length === 0) return [];
  return rerank(question, queryTerms(rows[0]?.terms ?? [], asked), candidates, limit, near);
}

/** Those that only their meaning has found. */
async function others(
  db: Queryable,
  { workspaceId, agentId }: AgentKey,
  rows: readonly RankRow[],
  near: readonly string[],
): Promise<Candidate[]> {
  const found = new Set(rows.map(({ chunkId }) => chunkId));
  const missing = near.filter((id) => !found.has(id));
  if (missing.length === 0) return [];
  return (await db.query<Candidate>(READ_PASSAGES, [workspaceId, agentId, missing])).rows;
}
