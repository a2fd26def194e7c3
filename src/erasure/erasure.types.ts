import type { ErasedCounts } from '../common/erasure/erasure.types';
import type { ErasureReceipt } from '../contacts/contact-erasure.types';

/** The built-in counts of conversations, in the order of the answers. */
export const CONVERSATION_COUNTS = [
  'conversations',
  'messages',
  'notes',
  'attachments',
  'files',
  'suggestions',
  'chatTurns',
  'knowledgeGaps',
  'supportRequests',
] as const;
/** The built-in counts of a person. */
export const CONTACT_COUNTS = ['contacts', ...CONVERSATION_COUNTS, 'storedResponses'] as const;

/** Includes the counts that other features register. */
export type ConversationCounts = Readonly<Record<(typeof CONVERSATION_COUNTS)[number], number>> & ErasedCounts;
export type ContactCounts = Readonly<Record<(typeof CONTACT_COUNTS)[number], number>> & ErasedCounts;

/** What an erasure would delete and how a caller confirms it, or the receipt of a completed erasure. */
export interface ErasurePreview {
  contactId: string;
  hasProfile: boolean;
  counts: ContactCounts;
  confirmation: string;
  receipt: CompleteReceipt | null;
}

/** A receipt with all kinds that are counted today. */
export interface CompleteReceipt extends ErasureReceipt {
  records: ContactCounts;
}

/** The deleted records of some conversations of one agent. The contacts stay. */
export interface ConversationsErasure {
  erasedAt: Date;
  records: ConversationCounts;
}
