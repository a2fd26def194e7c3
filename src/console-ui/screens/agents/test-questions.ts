import type { Schemas } from '../../api/client';

export type TestQuestion = Schemas['TestQuestionInput'];

/** The service takes no more in one test. */
export const MOST_QUESTIONS = 200;

const KEYS = new Set(['id', 'question', 'kind', 'expect', 'sources', 'accept', 'after']);

/**
 * Questions from a text: JSON as `testKnowledge` takes it (a list, or `{"questions": […]}`), or one question on each line. A line
 * that ends with `=> refused` or `=> handed_off` says what is expected in place of an answer.
 *
 * @throws SyntaxError if it begins as JSON and is none
 */
export function questionsIn(text: string): TestQuestion[] {
  const trimmed = text.trim();
  if (/^[[{]/.test(trimmed)) return fromJson(JSON.parse(trimmed));
  return trimmed
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line, index) => fromLine(line, index + 1));
}

function fromLine(line: string, number: number): TestQuestion {
  const [, question = line, expect] = /^(.*\S)\s*=>\s*(answered|refused|reply|handed_off)$/.exec(line) ?? [];
  return { id: String(number), question, ...(expect && { expect: expect as NonNullable<TestQuestion['expect']> }) };
}

function fromJson(parsed: unknown): TestQuestion[] {
  const list = Array.isArray(parsed) ? (parsed as unknown[]) : (parsed as { questions?: unknown }).questions;
  if (!Array.isArray(list)) throw new SyntaxError('must be a list of questions');
  return list.map((entry: unknown, index) => {
    const question = typeof entry === 'string' ? { question: entry } : (entry as Partial<TestQuestion>);
    const known = Object.fromEntries(Object.entries(question).filter(([name]) => KEYS.has(name)));
    return { id: String(index + 1), ...known } as TestQuestion;
  });
}
