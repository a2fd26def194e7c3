import { knownTimezone } from '../common/validation/invalid-timezone';
import type { Contact, ContactAttribute } from './contact.entity';
import { LONGEST_ATTRIBUTES, MOST_ATTRIBUTES } from './contact-fields';
import type { ContactInput } from './contact-input.dto';
import { AttributesTooLong, ContactUnidentified, TooManyAttributes } from './contacts.errors';
import type { NewContact } from './contacts.repository';
import { searchText } from './search-text';

/** A contact with no fields set. */
export function blankContact(workspaceId: string): NewContact {
  return {
    workspaceId,
    agentIds: [],
    externalId: null,
    name: null,
    email: null,
    phone: null,
    company: null,
    locale: null,
    timezone: null,
    notes: null,
    attributes: {},
    blocked: false,
    searchText: '',
  };
}

/**
 * Returns the contact with the caller's changes: null clears a field, and attributes are merged.
 *
 * @throws InvalidTimezone, TooManyAttributes, AttributesTooLong, ContactUnidentified; all 400
 */
export function mergedContact(contact: NewContact, input: ContactInput): NewContact {
  const { attributes, timezone, ...plain } = input;
  const next: NewContact & Record<string, unknown> = { ...contact };
  for (const [name, value] of Object.entries(plain)) if (value !== undefined) next[name] = value;
  if (timezone !== undefined) next.timezone = timezone === null ? null : knownTimezone(timezone);
  if (attributes) next.attributes = merged(contact.attributes, attributes);
  if (![next.name, next.email, next.phone, next.externalId].some((field) => field !== null)) {
    throw new ContactUnidentified();
  }
  next.searchText = searchText(next);
  return next;
}

function merged(
  present: Contact['attributes'],
  change: Record<string, ContactAttribute | null>,
): Record<string, ContactAttribute> {
  const attributes = Object.entries({ ...present, ...change }).filter(
    (entry): entry is [string, ContactAttribute] => entry[1] !== null,
  );
  if (attributes.length > MOST_ATTRIBUTES) throw new TooManyAttributes(MOST_ATTRIBUTES);
  const all = Object.fromEntries(attributes);
  if (JSON.stringify(all).length > LONGEST_ATTRIBUTES) throw new AttributesTooLong(LONGEST_ATTRIBUTES);
  return all;
}
