import { createHash } from 'node:crypto';
import type { ErasedCounts } from '../common/erasure/erasure.types';
import type { ProfileState } from '../contacts/contact-profiles.service';

/**
 * A digest of the preview and of the state of the profile, which a caller sends back to confirm. A new message or a
 * change of
 * the profile makes it another one, so an erasure never deletes more than the caller has seen.
 */
export function confirmationOf(contactId: string, profile: ProfileState | null, counts: ErasedCounts): string {
  const shown = [contactId, profile?.updatedAt.toISOString() ?? null, Object.entries(counts)];
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16);
}
