import type { MailOutcome, MailReason } from './inbound-mail.types';
import type { MailResult } from './mail-jobs.repository';
import type { MailPlace } from './mail-routing.service';

export const NOWHERE = { workspaceId: null, agentId: null, conversationId: null, messageId: null };

export function ownerOf(place: MailPlace | null): { workspaceId: string | null; agentId: string | null } {
  if (!place) return { workspaceId: null, agentId: null };
  const { workspaceId, agentId } = 'intake' in place ? place.intake : place.conversation;
  return { workspaceId, agentId };
}

/** The result of an email that does not become a message. It is erased with its conversation, if that is known. */
export function ended(
  outcome: Extract<MailOutcome, 'ignored' | 'quarantined'>,
  reason: MailReason,
  place: MailPlace | null,
): MailResult {
  const conversationId = place && 'conversation' in place ? place.conversation.id : null;
  return { ...NOWHERE, ...ownerOf(place), conversationId, outcome, reason };
}
