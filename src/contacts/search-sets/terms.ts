import { termsOfContact } from '../contact-visibility';
import { FIELD_SEPARATOR } from '../search-text';

/**
 * What the index knows of a contact: that it exists, whose it is, and every sequence of one, two and three characters in
 * its fields. A search of up to three characters is one of these terms; a longer one is in contacts that have all its
 * sequences of three, and perhaps in not all of them. Terms that are no text begin with what separates texts.
 */
export const EVERY_CONTACT = `${FIELD_SEPARATOR}*`;

const LONGEST = 3;
/** Terms that are looked up for a long search. More would cost more than the few contacts less to look through. */
const MOST_LOOKED_UP = 6;

export interface IndexedContact {
  searchText: string;
  agentIds: readonly string[];
}

/** The terms of a contact of these agents that are no text. */
export function labelsOf(agentIds: readonly string[]): string[] {
  return [EVERY_CONTACT, ...termsOfContact(agentIds)];
}

/** Terms that every contact with this text has, and whether the contacts that have them all have the text. */
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
