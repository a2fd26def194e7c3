import MiniSearch from 'minisearch';
import type { Page } from './pages';

export interface Finding {
  page: string;
  heading: string;
  /** The start of the section, to continue reading there. */
  offset: number;
  excerpt: string;
}

const EXCERPT_CHARACTERS = 400;
const HEADING_BOOST = 3;
/** Shorter words have too many similar ones for fuzzy matching. */
const GUESSED_FROM = 4;

interface Indexed {
  id: number;
  page: string;
  heading: string;
  text: string;
  offset: number;
}

/** Finds sections by words, by their prefixes and by misspelt forms, best match first. The index is in memory. */
export class PageSearch {
  private readonly sections: readonly Indexed[];
  private readonly index = new MiniSearch<Indexed>({
    fields: ['heading', 'text'],
    tokenize: wordsOf,
    searchOptions: {
      boost: { heading: HEADING_BOOST },
      prefix: (word) => word.length >= GUESSED_FROM,
      fuzzy: (word) => (word.length >= GUESSED_FROM ? 0.2 : false),
    },
  });

  constructor(pages: readonly Page[]) {
    this.sections = pages
      .flatMap(({ name, sections }) => sections.map((section) => ({ ...section, page: name })))
      .map(({ page, heading, text, start }, id) => ({ id, page, heading, text, offset: start }));
    this.index.addAll(this.sections);
  }

  find(query: string, limit: number): Finding[] {
    return this.index
      .search(query)
      .slice(0, limit)
      .flatMap(({ id, terms }) => {
        const section = this.sections[id as number];
        if (!section) return [];
        const { page, heading, offset, text } = section;
        return [{ page, heading, offset, excerpt: excerptOf(text, terms) }];
      });
  }
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
}

/** The text around the first matching word. */
function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - EXCERPT_CHARACTERS / 4);
  return text
    .slice(start, start + EXCERPT_CHARACTERS)
    .trim()
    .toWellFormed();
}
