import { normalForm } from '../common/text/normal-form';

/** `![words](address)`, `[words](address "title")` and `[words][reference]`; an address may have one pair of brackets in it. */
const LINK = /!?\[([^[\]]*)\](?:\((?:[^()\s]|\([^()\s]*\))*(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)|\[[^[\]]*\])/g;
const AUTOLINK = /<((?:https?:\/\/|mailto:)[^<>\s]*)>/gi;
const TAG = /<!--[\s\S]*?-->|<\/?[a-z][^<>]*>|<\/?>/gi;
const FENCE = /^[^\S\n]*(?:`{3,}|~{3,}).*$/gm;
/** Quote marks, bullets and heading marks, one in another. */
const LINE_MARKS = /^[^\S\n]*(?:>[^\S\n]?|[-*+•][^\S\n]+|#{1,6}[^\S\n]+)+/gm;
/** Only pairs: `run_onchange_` is a name. */
const UNDERSCORES = /(?<![\p{L}\p{N}_])(_{1,3})(?=\S)([^_\n]+)(?<=\S)\1(?![\p{L}\p{N}_])/gu;
/** A star between spaces multiplies. */
const STARS = /(?<!\*)\*+(?=[^\s*])|(?<=[^\s*])\*+/g;
/** An image may be the words of a link. */
const NESTED_LINKS = 2;

/** The text that a reader sees where Markdown is not shown: words in lower case with single spaces, without marks of any kind. */
export function plainText(markdown: string): string {
  let text = normalForm(markdown, 'NFKC')
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[“”„‟]/g, '"');
  for (let depth = 0; depth < NESTED_LINKS; depth++) text = text.replace(LINK, '$1');
  return text
    .replace(AUTOLINK, '$1')
    .replace(TAG, '')
    .replace(FENCE, '')
    .split('\n')
    .filter((line) => !isRule(line))
    .join('\n')
    .replace(LINE_MARKS, '')
    .replaceAll('`', '')
    .replace(STARS, '')
    .replace(UNDERSCORES, '$2')
    .replaceAll('|', ' ')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** Between the head of a table and its rows, or between paragraphs. */
function isRule(line: string): boolean {
  return /^[\s|:-]+$/.test(line) && line.includes('--');
}
