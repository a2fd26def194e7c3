import { everydayWords } from '../language/everyday';
import { isOtherSense } from '../language/senses';
import { FILLERS, isFiller, phrasesIn, synonymsOf } from '../language/synonyms';
import { phrasalVerbs } from '../language/phrasal-verbs';
import { hyphenatedWords } from '../language/hyphens';
import { isOneSlip } from '../language/one-slip';
import { setPhrases } from '../language/set-phrases';
import { Word, words } from '../language/words';

/** A word of the question as the ranking statement is given it. */
export interface AskedWord {
  readonly word: string;
  readonly counts: number;
  /** The word of the question that it may stand for. */
  readonly means?: string;
  /** Whether that word is a part of it: “add” of “addons”, where the question has “add-ons”. It is as good as the word. */
  readonly isWhole?: true;
}

/** The result of the ranking statement for one lexeme of one word. */
export interface FoundTerm {
  readonly position: number;
  readonly word: string;
  readonly lexeme: string;
  readonly similarity: number;
  readonly weight: number;
  /** Its weight as evidence. */
  readonly proof: number;
  readonly known: boolean;
}

/** A word of the question with all that it may be in the agent's languages. */
export interface QueryTerm {
  readonly word: string;
  /** Lexeme to how surely it is meant: 1, or the similarity for a misspelt word. */
  readonly lexemes: ReadonlyMap<string, number>;
  readonly weight: number;
  /** Its weight as evidence. */
  readonly proof: number;
  /** Lexemes that stand for it, to the words that they are forms of. */
  readonly synonyms?: ReadonlyMap<string, string>;
  /** Lexemes of words that it is a part of. */
  readonly wholes?: ReadonlySet<string>;
}

/** Names and figures say more about what is wanted than other words that are as rare. */
const PROPER_COUNTS = 1.2;
/** The kind of thing that a question wants ("which city …"): the answer names one, and need not name the kind. */
const KIND_COUNTS = 0.5;
const ASKS_FOR_KIND = /^(?:what|which|welche[mnrs]?|quel(?:le)?s?|qué|cuál(?:es)?)$/u;
/** See {@link FILLERS}. */
const FILLER_COUNTS = 0.4;
/** A synonym says less than the word itself. */
export const SYNONYM_COUNTS = 0.7;
/** A word that hyphens make: where a source writes it with one, its parts count already. */
const WHOLE_COUNTS = 0.3;
/** Words of an earlier question, where the new one only makes sense after it. What that says instead must win: “and on Windows?” */
const CONTEXT_COUNTS = 0.7;
/** A filler that no source has says nothing against them. */
const UNKNOWN_FILLER = 0.2;
const SYNONYM_PRESENCE = 0.8;
/** Of a question, with all that stand for them. */
export const MOST_WORDS = 64;
/** Beside those, what {@link otherwiseCalled} adds. */
const MOST_EVERYDAY = 32;
/** Characters of a question that are read for these words; prose has 64 different ones in some 600 characters. */
const MOST_CHARACTERS = 4_000;

/** The words of a question, each once, and those of what was asked before; then what they are also called. At most 64. */
export function askedWords(question: string, context = ''): AskedWord[] {
  const questionWords = new Map<string, number>();
  const beginning = question.slice(0, MOST_CHARACTERS);
  const ownWords = words(beginning);
  const names = namesIn(beginning);
  const inPhrase = setPhrases(beginning, ownWords);
  for (const [index, word] of ownWords.entries()) {
    const isName = names.has(word.text);
    const saysLittle = inPhrase.has(index) || (FILLERS.has(word.text) && !isName);
    const counts = saysLittle ? FILLER_COUNTS : isName ? PROPER_COUNTS : countsOf(ownWords[index - 1]);
    questionWords.set(word.text, Math.max(questionWords.get(word.text) ?? 0, counts));
  }
  const earlier = context.slice(0, MOST_CHARACTERS);
  const saidEarlier = words(earlier);
  const inEarlierPhrase = setPhrases(earlier, saidEarlier);
  for (const [index, { text }] of saidEarlier.entries()) {
    const saysLittle = inEarlierPhrase.has(index) || FILLERS.has(text);
    if (!questionWords.has(text)) questionWords.set(text, saysLittle ? CONTEXT_COUNTS * FILLER_COUNTS : CONTEXT_COUNTS);
  }
  const own = Array.from(questionWords, ([word, counts]) => ({ word, counts })).slice(0, MOST_WORDS);
  const wholes = wholeWords(beginning, ownWords, questionWords);
  const others = otherWords(beginning, own).filter(({ word }) => !wholes.some((whole) => whole.word === word));
  return [...own, ...wholes, ...others].slice(0, MOST_WORDS);
}

/** What hyphens make of the question's words, once for each part; sources may write it as one word. */
function wholeWords(
  question: string,
  ownWords: readonly Word[],
  questionWords: ReadonlyMap<string, number>,
): AskedWord[] {
  return hyphenatedWords(question, ownWords)
    .filter(({ text }) => !questionWords.has(text))
    .flatMap(({ text, first, last }) => {
      const parts = ownWords.slice(first, last + 1).map((part) => part.text);
      const counts = WHOLE_COUNTS * Math.max(...parts.map((part) => questionWords.get(part) ?? 0));
      return parts.map((means) => ({ word: text, counts, means, isWhole: true as const }));
    });
}

/** Other words for those of the question. */
function otherWords(question: string, own: readonly AskedWord[]): AskedWord[] {
  const found = new Map<string, AskedWord>();
  for (const { word, counts } of own) {
    if (isOtherSense(word, question)) continue;
    for (const other of synonymsOf(word))
      found.set(other, { word: other, counts: counts * SYNONYM_COUNTS, means: word });
  }
  for (const word of phrasesIn(question)) found.set(word, { word, counts: SYNONYM_COUNTS, means: word });
  for (const { verb, compound } of phrasalVerbs(words(question).map(({ text }) => text))) {
    found.set(compound, { word: compound, counts: 1, means: verb });
    for (const other of synonymsOf(compound)) {
      // A word that stands for another word of the question still does.
      if (!found.has(other)) found.set(other, { word: other, counts: SYNONYM_COUNTS, means: verb });
    }
  }
  for (const { word } of own) found.delete(word);
  return [...found.values()];
}

/** What shops and the like may call the words of a question, and of what was asked before, each once. At most 32. */
export function otherwiseCalled(question: string, context: string): AskedWord[] {
  const [own, earlier] = [question, context].map((text) =>
    words(text.slice(0, MOST_CHARACTERS)).map((word) => word.text),
  );
  const known = new Set([...own!, ...earlier!]);
  const found = new Map<string, AskedWord>();
  const add = (texts: readonly string[], counts: number): void => {
    for (const { word, means } of everydayWords(texts)) {
      const isNew = !known.has(word) && !found.has(`${word} ${means}`);
      if (isNew && !isOtherSense(means, question)) found.set(`${word} ${means}`, { word, means, counts });
    }
  };
  add(own!, SYNONYM_COUNTS);
  add(earlier!, CONTEXT_COUNTS * SYNONYM_COUNTS);
  return [...found.values()].slice(0, MOST_EVERYDAY);
}

/** Names and figures of a question, as {@link Word.text}; its first word is always written large. */
export function namesIn(question: string): ReadonlySet<string> {
  return new Set(words(question).flatMap((word, index) => (word.proper && index > 0 ? [word.text] : [])));
}

function countsOf(before: Word | undefined): number {
  return before && ASKS_FOR_KIND.test(before.text) ? KIND_COUNTS : 1;
}

/** One term per word, in the question's order. A word that the agent knows in one language is not rare for another. */
export function queryTerms(all: readonly FoundTerm[], questionWords: readonly AskedWord[] = []): QueryTerm[] {
  const meanings = new Map<string, string[]>();
  const wholeWords = new Set<string>();
  for (const { word, means, isWhole } of questionWords) {
    if (means !== undefined) meanings.set(word, [...(meanings.get(word) ?? []), means]);
    if (isWhole) wholeWords.add(word);
  }
  const found = all.filter(({ word }) => !meanings.has(word));
  const others = all.filter(({ word, known, similarity }) => meanings.has(word) && known && similarity === 1);
  const byPosition = new Map<number, FoundTerm[]>();
  for (const form of found) byPosition.set(form.position, [...(byPosition.get(form.position) ?? []), form]);
  return Array.from(byPosition.values(), (forms) => {
    const known = forms.filter((form) => form.known);
    const exact = forms.filter((form) => form.similarity === 1);
    const knownExactly = exact.filter((form) => form.known);
    const meant = knownExactly.length > 0 ? undefined : slipOf(exact, known);
    const counted = meant ? [meant] : knownExactly.length > 0 ? knownExactly : exact;
    const word = forms[0]?.word ?? '';
    const standing = others.filter((other) => meanings.get(other.word)?.includes(word));
    const synonyms = standing.filter((other) => !wholeWords.has(other.word));
    const wholes = standing.flatMap(({ word: other, lexeme }) => (wholeWords.has(other) ? [lexeme] : []));
    return {
      word,
      synonyms: new Map(synonyms.map((form) => [form.lexeme, form.word] as const)),
      ...(wholes.length > 0 && { wholes: new Set(wholes) }),
      lexemes: new Map([
        ...synonyms.map((form) => [form.lexeme, SYNONYM_PRESENCE] as const),
        ...known.map((form) => [form.lexeme, form === meant ? 1 : form.similarity] as const),
        ...wholes.map((lexeme) => [lexeme, 1] as const),
      ]),
      weight: Math.min(...counted.map((form) => form.weight)),
      proof:
        Math.min(...counted.map((form) => form.proof)) * (known.length === 0 && isFiller(word) ? UNKNOWN_FILLER : 1),
    };
  });
}

/** What a word is a slip of the pen for, if that is certain: the only word of the sources that is one slip away. */
function slipOf(exact: readonly FoundTerm[], similar: readonly FoundTerm[]): FoundTerm | undefined {
  const near = similar.filter((form) => exact.some(({ lexeme }) => isOneSlip(lexeme, form.lexeme)));
  return near.length === 1 ? near[0] : undefined;
}

/**
 * The terms as a passage means them: a synonym that the passage uses in another sense stands for nothing.
 *
 * @param has whether the passage has a lexeme
 */
export function termsMeant(
  terms: readonly QueryTerm[],
  has: (lexeme: string) => boolean,
  text: string,
): readonly QueryTerm[] {
  const isOther = ({ synonyms }: QueryTerm, lexeme: string): boolean => {
    const word = synonyms?.get(lexeme);
    return word !== undefined && has(lexeme) && isOtherSense(word, text);
  };
  if (!terms.some((term) => Array.from(term.synonyms?.keys() ?? []).some((lexeme) => isOther(term, lexeme))))
    return terms;
  return terms.map((term) => {
    return { ...term, lexemes: new Map([...term.lexemes].filter(([lexeme]) => !isOther(term, lexeme))) };
  });
}
