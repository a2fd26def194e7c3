import { Injectable } from '@nestjs/common';
import { SearchPool } from '../common/database/search-pool';
import { type Language, languageOfQuestion } from './language/language';
import { sameEverywhere } from './language/same-everywhere';
import { ENOUGH_EVIDENCE, type RankedPassage } from './retrieval/passage.types';
import type { Queryable } from './retrieval/queryable';
import { rankPassages } from './retrieval/rank-passages';
import { SemanticSearch } from './semantic/semantic-search';

export interface KnowledgeQuestion {
  question: string;
  /** What was said before, oldest first: a question may make sense only after it. */
  history?: readonly { role: 'customer' | 'agent'; content: string }[];
  limit: number;
}

/** What an agent knows about a question; never a passage of a source that was removed. */
@Injectable()
export class KnowledgeService {
  constructor(
    private readonly searches: SearchPool,
    private readonly semantic: SemanticSearch,
  ) {}

  /**
   * Best first; empty where no word of the question occurs, and nothing means nearly the same. One statement beside those of
   * {@link SemanticSearch}, and two more for a question that seems to be in a language that none of them is in: it is looked
   * for by its names, figures and commands alone.
   *
   * @throws SearchesOverloaded 503
   */
  async passages(
    agent: { workspaceId: string; id: string },
    { question, history = [], limit }: KnowledgeQuestion,
  ): Promise<RankedPassage[]> {
    const { workspaceId, id: agentId } = agent;
    const context = history.findLast(({ role }) => role === 'customer')?.content;
    const nearest = (text: string): Promise<string[]> => this.semantic.nearest({ workspaceId, agentId }, text);
    const options = { limit, nearest, ...(context === undefined ? {} : { context }) };
    const database = this.databaseOf(workspaceId);
    const found = await rankPassages(database, { workspaceId, agentId }, question, options);
    if (found.length === 0 || found[0]!.evidence >= ENOUGH_EVIDENCE) return found;
    const same = sameEverywhere(question);
    if (same.length === 0) return found;
    const language = await this.languageOf(workspaceId, question);
    if (language === null || found.some((passage) => passage.language === language)) return found;
    return rankPassages(database, { workspaceId, agentId }, same.join(' '), { limit });
  }

  /** The language of a question; null where its words do not tell. @throws SearchesOverloaded 503 */
  languageOf(workspaceId: string, question: string): Promise<Language | null> {
    return languageOfQuestion(this.databaseOf(workspaceId), question);
  }

  /** Prepared, because planning the search takes as long as a small agent's search itself. */
  private databaseOf(workspaceId: string): Queryable {
    return {
      query: async <Row>(sql: string, values: readonly unknown[]) => ({
        rows: await this.searches.prepared<Row>(workspaceId, sql, values),
      }),
    };
  }
}
