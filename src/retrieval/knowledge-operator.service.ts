import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { KnowledgeService } from './knowledge.service';

/** Characters of a passage that are searched for. */
const SAMPLE_CHARACTERS = 200;
const LIMIT = 10;

/**
 * By hand: of all workspaces, some indexed passages, from the sources that come first. `$1` number of sources, `$2`
 * characters.
 */
const SAMPLE_PASSAGES = `
  SELECT s.workspace_id AS "workspaceId", s.agent_id AS id, s.id AS "sourceId", left(c.body, $2) AS question
  FROM knowledge_sources s, LATERAL (
    SELECT body FROM knowledge_chunks c
    WHERE c.workspace_id = s.workspace_id AND c.agent_id = s.agent_id AND c.source_id = s.id AND c.generation = s.index_generation
    ORDER BY ordinal LIMIT 1
  ) c
  WHERE s.status = 'ready' LIMIT $1`;

/** For the operator's commands: asks for no credential. */
@Injectable()
export class KnowledgeOperatorService {
  constructor(
    private readonly work: UnitOfWork,
    private readonly knowledge: KnowledgeService,
  ) {}

  /** Searches for texts of some sources, as a turn would, and writes nothing. Returns how many it searched for, and found. */
  async findSome(sources: number): Promise<{ searched: number; found: number }> {
    type Sample = { workspaceId: string; id: string; sourceId: string; question: string };
    const samples = await this.work.query<Sample>(SAMPLE_PASSAGES, [sources, SAMPLE_CHARACTERS]);
    let found = 0;
    for (const { question, sourceId, ...agent } of samples) {
      const passages = await this.knowledge.passages(agent, { question, limit: LIMIT });
      if (passages.some((passage) => passage.sourceId === sourceId)) found += 1;
    }
    return { searched: samples.length, found };
  }
}
