import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { RankedPassage } from './retrieval/passage.types';
import { rankPassages } from './retrieval/rank-passages';
import type { Queryable } from './retrieval/queryable';

export interface PassageQuery {
  question: string;
  /** What the customer asked before; helps a question that only makes sense after it. */
  earlierQuestion?: string;
  /** 1 to 20. */
  limit: number;
}

/** Finding passages in an agent's live sources, for chat turns and for people who look things up. One statement. */
@Injectable()
export class PassagesService {
  private readonly database: Queryable;

  constructor(work: UnitOfWork) {
    this.database = { query: async (text, values) => ({ rows: await work.query(text, values) }) };
  }

  rank(workspaceId: string, agentId: string, query: PassageQuery): Promise<RankedPassage[]> {
    const { question, earlierQuestion, limit } = query;
    return rankPassages(this.database, { workspaceId, agentId }, question, { limit, context: earlierQuestion });
  }
}
