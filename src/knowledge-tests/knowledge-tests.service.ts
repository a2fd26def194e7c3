import { Injectable } from '@nestjs/common';
import { AgentsService } from '../agents/agents.service';
import type { Page, PageRequest } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import { BackgroundRunner } from '../common/jobs/background-runner';
import type { Member, WorkspaceScope } from '../common/request/principal';
import type { KnowledgeTest } from './knowledge-test.entity';
import { type ListedTest, MOST_ANSWERS, type TestQuestion } from './knowledge-test.types';
import { KNOWLEDGE_TESTING } from './knowledge-testing';
import { TooManyAnswers, TooManyTests } from './knowledge-tests.errors';
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
    private readonly agents: AgentsService,
    private readonly work: UnitOfWork,
    private readonly runner: BackgroundRunner,
  ) {}

  /** @throws TooManyTests 429, TooManyAnswers 400, ModelNotAllowed 400 */
  async start(
    member: Member,
    agentId: string,
    { questions, models }: { questions: readonly TestQuestion[]; models: readonly string[] },
  ): Promise<KnowledgeTest> {
    const { workspaceId, memberId } = member;
    if (questions.length * models.length > MOST_ANSWERS) throw new TooManyAnswers(MOST_ANSWERS);
    if (models.length > 0) await this.agents.ensureModels(member, models, '/models');
    const test = await this.work.run(async () => {
      await this.tests.lockPlaces(workspaceId);
      if ((await this.tests.countUnfinished(workspaceId)) >= MOST_UNFINISHED) throw new TooManyTests();
      const id = await this.tests.insert({
        workspaceId,
        agentId,
        memberId,
        questions: [...questions],
        models: [...models],
      });
      await this.tests.deleteOlder(workspaceId, agentId, KEPT);
      return this.tests.require(workspaceId, agentId, id);
    });
    this.runner.wake(KNOWLEDGE_TESTING);
    return test;
  }

  get({ workspaceId }: WorkspaceScope, agentId: string, testId: string): Promise<KnowledgeTest> {
    return this.tests.require(workspaceId, agentId, testId);
  }

  /** Newest first. */
  page({ workspaceId }: WorkspaceScope, agentId: string, request: PageRequest): Promise<Page<ListedTest>> {
    return this.tests.page(workspaceId, agentId, request);
  }
}
