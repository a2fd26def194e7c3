import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A source whose passages are to be embedded: as `LeasedRow`, but a job that is over has no row. */
@Entity('knowledge_embedding_jobs')
export class EmbeddingJob {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  agentId: string;

  @PrimaryColumn('uuid')
  sourceId: string;

  /** Orders the queue, and is where the lease ends. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  dueAt: Date;

  @Column('bigint', { default: 0 })
  fence: string;

  @Column('boolean', { default: false })
  isHeld: boolean;

  @Column('integer', { default: 0 })
  attempts: number;
}
