import { chunkDocument } from '../../src/documents/chunk-document';
import { readMarkdown } from '../../src/documents/read-markdown';
import { words } from '../../src/language/words';
import type { RankedPassage } from '../../src/retrieval/passage.types';
import { type Candidate, rerank } from '../../src/retrieval/rerank';

const COMMON = new Set('a an and are do does how i in is it my of on or the there to what when which with'.split(' '));

/** Passages of pages, as the ranking statement gives them: every word is its own lexeme, and all are found equally well. */
export function candidatesOf(pages: Readonly<Record<string, string>>): Candidate[] {
  return Object.entries(pages).flatMap(([title, markdown]) =>
    chunkDocument(readMarkdown(markdown)).map(({ body, heading, start, end, structure, ordinal }) => ({
      chunkId: `${title} ${ordinal}`,
      sourceId: title,
      title,
      url: null,
      language: 'simple',
      heading,
      text: body,
      start,
      end,
      structure,
      score: 1,
      lexemes: lexemesOf(body),
      headingLexemes: lexemesOf(heading),
      titleLexemes: '',
    })),
  );
}

/** Those pages' passages for a question, best first; its words weigh the same, but for the commonest. */
export function rankedMarkdown(question: string, pages: Readonly<Record<string, string>>): Promise<RankedPassage[]> {
  const common = words(question).flatMap(({ text }) => (COMMON.has(text) ? [] : [text]));
  const terms = common.map((word) => ({ word, lexemes: new Map([[word, 1]]), weight: 3, proof: 3 }));
  return rerank(question, terms, candidatesOf(pages), 8);
}

function lexemesOf(text: string): string {
  return words(text)
    .map(({ text: word }) => (COMMON.has(word) ? '-' : word))
    .join(' ');
}
