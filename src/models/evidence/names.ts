import type { Word } from '../../language/words';
import { isAuxiliary } from './function-words';
import type { Lexicon, Reading } from './reading';

/** After these, a word can have a capital letter as at the beginning of a sentence. */
const BEGINS = /[:(“"„«‹'‘–—•·-]\s*$/;
/** iPhone, SEPA: names in any position and language. */
const SPELT_LIKE_A_NAME = /^\p{Lu}[\p{Lu}\p{N}]+$|\p{Ll}\p{Lu}/u;

/** Texts other than the sentence that help to recognize names. */
export interface NameEvidence {
  quotes: readonly Reading[];
  /** Quoted passages with their titles and headings. */
  passages: readonly Reading[];
  /** All passages and the question. A word in lower case there is not a name. */
  known: readonly Reading[];
  translated: boolean;
}

/** The names in the sentence. In a script without capital letters, only words of another script count. */
export function namesOf(sentence: Reading, lexicon: Lexicon, evidence: NameEvidence): Word[] {
  return sentence.words.filter((word, index) => {
    if (/\p{N}/u.test(word.text) && !/\p{L}/u.test(word.text)) return false;
    if (sentence.figures.words.has(word.text) || lexicon.isStop(sentence.language, word.text)) return false;
    const written = sentence.text.slice(word.start, word.end);
    if (sentence.script !== 'Latin' && /^\p{sc=Latin}{2}/u.test(written)) return true;
    if (!/\p{Lu}/u.test(written)) return false;
    if (SPELT_LIKE_A_NAME.test(written)) return true;
    // German nouns have capital letters, so names cannot be recognized in a translation.
    if (evidence.translated && sentence.language === 'german') return false;
    const begins = index === 0 || BEGINS.test(sentence.text.slice(0, word.start));
    return !begins || opensWithName(sentence, index, lexicon, evidence);
  });
}

/** Whether a quote contains the name. In German, where nouns look like names, the passage is enough. */
export function nameStands(name: Word, { quotes, passages, translated }: NameEvidence): boolean {
  const { text } = name;
  if (quotes.some((quote) => quote.has(text))) return true;
  return !translated && passages.some((passage) => passage.language === 'german' && passage.speaksOf(text));
}

/** Whether the first word, which always has a capital letter, is a name: no text has it in lower case, and it does not begin a command. */
function opensWithName(sentence: Reading, index: number, lexicon: Lexicon, evidence: NameEvidence): boolean {
  const { language } = sentence;
  if (evidence.translated || !lexicon.hasStops(language)) return false;
  const word = sentence.words[index];
  const next = sentence.words[index + 1];
  if (!word || evidence.known.some((text) => writesSmall(text, word.text, lexicon))) return false;
  const commands = next !== undefined && lexicon.isStop(language, next.text) && !isAuxiliary(next.text);
  return !commands;
}

function writesSmall({ text, words, language }: Reading, word: string, lexicon: Lexicon): boolean {
  const form = lexicon.lexeme(language, word);
  return words.some(
    (other) =>
      (other.text === word || lexicon.lexeme(language, other.text) === form) &&
      (language === 'german' || /^\p{Ll}/u.test(text.slice(other.start))),
  );
}
