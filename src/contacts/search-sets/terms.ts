import { termsOfContact } from '../contact-visibility';
import { FIELD_SEPARATOR } from '../search-text';

/**
 * The terms of a contact in the index: one for its existence, one for each of its agents, and one for each sequence of
 * one, two and three characters in its fields. A search of up to three characters is one of these terms. A longer
 * search is found in contacts that have all its sequences of three, but not all of those contacts contain it. Terms
 * that are not text begin with the separator of texts.
 */
export const EVERY_CONTACT = `${FIELD_SEPARATOR}*`;

const LONGEST = 3;
/** Number of terms that are looked up for a long search. More would cost more than checking a few more contacts. */
const MOST_LOOKED_UP = 6;

export interface IndexedContact {
  searchText: string;
  agentIds: readonly string[];
}

/** The terms of a contact with these agents that are not text. */
export function labelsOf(agentIds: readonly string[]): string[] {
  return [EVERY_CONTACT, ...termsOfContact(agentIds)];
}

/** Returns terms that every contact with this text has. `exact`: every contact with all these terms has the text. */
export function termsOfSearch(text: string): { terms: string[]; exact: boolean } {
  const characters = Array.from(text);
  if (characters.length <= LONGEST) return { terms: [text], exact: true };
  const last = characters.length - LONGEST;
  const count = Math.min(last + 1, MOST_LOOKED_UP);
  const starts = Array.from({ length: count }, (_, number) => Math.round((number * last) / (count - 1)));
  return {
    terms: [...new Set(starts.map((start) => characters.slice(start, start + LONGEST).join('')))],
    exact: false,
  };
}
