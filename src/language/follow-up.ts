import forms from './follow-up.json';
import { words } from './words';

/** Questions longer than this say themselves what they are about. */
const SHORT_QUESTION = 14;

/** Words that open a question which goes on from the last one, and words that stand for what was named before. */
const OPENERS = new Set(Object.values(forms.openers).join(' ').split(' '));
const PRONOUNS = new Set(Object.values(forms.pronouns).join(' ').split(' '));

/**
 * What was asked before, where a question only makes sense after it ("And how much does it cost?"); else ''. A question
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
