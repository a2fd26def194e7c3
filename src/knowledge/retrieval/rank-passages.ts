import { followUpContext } from '../language/follow-up';
import { RankedPassage } from './passage.types';
import { askedWords, FoundTerm, queryTerms } from './query-terms';
import { AgentKey, Queryable } from './queryable';
import { RANK } from './rank.sql';
import { Candidate, rerank } from './rerank';
import { sectionAddress } from './section-address';

/** Passages that BM25 hands on to be read closely. */
const READ_CLOSELY = 50;

interface RankRow extends Candidate {
  readonly terms: FoundTerm[] | null;
}

/**
 * The passages of an agent's live sources that speak of a question, best first; empty where no word of it occurs.
 * One statement.
 * `context` is what was asked before; it counts only where the question makes no sense without it.
 */
export async function rankPassages(
  db: Queryable,
  agent: AgentKey,
  question: string,
  options: { readonly limit: number; readonly context?: string },
): Promise<RankedPassage[]> {
  const context = followUpContext(question, options.context === undefined ? [] : [options.context]);
  const asked = askedWords(question, context);
  if (asked.length === 0) return [];
  const { rows } = await db.query<RankRow>(RANK, [
    agent.workspaceId,
    agent.agentId,
    asked.map(({ word }) => word),
    asked.map(({ counts }) => counts),
    Math.max(READ_CLOSELY, options.limit),
  ]);
  const first = rows[0];
  if (!first) return [];
  const candidates = rows.map(({ terms: _terms, ...candidate }) => ({ ...candidate, url: sectionAddress(candidate) }));
  return rerank(question, queryTerms(first.terms ?? [], asked), candidates, options.limit);
}
