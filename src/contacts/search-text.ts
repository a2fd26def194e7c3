import type { Contact } from './contact.entity';
import { normalForm } from '../common/text/normal-form';

type Searchable = Pick<Contact, 'name' | 'email' | 'phone' | 'externalId' | 'company'>;

/** U+001F, which does not occur in folded text, so that no search matches across two fields. */
export const FIELD_SEPARATOR = '\u001f';

/**
 * Returns the same text for all spellings that a search treats as equal: lower case, Unicode NFC. Lower case may need
 * to be composed (J̌ becomes ǰ). Both forms of small sigma become one: the form at the end of a word depends on the
 * next character, so that a part of a text would differ from the text.
 */
export function folded(text: string): string {
  return normalForm(text.toLowerCase(), 'NFC').replaceAll('ς', 'σ').replaceAll(FIELD_SEPARATOR, ' ');
}

/** The folded fields that a search matches, one after the other. */
export function searchText({ name, email, phone, externalId, company }: Searchable): string {
  return [name, email, phone, externalId, company]
    .filter((field) => field !== null)
    .map(folded)
    .join(FIELD_SEPARATOR);
}
