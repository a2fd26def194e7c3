/** The flags of England, Scotland and Wales, which Unicode encodes with tag characters. */
const TAGGED_FLAG = /\u{1f3f4}[\u{e0061}-\u{e007a}]+\u{e007f}/gu;
/**
 * Joiners in the places where scripts and emoji need them: between letters (Persian, Hindi), after marks (Malayalam), and between
 * the parts of one emoji.
 */
const JOINER =
  /(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])|(?<=\p{M})[\u200c\u200d]|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/gu;
/** Direction marks for lines with Arabic or Hebrew, and signs that precede numbers. */
const HARMLESS = /[\u200e\u200f\u061c\u0600-\u0605\u06dd\u070f\u08e2]/g;

/** Whether a text is one line without hidden characters: no line breaks, controls, direction overrides or invisible characters. */
export function isOneLine(text: string): boolean {
  const rest = text.replace(TAGGED_FLAG, '\u{1f3f4}').replace(JOINER, '').replace(HARMLESS, '');
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u{e0000}-\u{e0fff}]/u.test(rest)) return false;
  return text === '' || /[^\p{Z}\p{M}\p{C}]/u.test(rest);
}
