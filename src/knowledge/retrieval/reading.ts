import { Span, sentences } from '../../common/text/sentences';
import { words } from '../../common/text/words';
import { STOP } from './index-draft';
import { QueryTerm } from './query-terms';
import { related } from './related';

/** A passage with its lexemes, sentence by sentence. */
export interface Reading {
  /** Lexemes of the text in order, without stop words. */
  readonly sequence: readonly string[];
  readonly body: ReadonlySet<string>;
  readonly heading: ReadonlySet<string>;
  readonly title: ReadonlySet<string>;
  readonly sentences: readonly { readonly span: Span; readonly lexemes: ReadonlySet<string> }[];
}

/** What is stored of a passage: `lexemes` has one entry per word, `-` for a stop word. */
export interface StoredPassage {
  readonly text: string;
  readonly lexemes: string;
  readonly headingLexemes: string;
  readonly titleLexemes: string;
}

/** Reads a stored passage without stemming anything again. */
export function read(passage: StoredPassage): Reading {
  const lexemes = passage.lexemes.split(' ');
  const located = words(passage.text).map((word, index) => ({ start: word.start, lexeme: lexemes[index] ?? STOP }));
  const telling = located.filter(({ lexeme }) => lexeme !== STOP);
  return {
    sequence: telling.map(({ lexeme }) => lexeme),
    body: new Set(telling.map(({ lexeme }) => lexeme)),
    heading: lexemeSet(passage.headingLexemes),
    title: lexemeSet(passage.titleLexemes),
    sentences: sentences(passage.text).map((span) => ({
      span,
      lexemes: new Set(
        telling.filter(({ start }) => start >= span.start && start < span.end).map(({ lexeme }) => lexeme),
      ),
    })),
  };
}

/** How surely a term is among some lexemes: 1 if it is, less for a misspelt one, `relative` for another form of it. */
export function presence(term: QueryTerm, lexemes: ReadonlySet<string>, relative: number): number {
  let surest = 0;
  for (const [lexeme, similarity] of term.lexemes) if (lexemes.has(lexeme)) surest = Math.max(surest, similarity);
  if (surest > 0 || relative === 0) return surest;
  for (const form of [...term.lexemes.keys(), term.word]) {
    for (const lexeme of lexemes) if (related(form, lexeme)) return relative;
  }
  return 0;
}

function lexemeSet(stored: string): ReadonlySet<string> {
  return new Set(stored.split(' ').filter((lexeme) => lexeme !== ''));
}
