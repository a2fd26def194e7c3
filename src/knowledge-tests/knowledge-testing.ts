import { Injectable } from '@nestjs/common';
import { AgentsService } from '../agents/agents.service';
import type { AnswerableAgent } from '../chat/answer.types';
import { DomainError, NotFound } from '../common/errors/domain-error';
import type { LeasedQueue } from '../common/jobs/leased-queue';
import { LeasedQueues } from '../common/jobs/leased-queues';
import { logger } from '../common/logging/logger';
import { MembersService } from '../workspaces/members/members.service';
import { type AskedQuestion, askedQuestions } from './asked-questions';
import { KnowledgeTest, TEST_LEASE } from './knowledge-test.entity';
import type { TestClaim, TestQuestion, TestResult } from './knowledge-test.types';
import { TestFailure } from './knowledge-tests.errors';
import { KnowledgeTestsRepository } from './knowledge-tests.repository';
import { QuestionAsking } from './question-asking';

export const KNOWLEDGE_TESTING = 'knowledge-testing';

/** How long one test is worked on before the next one gets its turn, in milliseconds. */
const TURN_MS = 3_000;
/** Results that are written together. */
const BATCH = 10;
const UNANSWERED = 'The agent did not answer a question in several attempts.';
/** Of a whole test: a model that takes a minute for each question does not run for hours. */
const MAX_SECONDS = 1_800;

/** Asks the questions of tests, one after the other; what was answered before a process died is not asked again. */
@Injectable()
export class KnowledgeTesting {
  readonly queue: LeasedQueue<KnowledgeTest, TestClaim>;

  constructor(
    private readonly tests: KnowledgeTestsRepository,
    private readonly asking: QuestionAsking,
    private readonly members: MembersService,
    private readonly agents: AgentsService,
    queues: LeasedQueues,
  ) {
    this.queue = queues.open<KnowledgeTest, TestClaim>({
      name: 'knowledge_tests',
      task: KNOWLEDGE_TESTING,
      entity: KnowledgeTest,
      columns: ['memberId', 'questions', 'models'],
      computed: {
        done: 'jsonb_array_length(t.results)',
        secondsSinceStart: 'extract(epoch FROM now() - t.started_at)::float8',
      },
      leaseSeconds: TEST_LEASE.seconds,
      idleMs: 500,
      maxAttempts: 4,
      work: (claim, signal) => this.takeTurn(claim, signal),
      onError: (claim, error) => this.ended(claim, error),
      // A question that keeps failing, or whose workers keep dying.
      onExhausted: (claim) => this.fail(claim, new TestFailure('model_unavailable', UNANSWERED)),
      shape: { onClaim: `status = 'running', started_at = coalesce(t.started_at, now())` },
    });
  }

  private async takeTurn(claim: TestClaim, signal: AbortSignal): Promise<void> {
    if (claim.secondsSinceStart > MAX_SECONDS) {
      throw new TestFailure('too_slow', `The test took more than ${MAX_SECONDS / 60} minutes. Test fewer questions.`);
    }
    const agent = await this.agentOf(claim);
    const turnEnds = performance.now() + TURN_MS;
    const isOver = (): boolean => signal.aborted || performance.now() > turnEnds;
    const questions = askedQuestions(claim);
    let done = claim.done;
    while (done < questions.length) {
      const results = await this.some(agent, questions.slice(done, done + BATCH), claim, { signal, isOver });
      if (results.length > 0) await this.tests.append(claim, results);
      done += results.length;
      if (isOver() && done < questions.length) return this.queue.release(claim);
    }
    await this.queue.finish(claim, { status: 'completed', finishedAt: () => 'now()' });
  }

  /** Of as many questions as there is time for: of one at least, unless the process ends. */
  private async some(
    agent: AnswerableAgent,
    batch: readonly AskedQuestion[],
    { questions }: TestClaim,
    { signal, isOver }: { signal: AbortSignal; isOver: () => boolean },
  ): Promise<TestResult[]> {
    const results: TestResult[] = [];
    for (const { question, model } of batch) {
      const asking = this.asking.resultOf(agent, model, question, leadingTo(question, questions));
      const result = await unlessAborted(asking, signal);
      if (result) results.push(result);
      if (isOver()) break;
    }
    return results;
  }

  /** Looks up the member's access now, as for any request. @throws TestFailure where the member has lost it */
  private async agentOf({ workspaceId, memberId, agentId }: TestClaim): Promise<AnswerableAgent> {
    const scope = await this.members.scopeOf(workspaceId, memberId);
    const gone = new TestFailure(
      'membership_ended',
      'The member who started the test no longer has access to the agent.',
    );
    if (!scope) throw gone;
    try {
      return await this.agents.require(scope, agentId);
    } catch (error) {
      throw error instanceof NotFound ? gone : error;
    }
  }

  private async ended(claim: TestClaim, error: unknown): Promise<boolean> {
    if (error instanceof TestFailure) await this.fail(claim, error);
    // A refusal by a model or a full search becomes the test's failure, where it lasts.
    else if (error instanceof DomainError) await this.queue.postpone(claim, 10);
    else return false;
    return true;
  }

  /** Keeps the results that there are. */
  private async fail(claim: TestClaim, { code, message }: TestFailure): Promise<void> {
    logger.info({ testId: claim.id, code }, 'knowledge test failed');
    const failure = { failureCode: code, failureMessage: message };
    await this.queue.finish(claim, { status: 'failed', ...failure, finishedAt: () => 'now()' });
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
