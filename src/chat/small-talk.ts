import { normalForm } from '../common/text/normal-form';
import phrasesByLanguage from './lists/small-talk.json';

/** What a message wants that no source answers. */
export type SmallTalk = 'greeting' | 'thanks' | 'goodbye' | 'bot' | 'help' | 'acknowledgement';

export interface SmallTalkHeard {
  readonly kind: SmallTalk;
  /** The language of the phrase; null if several languages have the phrase. */
  readonly language: string | null;
}

/** Longer messages are not small talk. */
const LONGEST = 120;

/** Whole phrases without punctuation, by language. What is international stands under `any`. */
const PHRASES: Readonly<Record<string, Partial<Record<SmallTalk, string>>>> = phrasesByLanguage;

/** What a message is that is of several kinds: “hello, are you a bot?” is a question. */
const ORDER: readonly SmallTalk[] = ['bot', 'help', 'goodbye', 'thanks', 'greeting', 'acknowledgement'];

const PATTERNS = Object.entries(PHRASES).flatMap(([language, kinds]) =>
  ORDER.flatMap((kind) => {
    const phrases = kinds[kind];
    return phrases === undefined ? [] : [{ language, kind, pattern: new RegExp(`^(?:${phrases})(?=$| )`, 'u') }];
  }),
);

/** What a message says that is small talk from its first word to its last; null where it wants anything else. */
export function smallTalkIn(message: string): SmallTalkHeard | null {
  if (message.length > LONGEST) return null;
  let rest = normalForm(message, 'NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    // Vowel marks of Arabic, which few people write.
    .replace(/[\u064b-\u0652]/g, '')
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (rest === '') return null;
  const heard: { kind: SmallTalk; language: string }[] = [];
  while (rest !== '') {
    const next = longestAt(rest);
    if (!next) return null;
    heard.push(next);
    rest = rest.slice(next.length).trim();
  }
  const kind = ORDER.find((of) => heard.some((phrase) => phrase.kind === of))!;
  const ofOneLanguage = heard.filter(({ language }) => language !== 'any');
  const language = ofOneLanguage.find((phrase) => phrase.kind === kind)?.language ?? ofOneLanguage[0]?.language ?? null;
  return { kind, language };
}

function longestAt(text: string): { kind: SmallTalk; language: string; length: number } | null {
  let longest: { kind: SmallTalk; language: string; length: number } | null = null;
  for (const { kind, language, pattern } of PATTERNS) {
    const length = pattern.exec(text)?.[0].length ?? 0;
    if (length > (longest?.length ?? 0)) longest = { kind, language, length };
  }
  return longest;
}
