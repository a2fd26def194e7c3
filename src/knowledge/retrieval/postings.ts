import { words } from '../../common/text/words';
import { Chunk } from '../chunking/document.types';

/** A word in the title of its source counts this much of one in the passage: many passages share a title. */
const TITLE_WEIGHT = 0.3;
const HEADING_WEIGHT = 1;
const LARGEST_COUNT = 32_767;

export interface Posting {
  readonly lexeme: string;
  readonly ordinal: number;
  readonly tf: number;
  /** What title and heading add to the count. */
  readonly boost: number;
  /** Words of the passage that are not stop words. */
  readonly length: number;
}

/** A chunk as `knowledge_chunks` keeps it. */
export interface IndexedChunk extends Chunk {
  readonly lexemes: string;
  readonly headingLexemes: string;
  readonly titleLexemes: string;
  readonly length: number;
}

/** Word to lexeme; null for a stop word. */
export type Lexicon = ReadonlyMap<string, string | null>;

/** All words of a source once, for the database to stem. */
export function vocabulary(title: string, chunks: readonly Chunk[]): string[] {
  const texts = [title, ...chunks.flatMap((chunk) => [chunk.heading, chunk.body])];
  return [...new Set(texts.flatMap((text) => words(text).map((word) => word.text)))];
}

/** The rows of a source's chunks and of their postings. */
export function indexChunks(
  title: string,
  chunks: readonly Chunk[],
  lexicon: Lexicon,
): { indexed: IndexedChunk[]; postings: Posting[] } {
  const titleLexemes = lexemesOf(title, lexicon).filter(isLexeme);
  const indexed: IndexedChunk[] = [];
  const postings: Posting[] = [];
  for (const chunk of chunks) {
    const body = lexemesOf(chunk.body, lexicon);
    const heading = lexemesOf(chunk.heading, lexicon).filter(isLexeme);
    const length = body.filter(isLexeme).length;
    indexed.push({
      ...chunk,
      length,
      lexemes: body.map((lexeme) => lexeme ?? '-').join(' '),
      headingLexemes: [...new Set(heading)].join(' '),
      titleLexemes: [...new Set(titleLexemes)].join(' '),
    });
    postings.push(...postingsOf(chunk.ordinal, body.filter(isLexeme), heading, titleLexemes));
  }
  return { indexed, postings };
}

function postingsOf(ordinal: number, body: string[], heading: string[], title: string[]): Posting[] {
  const counts = new Map<string, number>();
  for (const lexeme of body) counts.set(lexeme, (counts.get(lexeme) ?? 0) + 1);
  const inHeading = new Set(heading);
  const inTitle = new Set(title);
  return Array.from(new Set([...body, ...heading, ...title]), (lexeme) => ({
    lexeme,
    ordinal,
    tf: Math.min(counts.get(lexeme) ?? 0, LARGEST_COUNT),
    boost: (inHeading.has(lexeme) ? HEADING_WEIGHT : 0) + (inTitle.has(lexeme) ? TITLE_WEIGHT : 0),
    length: body.length,
  }));
}

function lexemesOf(text: string, lexicon: Lexicon): (string | null)[] {
  return words(text).map((word) => lexicon.get(word.text) ?? null);
}

function isLexeme(lexeme: string | null): lexeme is string {
  return lexeme !== null;
}
