import { Word, words } from '../language/words';

/** A word of the question as the ranking statement is given it. */
export interface AskedWord {
  readonly word: string;
  readonly counts: number;
}

/** What the ranking statement found out about one lexeme of one word. */
export interface FoundTerm {
  readonly position: number;
  readonly word: string;
  readonly lexeme: string;
  readonly similarity: number;
  readonly weight: number;
  /** What it weighs as evidence. */
  readonly proof: number;
  readonly known: boolean;
}

/** A word of the question with all that it may be in the agent's languages. */
export interface QueryTerm {
  readonly word: string;
  /** Lexeme to how surely it is meant: 1, or the similarity for a misspelt word. */
  readonly lexemes: ReadonlyMap<string, number>;
  readonly weight: number;
  /** What it weighs as evidence. */
  readonly proof: number;
}

/** Names and figures say more about what is wanted than other words that are as rare. */
const PROPER_COUNTS = 1.2;
/** What kind of thing is asked for ("which city …"): the answer names one, and need not say what it is. */
const KIND_COUNTS = 0.5;
const ASKS_FOR_KIND = /^(?:what|which|welche[mnrs]?|quel(?:le)?s?|qué|cuál(?:es)?)$/u;
/** Words of an earlier question, where the new one only makes sense after it. */
const CONTEXT_COUNTS = 0.5;
const MOST_WORDS = 64;
/** What is read of a question for these words; prose has 64 different ones in some 600 characters. */
const MOST_CHARACTERS = 4_000;

/** The words of a question, each once, and those of what was asked before. At most 64. */
export function askedWords(question: string, context = ''): AskedWord[] {
  const asked = new Map<string, number>();
  const beginning = question.slice(0, MOST_CHARACTERS);
  const said = words(beginning);
  const names = namesIn(beginning);
  for (const [index, word] of said.entries()) {
    const counts = names.has(word.text) ? PROPER_COUNTS : countsOf(said[index - 1]);
    asked.set(word.text, Math.max(asked.get(word.text) ?? 0, counts));
  }
  for (const word of words(context.slice(0, MOST_CHARACTERS))) {
    if (!asked.has(word.text)) asked.set(word.text, CONTEXT_COUNTS);
  }
  return Array.from(asked, ([word, counts]) => ({ word, counts })).slice(0, MOST_WORDS);
}

/** Names and figures of a question, as {@link Word.text}; its first word is written large whatever it is. */
export function namesIn(question: string): ReadonlySet<string> {
  return new Set(words(question).flatMap((word, index) => (word.proper && index > 0 ? [word.text] : [])));
}

function countsOf(before: Word | undefined): number {
  return before && ASKS_FOR_KIND.test(before.text) ? KIND_COUNTS : 1;
}

/** One term per word, in the question's order. A word that the agent knows in one language is not rare for another. */
export function queryTerms(found: readonly FoundTerm[]): QueryTerm[] {
  const byPosition = new Map<number, FoundTerm[]>();
  for (const form of found) byPosition.set(form.position, [...(byPosition.get(form.position) ?? []), form]);
  return Array.from(byPosition.values(), (forms) => {
    const known = forms.filter((form) => form.known);
    const exact = forms.filter((form) => form.similarity === 1);
    const knownExactly = exact.filter((form) => form.known);
    const counted = knownExactly.length > 0 ? knownExactly : exact;
    return {
      word: forms[0]?.word ?? '',
      lexemes: new Map(known.map((form) => [form.lexeme, form.similarity])),
      weight: Math.min(...counted.map((form) => form.weight)),
      proof: Math.min(...counted.map((form) => form.proof)),
    };
  });
}
