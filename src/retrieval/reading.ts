import { BETWEEN_HEADINGS } from '../documents/chunk-document';
import type { PassageStructure } from '../documents/document.types';
import { Span, sentences } from '../language/sentences';
import { words } from '../language/words';
import { gramLine } from './character-grams';
import { STOP } from './lexeme-entries';
import { Lexemes } from './lexemes';
import { QueryTerm } from './query-terms';

/** A passage with its lexemes, sentence by sentence. */
export interface Reading {
  /** Entries of the text in order, without stop words. */
  readonly sequence: readonly string[];
  readonly body: Lexemes;
  /** Of all headings above. */
  readonly heading: Lexemes;
  /** Of the one that it stands directly below. */
  readonly ownHeading: Lexemes;
  readonly title: Lexemes;
  readonly sentences: readonly ReadSentence[];
  /** The words of the text for {@link gramScores}. */
  readonly gramLine: string;
}

export interface ReadSentence {
  readonly span: Span;
  readonly block: number;
  readonly lexemes: Lexemes;
  /** Of a row: what its columns are called, in words as they are written. */
  readonly columns: Lexemes | null;
  /** The subject of a row or an item: the lexemes of its first cell, or of the name that it begins with. */
  readonly topic: Lexemes;
}

/**
 * The stored form of a passage: `lexemes` and `headingLexemes` have one entry per word, `-` for a stop word, and behind it
 * what hyphens make of it. Earlier versions kept neither stop words nor repeated words of headings.
 */
export interface StoredPassage {
  readonly text: string;
  readonly lexemes: string;
  readonly heading: string;
  readonly headingLexemes: string;
  readonly titleLexemes: string;
  readonly structure: PassageStructure;
}

/** Reads a stored passage without stemming anything again. */
export function read(passage: StoredPassage): Reading {
  const lexemes = passage.lexemes.split(' ');
  const all = words(passage.text);
  const located = all.map((word, index) => ({ start: word.start, lexeme: lexemes[index] ?? STOP }));
  const telling = located.filter(({ lexeme }) => lexeme !== STOP);
  const sequence = telling.map(({ lexeme }) => lexeme);
  const columns = columnsOf(passage);
  let next = 0;
  return {
    sequence,
    gramLine: gramLine(all),
    body: new Lexemes(sequence),
    heading: lexemesOf(passage.headingLexemes),
    ownHeading: ownHeadingOf(passage),
    title: lexemesOf(passage.titleLexemes),
    // Both are in order, so each word is looked at once.
    sentences: sentencesOf(passage).map(({ block, ...span }) => {
      while (next < telling.length && telling[next]!.start < span.start) next += 1;
      const first = next;
      while (next < telling.length && telling[next]!.start < span.end) next += 1;
      const topicEnd = topicEndOf(passage, block, span);
      const topic = telling.slice(first, next).filter(({ start }) => start < topicEnd);
      return {
        span,
        block,
        lexemes: new Lexemes(sequence.slice(first, next)),
        columns: columns[block] ?? null,
        topic: new Lexemes(topic.map(({ lexeme }) => lexeme)),
      };
    }),
  };
}

/** As far as it is known which lexemes are its: else those of all headings. */
function ownHeadingOf({ heading, headingLexemes }: StoredPassage): Lexemes {
  const stored = headingLexemes.split(' ');
  const own = words(heading.slice(heading.lastIndexOf(BETWEEN_HEADINGS) + 1)).length;
  const isWhole = own > 0 && stored.length === words(heading).length;
  return lexemesOf(isWhole ? stored.slice(-own).join(' ') : headingLexemes);
}

/** By block; the rows of one table share them. */
function columnsOf({ structure: { blocks } }: StoredPassage): (Lexemes | undefined)[] {
  const ofTables = new Map<number, Lexemes>();
  return blocks.map(({ group, columns }) => {
    if (!columns || group === undefined) return undefined;
    const known = ofTables.get(group) ?? new Lexemes(words(columns.join(' ')).map(({ text }) => text));
    ofTables.set(group, known);
    return known;
  });
}

const FIRST_CELL = /^\s*\|?(?:\\.|[^|\\])*/;
/** In strong type or code, with a colon in or behind it, or a dash or a bracket. */
const NAME =
  /^\[?(?:\*\*[^*\n]{1,80}(?::\*\*|\*\*(?=\s*[:(=–—-]))|__[^_\n]{1,80}(?::__|__(?=\s*[:(=–—-]))|`[^`\n]{1,80}`(?:\]\([^)\n]{0,300}\))?(?=\s*[:(=–—-]))/u;

/** The end of the subject of a row or item; the start of the sentence, if there is none. */
function topicEndOf({ text, structure: { blocks } }: StoredPassage, index: number, { start, end }: Span): number {
  const block = blocks[index]!;
  const isName = block.kind === 'item' && !/\p{L}/u.test(text.slice(block.start, start));
  if (!isName && block.kind !== 'row') return start;
  const match = (isName ? NAME : FIRST_CELL).exec(text.slice(start, end));
  return start + (match?.[0].length ?? 0);
}

/** Those of each block; code and a row of a table are one. */
function sentencesOf({ text, structure }: StoredPassage): (Span & { block: number })[] {
  return structure.blocks.flatMap(({ kind, start, end }, block) => {
    if (kind === 'code' || kind === 'row') return [{ start, end, block }];
    return sentences(text.slice(start, end)).map((span) => ({
      start: start + span.start,
      end: start + span.end,
      block,
    }));
  });
}

/** How surely a term is among some lexemes: 1 if it is, less for a misspelt one, `relative` for another form of it. */
export function presence(term: QueryTerm, lexemes: Lexemes, relative: number): number {
  let surest = 0;
  for (const [lexeme, similarity] of term.lexemes) if (lexemes.has(lexeme)) surest = Math.max(surest, similarity);
  if (surest > 0 || relative === 0) return surest;
  for (const form of term.lexemes.keys()) if (lexemes.hasRelated(form)) return relative;
  return lexemes.hasRelated(term.word) ? relative : 0;
}

/** How surely a term is among any of several; see {@link presence}. */
export function surest(term: QueryTerm, sets: readonly Lexemes[], relative: number): number {
  return sets.reduce((highest, lexemes) => Math.max(highest, presence(term, lexemes, relative)), 0);
}

function lexemesOf(stored: string): Lexemes {
  return new Lexemes(stored.split(' '));
}
