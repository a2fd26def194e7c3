import { Injectable } from '@nestjs/common';
import { In, Not } from 'typeorm';
import { advisoryLock } from '../common/database/advisory-lock';
import { type Page, pageOf, type PageRequest } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId, uuidOrNil } from '../common/database/uuid';
import { required } from '../common/errors/required';
import { ClaimLost } from '../common/jobs/lease';
import { KnowledgeTest } from './knowledge-test.entity';
import type { ListedTest, TestClaim, TestResult } from './knowledge-test.types';
import { APPEND_RESULTS, LIST_TESTS } from './knowledge-tests.sql';

/** The table knowledge_tests. */
@Injectable()
export class KnowledgeTestsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Keeps others from beginning a test in the workspace until the transaction ends. */
  lockPlaces(workspaceId: string): Promise<void> {
    return advisoryLock(this.work, `knowledge-tests:${workspaceId}`);
  }

  countUnfinished(workspaceId: string): Promise<number> {
    return this.work.manager.countBy(KnowledgeTest, { workspaceId, status: In(['queued', 'running']) });
  }

  async insert(
    test: Pick<KnowledgeTest, 'workspaceId' | 'agentId' | 'memberId' | 'questions' | 'models'>,
  ): Promise<string> {
    const id = newId();
    await this.work.manager.insert(KnowledgeTest, { ...test, id });
    return id;
  }

  /** Of an agent, what is over and not among its newest. */
  async deleteOlder(workspaceId: string, agentId: string, keep: number): Promise<void> {
    const where = { workspaceId, agentId };
    const newest = await this.work.manager.find(KnowledgeTest, {
      select: { workspaceId: true, agentId: true, id: true },
      where,
      order: { id: 'DESC' },
      take: keep,
    });
    const isOver = In(['completed', 'failed']);
    await this.work.manager.delete(KnowledgeTest, {
      ...where,
      status: isOver,
      id: Not(In(newest.map(({ id }) => id))),
    });
  }

  /** @throws NotFound 404 */
  async require(workspaceId: string, agentId: string, id: string): Promise<KnowledgeTest> {
    const which = { workspaceId, agentId: uuidOrNil(agentId), id: uuidOrNil(id) };
    return required(await this.work.manager.findOneBy(KnowledgeTest, which));
  }

  /** Newest first, without questions and answers. */
  page(workspaceId: string, agentId: string, { limit, cursor }: PageRequest): Promise<Page<ListedTest>> {
    const read = (most: number): Promise<ListedTest[]> =>
      this.work.query<ListedTest>(LIST_TESTS, [workspaceId, uuidOrNil(agentId), cursor ?? null, most]);
    return pageOf(limit, read, ({ id }) => id);
  }

  exists(workspaceId: string, agentId: string, id: string): Promise<boolean> {
    const which = { workspaceId, agentId: uuidOrNil(agentId), id: uuidOrNil(id) };
    return this.work.manager.existsBy(KnowledgeTest, which);
  }

  /** Of the next questions. @throws ClaimLost where the claim is no longer this process's */
  async append({ workspaceId, agentId, id, fence }: TestClaim, results: readonly TestResult[]): Promise<void> {
    const parameters = [workspaceId, agentId, id, fence, JSON.stringify(results)];
    if ((await this.work.query(APPEND_RESULTS, parameters)).length === 0) throw new ClaimLost();
  }
}
