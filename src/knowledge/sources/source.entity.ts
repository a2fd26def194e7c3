import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { FailureClass, SourceStatus, SourceType } from './source.types';

/** A source as it is shown; the columns of its job and index are the repositories' own. */
@Entity('knowledge_sources')
export class Source {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  agentId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  type: SourceType;

  @Column('text')
  name: string;

  @Column('text', { default: 'queued' })
  status: SourceStatus;

  @Column('text', { nullable: true })
  url: string | null;

  @Column('text', { nullable: true })
  mediaType: string | null;

  @Column('bigint', { transformer: { to: (value: number) => value, from: (value: string) => Number(value) } })
  sizeBytes: number;

  /** The text search configuration that was asked for; null: detected. */
  @Column('text', { nullable: true })
  languageWanted: string | null;

  @Column('integer', { default: 0 })
  chunkCount: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastIndexedAt: Date | null;

  @Column('text', { nullable: true })
  failureClass: FailureClass | null;

  @Column('text', { nullable: true })
  failureMessage: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failureAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}
