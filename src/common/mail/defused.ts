import { normalForm } from '../text/normal-form';

/** Characters of what is left; more than a name that people use, less than an advertisement. */
const LONGEST = 60;

/** What joins the parts of a link or an address, in the scripts that have a dot or a slash of their own; `%2E` is a dot. */
const JOINTS = /([.。۔܁܂ꓸ:∶꞉@/\\⁄∕∖⟋⧵⧸⧹╱]|%(?=[0-9a-f]{2}))(?=\S)/giu;

/** Numbers of this many digits are dialled by a touch. */
const NUMBER = /\+?\d(?:[\s().-]*\d){6,}/g;

/**
 * What a stranger typed, for the subject or the text of a mail: one short line that no mail program makes a link, an
 * address or a telephone number of, that changes the direction of nothing around it, and that ends no quotation marks.
 */
export function defused(text: string, longest = LONGEST): string {
  // One form for each character: `．` and `․` are dots to whoever looks a host name up.
  const plain = normalForm(text, 'NFKC')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/["“”„‟«»‹›]/gu, "'")
    // Letters carry a mark or two; a tower of them covers the lines around it.
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
