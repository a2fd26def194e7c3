import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { AgentKey, Queryable } from './retrieval/queryable';
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
  /** Prepared, because planning the search takes as long as a small agent's search itself. */
  private readonly database: Queryable;

  constructor(work: UnitOfWork) {
    this.database = { query: async (text, values) => ({ rows: await work.prepared(text, values) }) };
  }

  /** Best first; empty where no word of the question occurs. */
  async passages(
    agent: { workspaceId: string; id: string },
    { question, history = [], limit }: KnowledgeQuestion,
  ): Promise<RankedPassage[]> {
    const key: AgentKey = { workspaceId: agent.workspaceId, agentId: agent.id };
    const context = history.findLast(({ role }) => role === 'customer')?.content;
    return rankPassages(this.database, key, question, { limit, ...(context === undefined ? {} : { context }) });
  }
}
