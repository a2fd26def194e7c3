/** What letters look like in Wingdings: those that Outlook makes of `:)` and `-->`, and signs of lists. */
const SIGNS: Readonly<Record<string, string>> = {
  J: '☺',
  K: '😐',
  L: '☹',
  à: '→',
  è: '→',
  ð: '→',
  ß: '←',
  ç: '←',
  ó: '↔',
  ü: '✓',
  û: '✗',
  þ: '☑',
  ý: '☒',
  Ø: '➢',
  '§': '▪',
  l: '●',
  n: '■',
  o: '□',
  q: '❑',
  v: '❖',
};
/** Some programs write letters of such fonts in the private area of Unicode. */
const PRIVATE = /[\uf020-\uf0ff]/g;

/** Whether a font, or the first of several, has signs in place of letters. */
export function isWingdings(fonts: string): boolean {
  return /^[\s"']*wingdings[\s"']*(?:$|[,;!])/i.test(fonts);
}

/** A text in Wingdings as its reader sees it. Other letters of the font stay as they are. */
export function wingdings(text: string): string {
  const letters = text.replace(PRIVATE, (letter) => String.fromCharCode(letter.charCodeAt(0) & 0xff));
  return letters.replace(/[^\s]/g, (letter) => SIGNS[letter] ?? letter);
}
