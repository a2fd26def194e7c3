import { readFileSync } from 'node:fs';

/** A passage of the file; every one becomes a source named by its article. */
export interface Passage {
  readonly article: string;
  readonly text: string;
}

export interface Question {
  readonly text: string;
  readonly article: string;
  /** Index into the passages. */
  readonly passage: number;
  /** Any of them is right; empty for a question that its passage does not answer. */
  readonly answers: readonly string[];
}

interface SquadFile {
  data: {
    title: string;
    paragraphs: {
      context: string;
      qas: { question: string; is_impossible?: boolean; answers: { text: string }[] }[];
    }[];
  }[];
}

/** Reads a file in the format of SQuAD 2.0 (Rajpurkar, Jia and Liang 2018). */
export function readQuestions(file: string): { passages: Passage[]; questions: Question[] } {
  const { data } = JSON.parse(readFileSync(file, 'utf8')) as SquadFile;
  const passages: Passage[] = [];
  const questions: Question[] = [];
  for (const { title, paragraphs } of data) {
    const article = title.replaceAll('_', ' ');
    for (const { context, qas } of paragraphs) {
      for (const { question, is_impossible, answers } of qas) {
        const right = is_impossible ? [] : answers.map(({ text }) => text);
        questions.push({ text: question, article, passage: passages.length, answers: right });
      }
      passages.push({ article, text: context });
    }
  }
  return { passages, questions };
}
