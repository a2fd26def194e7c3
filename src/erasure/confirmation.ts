import { createHash } from 'node:crypto';
import type { ProfileState } from '../contacts/contact-profiles.service';
import type { ErasedRecords } from '../contacts/erased-contacts.types';

/**
 * What a caller sends back to confirm: a digest of what the preview shows and of the state of the profile. When the person
 * writes once more or somebody edits the profile, it is another one, so nothing goes that the caller has not been shown.
 */
export function confirmationOf(contactId: string, profile: ProfileState | null, records: ErasedRecords): string {
  const shown = [contactId, profile?.updatedAt.toISOString() ?? null, Object.entries(records)];
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16);
}
