import type { ErasedCounts } from '../common/erasure/erasure.types';
import type { ErasureReceipt } from '../contacts/contact-erasure.types';

/** What this tree counts of conversations, in the order of the answers. */
export const CONVERSATION_COUNTS = [
  'conversations',
  'messages',
  'notes',
  'attachments',
  'suggestions',
  'chatTurns',
  'knowledgeGaps',
  'supportRequests',
] as const;
/** The same of a person. */
export const CONTACT_COUNTS = ['contacts', ...CONVERSATION_COUNTS, 'storedResponses'] as const;

/** With what features from outside count. */
export type ConversationCounts = Readonly<Record<(typeof CONVERSATION_COUNTS)[number], number>> & ErasedCounts;
export type ContactCounts = Readonly<Record<(typeof CONTACT_COUNTS)[number], number>> & ErasedCounts;

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
