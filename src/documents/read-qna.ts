import type { Block, ReadableDocument } from './document.types';
import { paragraphs } from './read-text';
import { storable } from '../common/text/storable';

export interface QuestionAndAnswer {
  readonly question: string;
  readonly answer: string;
}

/**
 * Questions with their answers. Stored as `question`, a line break, `answer`, with an empty line between pairs. The
 * question is the heading of its answer: it is what finds the passage, the answer is what is quoted.
 */
export function readQna(pairs: readonly QuestionAndAnswer[]): ReadableDocument {
  let text = '';
  const blocks: Block[] = [];
  for (const pair of pairs) {
    if (text !== '') text += '\n\n';
    const question = storable(pair.question);
    const start = text.length + question.length + 1;
    text += `${question}\n${storable(pair.answer)}`;
    blocks.push(...paragraphs(text, start, text.length, [question.trim()], blocks.length));
  }
  return { text, notation: 'plain', title: null, blocks };
}
