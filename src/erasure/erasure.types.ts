import type { ErasureCounts, ErasureReceipt } from '../contacts/contact-erasure.types';

/** What an erasure would take, and how a caller confirms it; or the receipt of the one that is done. */
export interface ErasurePreview {
  contactId: string;
  hasProfile: boolean;
  counts: ErasureCounts;
  confirmation: string;
  receipt: ErasureReceipt | null;
}
