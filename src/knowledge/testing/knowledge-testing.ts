import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import type { AnswerableAgent } from '../../chat/answer.types';
import { DomainError, NotFound } from '../../common/errors/domain-error';
import { BackgroundRunner, type BackgroundTask } from '../../common/jobs/background-runner';
import { ClaimLost } from '../../common/jobs/lease';
import { logger } from '../../common/logging/logger';
import { MembersService } from '../../workspaces/members/members.service';
import { TEST_LEASE } from './knowledge-test.entity';
import type { TestQuestion, TestResult } from './knowledge-test.types';
import { TestFailure } from './knowledge-tests.errors';
import { QuestionAsking } from './question-asking';
import { type TestClaim, TestJobsRepository } from './test-jobs.repository';

export const KNOWLEDGE_TESTING = 'knowledge-testing';

/** How long one test is worked on before the next one gets its turn, in milliseconds. */
const TURN_MS = 3_000;
/** Results that are written together. */
const BATCH = 10;
/** A question that keeps failing, or whose workers keep dying, ends the test. */
const MAX_ATTEMPTS = 4;
/** Of a whole test: a model that takes a minute for each question is not asked for hours. */
const MAX_SECONDS = 1_800;

/** Asks the questions of tests, one after the other; what was answered before a process died is not asked again. */
@Injectable()
export class KnowledgeTesting implements BackgroundTask {
  readonly name = KNOWLEDGE_TESTING;
  readonly idleMs = 500;

  constructor(
    private readonly jobs: TestJobsRepository,
    private readonly asking: QuestionAsking,
    private readonly members: MembersService,
    private readonly agents: AgentsService,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  async runOnce(signal: AbortSignal): Promise<boolean> {
    const claim = await this.jobs.claim();
    if (!claim) return false;
    try {
      await TEST_LEASE.whileHolding(
        () => this.jobs.renew(claim),
        () => this.takeTurn(claim, signal),
      );
    } catch (error) {
      await this.giveUp(claim, error);
    }
    return true;
  }

  private async takeTurn(claim: TestClaim, signal: AbortSignal): Promise<void> {
    if (claim.attempts > MAX_ATTEMPTS) {
      throw new TestFailure('model_unavailable', 'The agent did not answer a question in several attempts.');
    }
    if (claim.secondsSinceStart > MAX_SECONDS) {
      throw new TestFailure('too_slow', `The test took more than ${MAX_SECONDS / 60} minutes. Test fewer questions.`);
    }
    const agent = await this.agentOf(claim);
    const turnEnds = performance.now() + TURN_MS;
    const isOver = (): boolean => signal.aborted || performance.now() > turnEnds;
    let done = claim.done;
    while (done < claim.questions.length) {
      const results = await this.some(agent, claim.questions.slice(done, done + BATCH), claim, { signal, isOver });
      if (results.length > 0 && !(await this.jobs.append(claim, results))) throw new ClaimLost();
      done += results.length;
      if (isOver() && done < claim.questions.length) return this.jobs.release(claim);
    }
    await this.jobs.finish(claim);
  }

  /** Of as many questions as there is time for: of one at least, unless the process ends. */
  private async some(
    agent: AnswerableAgent,
    asked: readonly TestQuestion[],
    { questions }: TestClaim,
    { signal, isOver }: { signal: AbortSignal; isOver: () => boolean },
  ): Promise<TestResult[]> {
    const results: TestResult[] = [];
    for (const question of asked) {
      const result = await unlessAborted(this.asking.resultOf(agent, question, leadingTo(question, questions)), signal);
      if (result) results.push(result);
      if (isOver()) break;
    }
    return results;
  }

  /** What the member may do is looked up now, as for any request. @throws TestFailure where that is nothing any more */
  private async agentOf({ workspaceId, memberId, agentId }: TestClaim): Promise<AnswerableAgent> {
    const scope = await this.members.scopeOf(workspaceId, memberId);
    const gone = new TestFailure('membership_ended', 'Whoever started the test does not reach the agent any more.');
    if (!scope) throw gone;
    try {
      return await this.agents.require(scope, agentId);
    } catch (error) {
      throw error instanceof NotFound ? gone : error;
    }
  }

  private async giveUp(claim: TestClaim, error: unknown): Promise<void> {
    if (error instanceof ClaimLost) return;
    if (!(error instanceof TestFailure)) {
      await this.jobs.postpone(claim);
      // What a model or a full search has refused is told by the test, where it stays so.
      if (error instanceof DomainError) return;
      throw error;
    }
    logger.info({ testId: claim.id, code: error.code }, 'knowledge test failed');
    await this.jobs.finishFailed(claim, error);
  }
}

/** First one first. Input rules have seen to it that each comes before those that follow on it. */
function leadingTo({ after }: TestQuestion, questions: readonly TestQuestion[]): TestQuestion[] {
  const earlier = questions.find(({ id }) => id === after);
  return earlier ? [...leadingTo(earlier, questions), earlier] : [];
}

/** Null once the process ends, which does not wait until a model has thought. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result | null> {
  const ended = new AbortController();
  const aborted = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { signal: ended.signal });
    if (signal.aborted) resolve(null);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    ended.abort();
  }
}
