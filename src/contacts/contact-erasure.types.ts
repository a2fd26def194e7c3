import type { ErasedCounts } from '../common/erasure/erasure.types';

/** That a person was erased, and what went. Names nobody but by ids. */
export interface ErasureReceipt {
  id: string;
  contactId: string;
  erasedAt: Date;
  /** The member. */
  erasedBy: string;
  records: ErasedCounts;
}

/** By what a person is recognized when they come from outside. */
export interface ContactIdentity {
  externalId: string | null;
  /** Lower case. */
  email: string | null;
}
