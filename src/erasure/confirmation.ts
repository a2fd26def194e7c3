import { createHash } from 'node:crypto';
import type { ErasedCounts } from '../common/erasure/erasure.types';
import type { ProfileState } from '../contacts/contact-profiles.service';

/**
 * What a caller sends back to confirm: a digest of what the preview shows and of the state of the profile. When the person
 * writes once more or somebody edits the profile, it is another one, so nothing goes that the caller has not been shown.
 */
export function confirmationOf(contactId: string, profile: ProfileState | null, counts: ErasedCounts): string {
  const shown = [contactId, profile?.updatedAt.toISOString() ?? null, Object.entries(counts)];
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16);
}
