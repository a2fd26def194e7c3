import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { BackgroundRunner } from '../common/jobs/background-runner';
import type { Member, WorkspaceScope } from '../common/request/principal';
import type { KnowledgeTest } from './knowledge-test.entity';
import type { TestQuestion } from './knowledge-test.types';
import { KNOWLEDGE_TESTING } from './knowledge-testing';
import { TooManyTests } from './knowledge-tests.errors';
import { KnowledgeTestsRepository } from './knowledge-tests.repository';

/** Of a workspace. */
const MOST_UNFINISHED = 3;
/** Of an agent, newest first. */
const KEPT = 20;

/** Tests of what agents answer: begun here, worked on by `KnowledgeTesting`. */
@Injectable()
export class KnowledgeTestsService {
  constructor(
    private readonly tests: KnowledgeTestsRepository,
    private readonly work: UnitOfWork,
    private readonly runner: BackgroundRunner,
  ) {}

  /** @throws TooManyTests 429 */
  async start(
    { workspaceId, memberId }: Member,
    agentId: string,
    questions: readonly TestQuestion[],
  ): Promise<KnowledgeTest> {
    const test = await this.work.run(async () => {
      await this.tests.lockPlaces(workspaceId);
      if ((await this.tests.countUnfinished(workspaceId)) >= MOST_UNFINISHED) throw new TooManyTests();
      const id = await this.tests.insert({ workspaceId, agentId, memberId, questions: [...questions] });
      await this.tests.deleteOlder(workspaceId, agentId, KEPT);
      return this.tests.require(workspaceId, agentId, id);
    });
    this.runner.wake(KNOWLEDGE_TESTING);
    return test;
  }

  get({ workspaceId }: WorkspaceScope, agentId: string, testId: string): Promise<KnowledgeTest> {
    return this.tests.require(workspaceId, agentId, testId);
  }
}
