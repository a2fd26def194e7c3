import { readXml } from './office-files';

/** A character that XML does not allow, or that only looks like one: `_x000D_` (ECMA-376 part 1, 22.9.2.19). */
const ESCAPED = /_x([\dA-Fa-f]{4})_/g;

/** The strings that cells refer to by their number, without what is struck through, and without how it is pronounced. */
export function stringsOf(xml: string | undefined): string[] {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let inPhonetic = false;
  let isStruck = false;
  readXml(xml, {
    open: (name, { val }) => {
      if (name === 'si') text = '';
      if (name === 'rPh') inPhonetic = true;
      if (name === 'r' || name === 'si') isStruck = false;
      if (name === 'strike' && val !== '0' && val !== 'false') isStruck = true;
      isText = name === 't' && !inPhonetic && !isStruck;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
    close: (name) => {
      if (name === 'si') strings.push(unescapedXml(text));
      if (name === 'rPh') inPhonetic = false;
      isText = false;
    },
  });
  return strings;
}

/** Text with its line breaks and tabs; other characters that are written so are not seen. */
export function unescapedXml(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(ESCAPED, (_whole, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return character === '\r' ? '' : /[\t\n]|[^\p{C}]/u.test(character) ? character : '';
  });
}
