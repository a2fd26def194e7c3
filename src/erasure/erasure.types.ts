import type { ErasedCounts } from '../common/erasure/erasure.types';
import type { ErasureReceipt } from '../contacts/contact-erasure.types';
import type { ErasureCountsDto } from './erasure.dto';

/** With what features from outside count. */
export type ContactCounts = Readonly<ErasureCountsDto> & ErasedCounts;
export type ConversationCounts = Readonly<Omit<ErasureCountsDto, 'contacts' | 'storedResponses'>> & ErasedCounts;

/** What an erasure would take, and how a caller confirms it; or the receipt of the one that is done. */
export interface ErasurePreview {
  contactId: string;
  hasProfile: boolean;
  counts: ContactCounts;
  confirmation: string;
  receipt: CompleteReceipt | null;
}

/** Counts everything that is counted today. */
export interface CompleteReceipt extends ErasureReceipt {
  records: ContactCounts;
}

/** What went with some conversations of one agent; whose they were is left as it is. */
export interface ConversationsErasure {
  erasedAt: Date;
  records: ConversationCounts;
}
