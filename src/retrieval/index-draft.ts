import type { Chunk } from '../documents/document.types';
import { linkTargets } from '../documents/link-targets';
import { hyphenatedWords } from '../language/hyphens';
import type { Span } from '../language/sentences';
import { words } from '../language/words';
import { lexemesIn, STOP, WHOLE } from './lexeme-entries';
import { type PassagePosting, postingsOf } from './postings';

/** Words in one statement that stems, postings in one that writes: some tens of milliseconds of the database each. */
const BATCH = 5_000;
const CHUNKS_IN_BATCH = 200;
/** The number of a word that is in no vocabulary. */
const UNREAD = 0xffff_ffff;

/** A text by the numbers of its words in the vocabulary, and of those that hyphens make of them. */
interface NumberedText {
  readonly words: Uint32Array;
  /** Each with the place of its last part, and how many places before that its first one is. */
  readonly wholes: readonly { readonly number: number; readonly last: number; readonly back: number }[];
}

/** Passages with their postings, as parameters that a statement takes as they are. */
export interface PassageBatch {
  /** JSON: an array of rows of `knowledge_chunks`. */
  readonly chunks: string;
  /** Of the postings, in order; separated by spaces. */
  readonly lexemes: string;
  /** Array literals, one element for each posting. */
  readonly ordinals: string;
  readonly tfs: string;
  readonly boosts: string;
}

/** In how many passages each of some lexemes is. */
export interface CountBatch {
  readonly lexemes: string;
  readonly counts: string;
}

/** All that is written of a short source. */
export interface WholeIndex {
  readonly batch: PassageBatch;
  readonly count: CountBatch | null;
  readonly totals: { readonly chunks: number; readonly length: number };
}

/**
 * The index of one source in the making. First its distinct words are taken in batches to be stemmed, then its passages
 * and the figures about them, each batch once. The process that talks to the database, which may be another
 * one, feeds and reads it: so everything is handed over as text in pieces that take neither side long.
 */
export class IndexDraft {
  private readonly numbers = new Map<string, number>();
  private readonly lexemes: string[] = [];
  private readonly title: NumberedText;
  private readonly passages: { chunk: Chunk; body: NumberedText; heading: NumberedText }[];
  private readonly vocabulary: string[];
  private taken = 0;
  private written = 0;
  private length = 0;
  private readonly counts = new Map<string, number>();
  private counted: [string, number][] | null = null;

  constructor(title: string, chunks: readonly Chunk[]) {
    this.title = this.numbered(title);
    this.passages = chunks.map((chunk) => ({
      chunk,
      body: this.numbered(chunk.body, chunk.structure.notation === 'markdown' ? linkTargets(chunk.body) : []),
      heading: this.numbered(chunk.heading),
    }));
    this.vocabulary = [...this.numbers.keys()];
    this.numbers.clear();
  }

  /** As many postings at most; headings and the title count for each passage that they are above. */
  get mostPostings(): number {
    return (
      this.passages.reduce((sum, { body, heading }) => sum + distinct(body) + sizeOf(heading), 0) +
      this.passages.length * sizeOf(this.title)
    );
  }

  /** The next words, separated by spaces, for {@link learn}; null after the last. */
  words(): string | null {
    return this.vocabulary.slice(this.taken, (this.taken += BATCH)).join(' ') || null;
  }

  /** Their lexemes in the same order, {@link STOP} for a stop word. */
  learn(lexemes: string): void {
    for (const lexeme of lexemes.split(' ')) this.lexemes.push(lexeme);
    if (this.lexemes.length !== Math.min(this.taken, this.vocabulary.length)) {
      throw new Error('The stemmer returned another number of lexemes than it received words');
    }
  }

  /** The next passages; null after the last. */
  batch(): PassageBatch | null {
    const chunks: object[] = [];
    const postings: PassagePosting[] = [];
    const title = this.telling(this.title);
    while (this.written < this.passages.length && chunks.length < CHUNKS_IN_BATCH && postings.length < BATCH) {
      const { chunk, body: words, heading: above } = this.passages[this.written++]!;
      const body = this.telling(words);
      const heading = this.telling(above);
      const length = words.words.filter((number) => this.isTelling(number)).length;
      this.length += length;
      chunks.push({
        ordinal: chunk.ordinal,
        heading: chunk.heading,
        body: chunk.body,
        start_offset: chunk.start,
        end_offset: chunk.end,
        structure: chunk.structure,
        length,
        lexemes: this.inOrder(words),
        heading_lexemes: this.inOrder(above),
        title_lexemes: [...new Set(title)].join(' '),
      });
      for (const posting of postingsOf(chunk.ordinal, { body, heading, title })) postings.push(posting);
    }
    for (const { lexeme } of postings) this.counts.set(lexeme, (this.counts.get(lexeme) ?? 0) + 1);
    return chunks.length === 0 ? null : { chunks: JSON.stringify(chunks), ...columns(postings) };
  }

  /** Instead of all that follows: everything at once, where that is one batch; else null. */
  whole(): WholeIndex | null {
    if (this.passages.length > CHUNKS_IN_BATCH || this.mostPostings > BATCH) return null;
    const batch = this.batch();
    return batch && { batch, count: this.count(), totals: this.totals() };
  }

  /** After the last passages: the next figures of lexemes; null after the last. In order, as all writers take them. */
  count(): CountBatch | null {
    this.counted ??= [...this.counts].sort(([left], [right]) => (left < right ? -1 : 1));
    const some = this.counted.splice(0, BATCH);
    if (some.length === 0) return null;
    return { lexemes: some.map(([lexeme]) => lexeme).join(' '), counts: literal(some.map(([, count]) => count)) };
  }

  /** After the last passages. */
  totals(): { chunks: number; length: number } {
    return { chunks: this.written, length: this.length };
  }

  /** A text by the numbers of its words; those in `unread` spans, which are in order, count for nothing. */
  private numbered(text: string, unread: readonly Span[] = []): NumberedText {
    let next = 0;
    const all = words(text);
    const numbers = Uint32Array.from(all, (word) => {
      while (unread[next] && unread[next]!.end <= word.start) next += 1;
      return unread[next] && unread[next]!.start <= word.start ? UNREAD : this.numberOf(word.text);
    });
    const wholes = hyphenatedWords(text, all)
      .filter(({ first, last }) => numbers[first] !== UNREAD && numbers[last] !== UNREAD)
      .map(({ text: whole, first, last }) => ({ number: this.numberOf(whole), last, back: last - first }));
    return { words: numbers, wholes };
  }

  /** In the vocabulary, which gets the word where it is new. */
  private numberOf(word: string): number {
    const number = this.numbers.get(word) ?? this.numbers.size;
    if (number === this.numbers.size) this.numbers.set(word, number);
    return number;
  }

  /** One entry per word; see {@link WHOLE}. */
  private inOrder({ words: numbers, wholes }: NumberedText): string {
    const entries = Array.from(numbers, (number) => this.lexemes[number] ?? STOP);
    for (const { number, last, back } of wholes) {
      if (this.isTelling(number)) entries[last] = `${entries[last]!}${WHOLE.repeat(back)}${this.lexemes[number]!}`;
    }
    return entries.join(' ');
  }

  private telling(text: NumberedText): string[] {
    return lexemesIn(this.inOrder(text)).filter((lexeme) => lexeme !== STOP);
  }

  private isTelling(number: number): boolean {
    return (this.lexemes[number] ?? STOP) !== STOP;
  }
}

function distinct({ words: numbers, wholes }: NumberedText): number {
  return new Set([...numbers, ...wholes.map(({ number }) => number)]).size;
}

function sizeOf({ words: numbers, wholes }: NumberedText): number {
  return numbers.length + wholes.length;
}

function columns(postings: readonly PassagePosting[]): Omit<PassageBatch, 'chunks'> {
  return {
    lexemes: postings.map(({ lexeme }) => lexeme).join(' '),
    ordinals: literal(postings.map(({ ordinal }) => ordinal)),
    tfs: literal(postings.map(({ tf }) => tf)),
    boosts: literal(postings.map(({ boost }) => boost)),
  };
}

function literal(numbers: readonly number[]): string {
  return `{${numbers.join(',')}}`;
}
