const RAISED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from('0123456789+-=()', (sign, at) => [sign, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾'[at]!])),
  ...Object.fromEntries(
    Array.from('abcdefghijklmnoprstuvwxyz', (sign, at) => [sign, Array.from('ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ')[at]!]),
  ),
  '−': '⁻',
  '–': '⁻',
};
const MARKS: Readonly<Record<string, string>> = { TM: '™', tm: '™', SM: '℠', sm: '℠' };
/** Behind a number: 1st, 2º, 3ème. */
const ORDINAL = /^(?:st|nd|rd|th|er|re|e|è|ème|eme|nde?|o|a|os|as)$/i;

/** The text of a superscript behind a character: its own words must not become part of the word, or the number, before it. */
export function superscript(text: string, before: string): string {
  const mark = MARKS[text];
  if (mark !== undefined) return mark;
  if (/\d/.test(before) && ORDINAL.test(text)) return text;
  if (/^\p{N}[\p{N}\s,;*–−+=()-]*$|^[+=(−–-]\p{N}|^\p{Ll}$/u.test(text)) {
    return Array.from(text, (sign) => RAISED[sign] ?? sign).join('');
  }
  return /^\p{L}{2}/u.test(text) && /[\p{L}\p{N}]/u.test(before) ? ` ${text}` : text;
}
