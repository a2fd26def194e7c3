import { ApiProperty } from '@nestjs/swagger';
import { type Verdict, VERDICTS } from './answer-judge';
import { askedQuestions, type JudgedQuestion, judgedQuestions } from './asked-questions';
import type { KnowledgeTest } from './knowledge-test.entity';
import { EXPECTED, type Expected, TEST_STATUSES, type TestAnswer, type TestStatus } from './knowledge-test.types';

const COUNT = { type: 'integer', minimum: 0 } as const;
const OUTCOMES = ['answered', 'no_answer', 'handed_off'] as const;

export class TestCountsDto {
  /** As expected. */
  @ApiProperty({ ...COUNT, example: 41 })
  right: number;
  /** Answered otherwise, or answered where no answer was expected. */
  @ApiProperty({ ...COUNT, example: 5 })
  wrong: number;
  /** No answer where one was expected. */
  @ApiProperty({ ...COUNT, example: 4 })
  missing: number;
  /** Right, and of questions with `sources` also citing one of them. */
  @ApiProperty({ ...COUNT, example: 39 })
  cited: number;
}

export class TestKindDto extends TestCountsDto {
  /**
   * Null: of questions without a kind.
   * @example "how-to"
   */
  @ApiProperty({ type: String, nullable: true, example: 'how-to' })
  kind: string | null;
}

export class TestCitationDto {
  /** @example "0197a3c2-6f1e-7c41-b1a5-8f5b5b0d6a11" */
  sourceId: string;
  /** @example "Passwords" */
  title: string;
  /** The source's text from `start` to `end`, at most 1000 characters of it. */
  quote: string;
  @ApiProperty(COUNT)
  start: number;
  @ApiProperty(COUNT)
  end: number;
}

export class TestFindingDto {
  /**
   * Of the question.
   * @example "password-1"
   */
  id: string;
  /** @example "How do I reset my password?" */
  question: string;
  @ApiProperty({ type: String, nullable: true, example: 'how-to' })
  kind: string | null;
  /** The model that answered. null unless the test compares models. */
  @ApiProperty({ type: String, nullable: true, example: null })
  model: string | null;
  @ApiProperty({ enum: EXPECTED, example: 'answered' })
  expect: Expected;
  @ApiProperty({ enum: VERDICTS, example: 'wrong' })
  verdict: Verdict;
  /** Whether an expected source is cited. */
  citesExpected: boolean;
  /** Why the answer could not be judged. Usually null. */
  @ApiProperty({ type: String, nullable: true, example: null })
  problem: string | null;
  @ApiProperty({ enum: OUTCOMES, example: 'answered' })
  outcome: (typeof OUTCOMES)[number];
  /**
   * The agent’s answer, at most 4000 characters of it.
   * @example "Passwords have at least 12 characters."
   */
  content: string;
  /** The first ten. */
  citations: TestCitationDto[];
  /**
   * Names of the sources of which one should be cited.
   * @example ["Passwords"]
   */
  sources: string[];

  static from(
    { question, model, result }: JudgedQuestion,
    { outcome, content, citations }: TestAnswer,
  ): TestFindingDto {
    const { id, question: text, kind, expect, sources } = question;
    const { verdict, citesExpected, problem } = result;
    return {
      id,
      question: text,
      kind,
      model,
      expect,
      verdict,
      citesExpected,
      problem,
      outcome,
      content,
      citations,
      sources,
    };
  }
}

export class KnowledgeTestFailureDto {
  /** `membership_ended`, `too_slow`, or `model_unavailable`. */
  code: string;
  /** @example "The agent did not answer a question in several attempts." */
  message: string;
}

export class TestedModelDto extends TestCountsDto {
  /** @example "parley-extractive" */
  model: string;
}

export class ModelVerdictDto {
  /** @example "parley-extractive" */
  model: string;
  @ApiProperty({ enum: VERDICTS, example: 'right' })
  verdict: Verdict;
}

/** A question to which models gave answers of different verdicts. */
export class TestDifferenceDto {
  /** @example "password-1" */
  id: string;
  /** @example "How do I reset my password?" */
  question: string;
  /** In the order of the models. */
  verdicts: ModelVerdictDto[];
}

export class KnowledgeTestDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  id: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-1a2b3c4d5e6f" */
  workspaceId: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f" */
  agentId: string;
  @ApiProperty({ enum: TEST_STATUSES, example: 'completed' })
  status: TestStatus;
  /** Share of the questions that have been asked, from 0 to 1. */
  @ApiProperty({ type: Number, minimum: 0, maximum: 1, example: 1 })
  progress: number;
  @ApiProperty({ type: 'integer', minimum: 1, example: 50 })
  questions: number;
  /** Of the questions asked so far, of all models together. */
  counts: TestCountsDto;
  /** The same for each kind, in order of first occurrence. */
  kinds: TestKindDto[];
  /** The counts of each model, in the order of the request. Empty unless the test compares models. */
  models: TestedModelDto[];
  /** The questions that all models were asked and that they did not answer alike. Empty unless the test compares models. */
  differences: TestDifferenceDto[];
  /** Questions that are not right, or that cite none of the expected sources, in the order of the test. */
  findings: TestFindingDto[];
  /** Why the test ended early. null if it did not. */
  @ApiProperty({ type: KnowledgeTestFailureDto, nullable: true, example: null })
  failure: KnowledgeTestFailureDto | null;
  /**
   * Id of the member who started the test.
   * @example "01995a3e-4c1f-7d5e-9a51-2a2b3c4d5e6f"
   */
  createdBy: string;
  /** @example "2026-03-01T09:30:00.000Z" */
  createdAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-03-01T09:30:00.000Z' })
  startedAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-03-01T09:30:04.000Z' })
  finishedAt: string | null;

  static from(test: KnowledgeTest): KnowledgeTestDto {
    const judged = judgedQuestions(test);
    const { models } = test;
    const kinds = [...new Set(judged.map(({ question }) => question.kind))];
    return {
      id: test.id,
      workspaceId: test.workspaceId,
      agentId: test.agentId,
      status: test.status,
      progress: Math.round((judged.length * 10_000) / askedQuestions(test).length) / 10_000,
      questions: test.questions.length,
      counts: countsOf(judged),
      kinds: kinds.map((kind) => {
        return { kind, ...countsOf(judged.filter(({ question }) => question.kind === kind)) };
      }),
      models: models.map((model) => ({ model, ...countsOf(judged.filter((one) => one.model === model)) })),
      differences: differencesOf(judged, models),
      findings: judged.flatMap((one) => (one.result.answer ? [TestFindingDto.from(one, one.result.answer)] : [])),
      failure: failureOf(test),
      createdBy: test.memberId,
      createdAt: test.createdAt.toISOString(),
      startedAt: test.startedAt?.toISOString() ?? null,
      finishedAt: test.finishedAt?.toISOString() ?? null,
    };
  }
}

function failureOf({ failureCode, failureMessage }: KnowledgeTest): KnowledgeTestFailureDto | null {
  return failureCode === null || failureMessage === null ? null : { code: failureCode, message: failureMessage };
}

function differencesOf(judged: readonly JudgedQuestion[], models: readonly string[]): TestDifferenceDto[] {
  if (models.length === 0) return [];
  const answered = Math.floor(judged.length / models.length);
  return Array.from({ length: answered }, (_, at) => judged.slice(at * models.length, (at + 1) * models.length))
    .filter((ofAll) => new Set(ofAll.map(({ result }) => result.verdict)).size > 1)
    .map((ofAll) => {
      const { id, question } = ofAll[0]!.question;
      return {
        id,
        question,
        verdicts: ofAll.map(({ result }, at) => ({ model: models[at]!, verdict: result.verdict })),
      };
    });
}

function countsOf(judged: readonly JudgedQuestion[]): Record<Verdict | 'cited', number> {
  const count = (verdict: Verdict): number => judged.filter(({ result }) => result.verdict === verdict).length;
  const cited = judged.filter(({ result }) => result.verdict === 'right' && result.answer === null).length;
  return { right: count('right'), wrong: count('wrong'), missing: count('missing'), cited };
}
