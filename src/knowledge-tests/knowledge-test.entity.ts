import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { Lease } from '../common/jobs/lease';
import { LeasedRow } from '../common/jobs/leased-row';
import type { TestQuestion, TestResult, TestStatus } from './knowledge-test.types';

export const TEST_LEASE = new Lease(20);

/** Questions that an agent is asked, and what has become of them so far; also the job that asks them. */
@Entity('knowledge_tests')
export class KnowledgeTest extends LeasedRow {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  agentId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  memberId: string;

  @Column('text')
  status: TestStatus;

  @Column('jsonb')
  questions: TestQuestion[];

  /** That are asked each question. Empty: that of the agent. */
  @Column('text', { array: true })
  models: string[];

  /** Of the first questions that were asked, in the order of {@link askedQuestions}. */
  @Column('jsonb')
  results: TestResult[];

  @Column('text', { nullable: true })
  failureCode: string | null;

  @Column('text', { nullable: true })
  failureMessage: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  startedAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finishedAt: Date | null;
}
