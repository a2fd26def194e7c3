import type { Contact } from './contact.entity';
import { normalForm } from '../common/text/normal-form';

type Searchable = Pick<Contact, 'name' | 'email' | 'phone' | 'externalId' | 'company'>;

/** U+001F, which stands in no folded text: a search that spans two fields finds nothing. */
export const FIELD_SEPARATOR = '\u001f';

/**
 * The same text for all spellings that a search does not tell apart: lower case, Unicode NFC. Lower case may need to be
 * composed (J̌ becomes ǰ), and of the two forms of small sigma the one at the end of a word depends on what follows, so
 * that a part of a text would differ from the text.
 */
export function folded(text: string): string {
  return normalForm(text.toLowerCase(), 'NFC').replaceAll('ς', 'σ').replaceAll(FIELD_SEPARATOR, ' ');
}

/** The fields that a search looks through, folded, one after the other. */
export function searchText({ name, email, phone, externalId, company }: Searchable): string {
  return [name, email, phone, externalId, company]
    .filter((field) => field !== null)
    .map(folded)
    .join(FIELD_SEPARATOR);
}
