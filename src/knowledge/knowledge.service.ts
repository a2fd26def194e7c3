import { Injectable } from '@nestjs/common';
import { SearchPool } from '../common/database/search-pool';
import type { RankedPassage } from './retrieval/passage.types';
import { rankPassages } from './retrieval/rank-passages';

export interface KnowledgeQuestion {
  question: string;
  /** What was said before, oldest first: a question may make sense only after it. */
  history?: readonly { role: 'customer' | 'agent'; content: string }[];
  limit: number;
}

/** What an agent knows about a question. One statement; never a passage of a source that was removed. */
@Injectable()
export class KnowledgeService {
  constructor(private readonly searches: SearchPool) {}

  /** Best first; empty where no word of the question occurs. @throws SearchesOverloaded 503 */
  async passages(
    agent: { workspaceId: string; id: string },
    { question, history = [], limit }: KnowledgeQuestion,
  ): Promise<RankedPassage[]> {
    const { workspaceId, id: agentId } = agent;
    const context = history.findLast(({ role }) => role === 'customer')?.content;
    // Prepared, because planning the search takes as long as a small agent's search itself.
    const database = {
      query: async <Row>(sql: string, values: readonly unknown[]) => ({
        rows: await this.searches.prepared<Row>(workspaceId, sql, values),
      }),
    };
    const options = { limit, ...(context === undefined ? {} : { context }) };
    return rankPassages(database, { workspaceId, agentId }, question, options);
  }
}
