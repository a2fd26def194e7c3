import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { dueStates, Queues } from '../../common/jobs/queues';
import { takenUp } from '../../common/jobs/takeovers';
import { Turns } from '../../common/jobs/turns';
import { KnowledgeTest, TEST_LEASE } from './knowledge-test.entity';
import type { TestKey, TestQuestion, TestResult } from './knowledge-test.types';
import type { TestFailure } from './knowledge-tests.errors';
import { APPEND_RESULTS, CLAIM_TEST } from './test-jobs.sql';

/** A test that this process may work on until its lease ends. */
export interface TestClaim extends TestKey {
  memberId: string;
  questions: TestQuestion[];
  /** How many of them have a result. */
  done: number;
  /** How often it was claimed since it last got on, this time included. */
  attempts: number;
  secondsSinceStart: number;
  /** Tells this claim from an earlier or later one of the same test. */
  fence: string;
}

/** The table knowledge_tests as the queue that it also is. */
@Injectable()
export class TestJobsRepository {
  private readonly turns: Turns;

  constructor(
    private readonly work: UnitOfWork,
    queues: Queues,
  ) {
    queues.register({ queue: 'knowledge_tests', table: 'knowledge_tests', states: dueStates() });
    this.turns = new Turns(work, {
      table: 'knowledge_tests t',
      waiting: 'due_at IS NOT NULL',
      due: 'due_at <= now()',
      since: 'due_at',
    });
  }

  /**
   * Of the workspace whose turn it is the test that has waited longest, or whose worker died; null where there is none.
   */
  claim(): Promise<TestClaim | null> {
    return this.turns.take(async (workspaceId) => {
      const [found] = await this.work.query<TestClaim & { isTakenOver: boolean }>(CLAIM_TEST, [workspaceId]);
      return takenUp('knowledge_tests', found);
    });
  }

  /** Goes on holding a claim; does nothing where it is no longer this process's. */
  async renew(claim: TestClaim): Promise<void> {
    await this.update(claim, { dueAt: () => `now() + ${TEST_LEASE.interval}` });
  }

  /** Lets others have their turn; the test goes on where it is. */
  async release(claim: TestClaim): Promise<void> {
    await this.update(claim, { dueAt: () => 'now()', attempts: () => 'attempts - 1', isHeld: false });
  }

  /** After a failure that may pass: another attempt in a little while. */
  async postpone(claim: TestClaim): Promise<void> {
    await this.update(claim, { dueAt: () => `now() + interval '10 seconds'`, isHeld: false });
  }

  /** Of the next questions; false where the claim is no longer this process's. */
  async append({ workspaceId, agentId, id, fence }: TestClaim, results: readonly TestResult[]): Promise<boolean> {
    const parameters = [workspaceId, agentId, id, fence, JSON.stringify(results)];
    return (await this.work.query(APPEND_RESULTS, parameters)).length > 0;
  }

  async finish(claim: TestClaim): Promise<void> {
    await this.update(claim, { status: 'completed', finishedAt: () => 'now()', dueAt: null });
  }

  /** Keeps the results that there are. */
  async finishFailed(claim: TestClaim, { code, message }: TestFailure): Promise<void> {
    const failure = { status: 'failed' as const, failureCode: code, failureMessage: message };
    await this.update(claim, { ...failure, finishedAt: () => 'now()', dueAt: null });
  }

  /** Where the claim still holds. */
  private async update(
    { workspaceId, agentId, id, fence }: TestClaim,
    change: QueryDeepPartialEntity<KnowledgeTest>,
  ): Promise<void> {
    await this.work.manager.update(KnowledgeTest, { workspaceId, agentId, id, fence, status: 'running' }, change);
  }
}
