import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../common/database/whole-number';
import type { FailedSitemap, FailureClass, SourceStatus, SourceType } from './source.types';

/** A source, which is also the job that indexes it: what is only the job's is not selected. */
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

  @Column('bigint', { transformer: wholeNumber })
  sizeBytes: number;

  /** The text search configuration that was asked for; null: detected. */
  @Column('text', { nullable: true })
  languageWanted: string | null;

  @Column('integer', { default: 0 })
  chunkCount: number;

  /** Passages of the index that was embedded last. */
  @Column('integer', { default: 0 })
  refusedChunkCount: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastIndexedAt: Date | null;

  @Column('text', { nullable: true })
  failureClass: FailureClass | null;

  @Column('text', { nullable: true })
  failureMessage: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failureAt: Date | null;

  /** Orders the queue. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', select: false })
  dueAt: Date;

  /** Claims since it was queued. */
  @Column('integer', { default: 0, select: false })
  attempts: number;

  /** Grows with every claim, and when the source is removed: only the newest may finish it. */
  @Column('bigint', { default: 0, select: false })
  fence: string;

  @Column({ type: 'timestamptz', precision: 3, nullable: true, select: false })
  leaseEndsAt: Date | null;

  /** Whether a process has claimed it and not given it back: where its lease has ended all the same, that one has died. */
  @Column('boolean', { default: false, select: false })
  isHeld: boolean;

  /** The sitemap that the page belongs to. */
  @Column('uuid', { nullable: true, select: false })
  parentId: string | null;

  /** Its address has to be fetched before it is indexed. */
  @Column('boolean', { default: false, select: false })
  toFetch: boolean;

  @Column('text', { nullable: true, select: false })
  charset: string | null;

  @Column('text', { nullable: true, select: false })
  etag: string | null;

  @Column('text', { nullable: true, select: false })
  lastModified: string | null;

  /** Where redirects ended. */
  @Column('text', { nullable: true, select: false })
  fetchedUrl: string | null;

  /** The address that the page gives itself. */
  @Column('text', { nullable: true, select: false })
  canonicalUrl: string | null;

  /** Of a page of a sitemap: when it changed, in the words of the sitemap. */
  @Column('text', { nullable: true, select: false })
  listedChange: string | null;

  /** Of a page of a sitemap index: the file of the index that leads to it. Of a sitemap whose address has changed: the earlier address. */
  @Column('text', { nullable: true, select: false })
  listedIn: string | null;

  /** Of a sitemap: files of it that the last fetch could not read, while it could read others. */
  @Column('jsonb', { default: () => `'[]'` })
  failedSitemaps: FailedSitemap[];

  /** Hours between two fetches; null: only on request. */
  @Column('integer', { nullable: true })
  refreshHours: number | null;

  /** When it is fetched again by itself. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  refreshAt: Date | null;

  /** Of the reader that tried last, successful or not; 0: of none that is known. */
  @Column('integer', { default: 0, select: false })
  readerVersion: number;

  /** The model of the embeddings of its passages; null: they have none, or not all. */
  @Column('text', { nullable: true, select: false })
  embeddedBy: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}
