import type { ErasedCounts } from '../common/erasure/erasure.types';

/** The receipt of an erasure: who was erased, by ids only, and how much was deleted. */
export interface ErasureReceipt {
  id: string;
  contactId: string;
  erasedAt: Date;
  /** The member who erased the person. */
  erasedBy: string;
  records: ErasedCounts;
}

/** The values that recognize a person in data from outside. */
export interface ContactIdentity {
  externalId: string | null;
  /** Lower case. */
  email: string | null;
}
