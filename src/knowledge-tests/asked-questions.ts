import type { KnowledgeTest } from './knowledge-test.entity';
import type { TestQuestion, TestResult } from './knowledge-test.types';

/** A question to one model. */
export interface AskedQuestion {
  readonly question: TestQuestion;
  /** Null: the model of the agent. */
  readonly model: string | null;
}

export interface JudgedQuestion extends AskedQuestion {
  readonly result: TestResult;
}

/** In the order in which they are asked, which is that of the results: each question of all models before the next one. */
export function askedQuestions({ questions, models }: Pick<KnowledgeTest, 'questions' | 'models'>): AskedQuestion[] {
  const answering = models.length === 0 ? [null] : models;
  return questions.flatMap((question) => answering.map((model) => ({ question, model })));
}

/** Those that have been asked so far. */
export function judgedQuestions(test: Pick<KnowledgeTest, 'questions' | 'models' | 'results'>): JudgedQuestion[] {
  return askedQuestions(test).flatMap((question, index) => {
    const result = test.results[index];
    return result ? [{ ...question, result }] : [];
  });
}
