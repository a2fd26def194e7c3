import { normalForm } from '../text/normal-form';

/** The most characters of the result: longer than real names, and shorter than an advertisement. */
const LONGEST = 60;

/** Characters that join the parts of a link or an address, including the dots and slashes of other scripts. `%2E` is a dot. */
const JOINTS = /([.。۔܁܂ꓸ:∶꞉@/\\⁄∕∖⟋⧵⧸⧹╱]|%(?=[0-9a-f]{2}))(?=\S)/giu;

/** Phones make numbers of this many digits dialable. */
const NUMBER = /\+?\d(?:[\s().-]*\d){6,}/g;

/**
 * Makes untrusted text safe for the subject or text of an email: one short line that an email client does not turn into a link, an
 * address or a phone number. It cannot change the direction of the text around it or close quotation marks.
 */
export function defused(text: string, longest = LONGEST): string {
  // Normalize to one form of each character: `．` and `․` are dots in a DNS look-up.
  const plain = normalForm(text, 'NFKC')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/["“”„‟«»‹›]/gu, "'")
    // Real letters have one or two marks. A stack of marks would cover the lines around it.
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .replace(NUMBER, '…')
    .replace(JOINTS, '$1 ')
    .trim();
  const characters = Array.from(plain);
  if (characters.length <= longest) return plain;
  return `${characters
    .slice(0, longest - 1)
    .join('')
    .trimEnd()}…`;
}
