import { related } from '../../language/related';
import { fold, type Word, words } from '../../language/words';
import type { LexemesByLanguage } from '../../retrieval/vocabulary.types';
import { type Figures, figuresOf } from './figures';
import { isLight } from './function-words';
import { gramsOf, isGrammed, scriptOf } from './script';
import { languageOfScript, speechOf } from './speech';

/** In a language without stop words, shorter words count as stop words. */
const SHORTEST_CONTENT = 4;
/** The shortest part of a compound. */
const SHORTEST_PART = 5;

/** The lexemes of all compared words. */
export class Lexicon {
  private readonly withStops: ReadonlySet<string>;

  constructor(private readonly lexemes: LexemesByLanguage) {
    this.withStops = new Set(
      [...lexemes].filter(([, known]) => [...known.values()].includes(null)).map(([name]) => name),
    );
  }

  lexeme(language: string, word: string): string | null {
    const known = this.lexemes.get(language);
    return known?.has(word) ? (known.get(word) ?? null) : word;
  }

  isStop(language: string, word: string): boolean {
    return this.hasStops(language) ? this.lexeme(language, word) === null : word.length < SHORTEST_CONTENT;
  }

  hasStops(language: string): boolean {
    return this.withStops.has(language);
  }

  /** 0 to 1: how many of the words are stop words in the language. */
  shareOfStops(language: string, words: readonly string[]): number {
    return words.filter((word) => this.lexeme(language, word) === null).length / Math.max(1, words.length);
  }
}

/** A text prepared for comparison: its words, figures and content. */
export class Reading {
  readonly words: readonly Word[];
  readonly figures: Figures;
  readonly script: string;
  readonly grams: ReadonlySet<string>;
  /** The content words without figures and units, each once. */
  readonly content: readonly string[];
  private readonly folded: ReadonlySet<string>;
  private readonly forms: ReadonlySet<string>;

  constructor(
    readonly text: string,
    readonly language: string,
    private readonly lexicon: Lexicon,
  ) {
    this.words = words(text);
    const speech = speechOf(languageOfScript(text) ?? language);
    this.figures = figuresOf(text, speech);
    this.script = scriptOf(text);
    this.grams = gramsOf(text);
    const distinct = [...new Set(this.words.map((word) => word.text))];
    this.content = distinct.filter((word) => this.isContent(word) && !speech.units.has(word));
    this.folded = new Set(distinct.map(fold));
    this.forms = new Set(distinct.flatMap((word) => lexicon.lexeme(language, word) ?? []));
  }

  /** Whether it contains the word in any form. */
  has(word: string): boolean {
    const form = this.lexicon.lexeme(this.language, word);
    return this.folded.has(fold(word)) || (form !== null && this.forms.has(form));
  }

  /** Whether it contains the word, a similar form, or a compound with it. */
  speaksOf(word: string): boolean {
    if (this.has(word)) return true;
    const form = this.lexicon.lexeme(this.language, word) ?? word;
    return [...this.forms].some((other) => related(form, other) || isPart(form, other) || isPart(other, form));
  }

  private isContent(word: string): boolean {
    if (/\p{N}/u.test(word) || isGrammed(word) || isLight(word) || this.figures.words.has(word)) return false;
    return !this.lexicon.isStop(this.language, word);
  }
}

function isPart(part: string, whole: string): boolean {
  return part.length >= SHORTEST_PART && whole.includes(part);
}
