import { Entity, PrimaryColumn } from 'typeorm';
import { LeasedRow } from '../../common/jobs/leased-row';

/** A source whose passages are to be embedded. */
@Entity('knowledge_embedding_jobs')
export class EmbeddingJob extends LeasedRow {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  agentId: string;

  @PrimaryColumn('uuid')
  sourceId: string;
}
