import forms from './lists/follow-up.json';
import { words } from './words';

/** Words of a question; a longer one names its own subject. */
const SHORT_QUESTION = 14;

/** Words that begin a follow-up question, and words that stand for something named before. */
const OPENERS = new Set(Object.values(forms.openers).join(' ').split(' '));
const PRONOUNS = new Set(Object.values(forms.pronouns).join(' ').split(' '));

/**
 * The previous message, where a question only makes sense after it ("And how much does it cost?"); else ''. A question
 * with a name or figure of its own, or a long one, stands alone: a wrong context does more harm than none.
 *
 * @param earlier the customer's earlier messages, oldest first
 */
export function followUpContext(question: string, earlier: readonly string[]): string {
  const previous = earlier.at(-1);
  if (previous === undefined) return '';
  const inQuestion = words(question);
  if (inQuestion.length > SHORT_QUESTION) return '';
  const continues = OPENERS.has(inQuestion[0]?.text ?? '') || /^(?:what|how) about\b/iu.test(question);
  if (continues) return previous;
  const refers = inQuestion.some((word) => PRONOUNS.has(word.text));
  // "I" is written large, and names nothing.
  return refers && !inQuestion.slice(1).some((word) => word.proper && word.text !== 'i') ? previous : '';
}
