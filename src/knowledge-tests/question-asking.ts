import { Injectable } from '@nestjs/common';
import { AnsweringService } from '../chat/answering.service';
import type { AnswerableAgent } from '../chat/answer.types';
import { Compute } from '../common/compute/compute';
import { ComputeBoundExceeded } from '../common/compute/compute.errors';
import type { ConversationState } from '../conversations/conversation.types';
import type { Expectation } from './answer-judge';
import { ModelUnavailable } from '../models/answer-model.port';
import { ANSWER_JUDGING } from './answer-judging.script';
import type { TestAnswer, TestQuestion, TestResult } from './knowledge-test.types';

/** Characters of an answer that a test stores: a model may write more than a report should show. */
const KEPT_CONTENT = 4_000;
const KEPT_QUOTE = 1_000;
const KEPT_CITATIONS = 10;

/** The messages before a question, in the form in which a chat turn passes them to the model. */
type History = ConversationState['recent'];

/** Asks an agent a question as a customer would, and judges what it says. Nothing is written of it. */
@Injectable()
export class QuestionAsking {
  constructor(
    private readonly answering: AnsweringService,
    private readonly compute: Compute,
  ) {}

  /**
   * @param model in place of the agent's, unless null
   * @param before the questions before it in its conversation, first one first
   * @throws what answering throws
   */
  async resultOf(
    agent: AnswerableAgent,
    model: string | null,
    question: TestQuestion,
    before: readonly TestQuestion[],
  ): Promise<TestResult> {
    const answering = model === null ? agent : { ...agent, answers: agent.answers, model };
    const history: History = [];
    for (const { question: earlier } of before) {
      const { content } = await this.ask(answering, earlier, history);
      history.push({ role: 'customer', content: earlier }, { role: 'agent', content });
    }
    const answer = await this.ask(answering, question.question, history);
    const { verdict, citesExpected, problem } = await this.judge(question, answer);
    const isFine = verdict === 'right' && (citesExpected || question.sources.length === 0);
    return { verdict, citesExpected, problem, answer: isFine ? null : shortened(answer) };
  }

  private async ask(agent: AnswerableAgent, message: string, recent: History): Promise<TestAnswer> {
    const conversation: ConversationState | null =
      recent.length > 0 ? { id: '', handler: 'agent', consecutiveNoAnswers: 0, recent } : null;
    const { kind, contents, citations, fallback } = await this.answering.answer(agent, conversation, { message });
    // Another model's answer is no test of the one that was asked.
    if (fallback) throw new ModelUnavailable();
    return { outcome: kind, content: contents[kind], citations };
  }

  private async judge(question: TestQuestion, { outcome, content, citations }: TestAnswer) {
    const tested = { outcome, content, cited: citations.map(({ title }) => title) };
    try {
      return await this.compute.session(ANSWER_JUDGING, (judging) => judging.judge(expectationOf(question), tested));
    } catch (error) {
      if (!(error instanceof ComputeBoundExceeded)) throw error;
      return { verdict: 'wrong' as const, citesExpected: false, problem: 'The answer took too long to judge.' };
    }
  }
}

function expectationOf({ expect, accept, sources }: TestQuestion): Expectation {
  return expect === 'answered' ? { expect, accept, sources } : { expect };
}

function shortened({ outcome, content, citations }: TestAnswer): TestAnswer {
  return {
    outcome,
    content: excerptOf(content, KEPT_CONTENT),
    citations: citations.slice(0, KEPT_CITATIONS).map(({ sourceId, title, quote, start, end }) => {
      return { sourceId, title, quote: excerptOf(quote, KEPT_QUOTE), start, end };
    }),
  };
}

/** Whole characters, which PostgreSQL can store. */
function excerptOf(text: string, most: number): string {
  return text.slice(0, most).toWellFormed();
}
