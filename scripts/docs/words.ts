// The words that texts of this project avoid: the table in the section "Words" of CONTRIBUTING.md.

export interface Word {
  /** Lower case; may have a space. */
  text: string;
  instead: string;
}

export interface Found extends Word {
  /** Counted from 1. */
  line: number;
}

const ROW = /^\| (?!Do not|-)([^|]+?) +\| ([^|]+?) +\|$/gm;

/** @throws Error if the page has no such table. */
export function wordsOf(contributing: string): Word[] {
  const [, section = ''] = /^## Words\n(.*?)(?=^## |(?![^]))/ms.exec(contributing) ?? [];
  const words = [...section.matchAll(ROW)].flatMap(([, texts = '', instead = '']) =>
    texts.split(', ').map((text) => ({ text: text.toLowerCase(), instead })),
  );
  if (words.length === 0) throw new Error('CONTRIBUTING.md has no table in a section "Words"');
  return words;
}

/** Words of a page, but for code and for quotes such as titles of tests. */
export function wordsIn(page: string, words: readonly Word[]): Found[] {
  const text = withoutQuotes(page);
  return words.flatMap((word) =>
    [...text.matchAll(patternOf(word))].map(({ index }) => ({
      ...word,
      line: text.slice(0, index).split('\n').length,
    })),
  );
}

/** How often a source has the words, in code, comments and texts. */
export function countWords(source: string, words: readonly Word[]): number {
  return words.reduce((sum, word) => sum + [...source.matchAll(patternOf(word))].length, 0);
}

/** A word with a hyphen behind it is part of a name. */
function patternOf({ text }: Word): RegExp {
  return new RegExp(`\\b${text.replaceAll(' ', '\\s+')}\\b(?!-)`, 'gi');
}

/** Keeps the lines where they are. */
function withoutQuotes(page: string): string {
  const blank = (quoted: string): string => quoted.replace(/[^\n]/g, ' ');
  return page
    .replace(/^(```|~~~).*?^\1/gms, blank)
    .replace(/`[^`\n]+`/g, blank)
    .replace(/“[^”]*”/g, blank);
}
