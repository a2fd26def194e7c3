import type { MailOutcome, MailReason } from './inbound-mail.types';
import type { MailResult } from './mail-jobs.repository';
import type { MailPlace } from './mail-routing.service';

export const NOWHERE = { workspaceId: null, agentId: null, conversationId: null, messageId: null };

export function ownerOf(place: MailPlace | null): { workspaceId: string | null; agentId: string | null } {
  if (!place) return { workspaceId: null, agentId: null };
  const { workspaceId, agentId } = 'intake' in place ? place.intake : place.conversation;
  return { workspaceId, agentId };
}

/** A mail of which no conversation keeps anything. */
export function ended(
  outcome: Extract<MailOutcome, 'ignored' | 'quarantined'>,
  reason: MailReason,
  place: MailPlace | null,
): MailResult {
  return { ...NOWHERE, ...ownerOf(place), outcome, reason };
}
