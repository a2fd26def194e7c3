import type { Page, Section } from './pages';

export interface Finding {
  page: string;
  heading: string;
  /** Where the section begins, for reading on. */
  offset: number;
  excerpt: string;
}

interface Indexed {
  page: Page;
  section: Section;
  /** How often each word stands in the section; a word of the heading counts as three. */
  counts: ReadonlyMap<string, number>;
  length: number;
}

const EXCERPT_CHARACTERS = 400;
/** BM25: how soon more of the same word stops to count, and how much long sections pay for their length. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

/** Finds sections by words, best first (BM25 over a handful of pages, all in memory). */
export class PageSearch {
  private readonly sections: readonly Indexed[];
  private readonly meanLength: number;

  constructor(pages: readonly Page[]) {
    this.sections = pages.flatMap((page) => page.sections.map((section) => indexed(page, section)));
    this.meanLength = this.sections.reduce((sum, { length }) => sum + length, 0) / Math.max(1, this.sections.length);
  }

  find(query: string, limit: number): Finding[] {
    const words = [...new Set(wordsOf(query))];
    return this.sections
      .map((section) => ({ section, score: words.reduce((sum, word) => sum + this.score(section, word), 0) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ section: { page, section } }) => ({
        page: page.name,
        heading: section.heading,
        offset: section.start,
        excerpt: excerptOf(section.text, words),
      }));
  }

  private score({ counts, length }: Indexed, word: string): number {
    const count = counts.get(word) ?? 0;
    if (count === 0) return 0;
    const having = this.sections.filter((other) => other.counts.has(word)).length;
    const rarity = Math.log(1 + (this.sections.length - having + 0.5) / (having + 0.5));
    const penalty = 1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / this.meanLength;
    return (rarity * count * (SATURATION + 1)) / (count + SATURATION * penalty);
  }
}

function indexed(page: Page, section: Section): Indexed {
  const heading = wordsOf(section.heading);
  const words = [...wordsOf(section.text), ...heading, ...heading];
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { page, section, counts, length: words.length };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
}

/** The surroundings of the first word that is found. */
function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - EXCERPT_CHARACTERS / 4);
  return text
    .slice(start, start + EXCERPT_CHARACTERS)
    .trim()
    .toWellFormed();
}
