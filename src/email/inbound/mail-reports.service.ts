import { Injectable } from '@nestjs/common';
import { MessageAdded } from '../../conversations/conversation-events';
import { DomainEvents } from '../../common/events/domain-events';
import { AgentsService } from '../../agents/agents.service';
import { excerpt } from '../../common/text/excerpt';
import { ConversationWriter } from '../../conversations/conversation-writer.service';
import { ReplyEvidenceService } from '../../inbox/replies/reply-evidence.service';
import { codesOf, failureLine, type MailReport, saysFailed } from './mail-class';
import { type MailClaim, MailJobsRepository, type MailResult } from './mail-jobs.repository';
import { NOWHERE } from './mail-result';
import type { DeliveryReport, ParsedMail } from './reading/parsed-mail.types';
import { ServiceMailReports } from './service-mail-reports';

/** The message that a report is about. `revision` is null if only the message is known. */
type ReplyNamed = NonNullable<Awaited<ReturnType<ReplyEvidenceService['find']>>> & { revision: number | null };

/** One of our Message-IDs in the text of a report. */
const OWN_ID = /<[0-9a-f-]{36}\.\d{1,9}@[^<>\s]{1,253}>/gi;
const MOST_IDS = 20;
const LONGEST_TEXT = 300;

/**
 * Processes reports of mail servers about replies. A report counts only if it contains the signed address or the Message-ID of the
 * message, because anyone can send forged reports. Reports do not affect messages that have not been sent.
 */
@Injectable()
export class MailReportsService {
  constructor(
    private readonly jobs: MailJobsRepository,
    private readonly evidence: ReplyEvidenceService,
    private readonly conversations: ConversationWriter,
    private readonly agents: AgentsService,
    private readonly events: DomainEvents,
    private readonly serviceMails: ServiceMailReports,
  ) {}

  /** The reply that an email reports about, by its target address, otherwise by the Message-IDs that it quotes. */
  async replyOf({ targetKind, targetId }: MailClaim, mail: ParsedMail): Promise<ReplyNamed | null> {
    if (targetKind === 'bounce' && targetId !== null) {
      const reply = await this.evidence.find(targetId);
      // The address names one copy, even if the report is about an address to which that was forwarded.
      return reply && { ...reply, others: 0, revision: null };
    }
    for (const id of quotedIds(mail)) {
      const named = this.evidence.named(id);
      const reply = named && (await this.evidence.find(named.messageId));
      if (reply) return { ...reply, revision: named.revision };
    }
    return null;
  }

  /** Joins the caller's transaction. */
  async file(claim: MailClaim, mail: ParsedMail, found: MailReport, about: ReplyNamed | null): Promise<MailResult> {
    if (!about) {
      const isOfService = await this.serviceMails.file(claim, mail, found);
      return isOfService
        ? { ...NOWHERE, outcome: 'bounce', reason: null }
        : nowhere('ignored', 'report_without_message');
    }
    const { workspaceId, agentId, conversationId } = about;
    await this.jobs.lockFor(agentId, claim.identity);
    if (await this.jobs.existsTaken(workspaceId, agentId, claim)) return nowhere('ignored', 'duplicate');
    await this.agents.lockAgainstPurge(workspaceId, [agentId]);
    const locked = await this.conversations.lock(workspaceId, conversationId);
    if (!locked) return nowhere('ignored', 'report_without_message');
    const entry = await this.entryFor(mail, found, about);
    const place = { workspaceId, agentId, conversationId };
    if (!entry) return { ...place, messageId: null, outcome: 'ignored', reason: 'report_without_message' };
    const { note, outcome } = entry;
    if (note === null) return { ...place, messageId: null, outcome, reason: null };
    const messageId = await this.conversations.appendMail(workspaceId, conversationId, {
      role: 'system',
      content: note,
      sender: null,
      automatic: true,
      fromBlocked: false,
      quotedFrom: null,
      writtenAt: mail.writtenAt,
      forwardedByMemberId: null,
    });
    if (outcome === 'bounce' && locked.status === 'closed') {
      await this.conversations.takeUp(locked);
    }
    this.events.publish(
      new MessageAdded({ ...place, messageId, role: 'system', channel: 'email', automatic: true, turnId: null }),
    );
    return { ...place, messageId, outcome, reason: null };
  }

  /** The entry in the conversation; `note` is null without one. Returns null if the report is not about a sent message. */
  private async entryFor(
    mail: ParsedMail,
    found: MailReport,
    about: ReplyNamed,
  ): Promise<{ note: string | null; outcome: 'bounce' | 'auto_reply' } | null> {
    const reported =
      found.is === 'report' ? found.report.recipient : found.is === 'unclear_report' ? found.failedRecipient : null;
    const of = await this.evidence.ofRecipient(about, reported);
    const recipient = of?.recipient ?? reported ?? about.recipient;
    if (found.is === 'complaint')
      return { note: `${recipient} has reported a message as spam.`, outcome: 'auto_reply' };
    const report = found.is === 'report' ? found.report : failureIn(mail, found.failedRecipient, recipient);
    // Without its recipient, a report about an email to several people settles none of them.
    if (!report || !of) {
      const note = `A mail server has sent an unreadable report about a message to ${recipient}:\n\n${excerpt(mail.content, LONGEST_TEXT)}`;
      return { note, outcome: 'auto_reply' };
    }
    const { workspaceId, messageId, deliveryId, status } = of;
    const evidence = { workspaceId, messageId, deliveryId, revision: about.revision };
    if (report.action === 'failed') {
      const text = report.diagnostic ?? report.status ?? 'The message could not be delivered.';
      const codes = codesOf(text);
      const bounce = { smtpCode: codes.smtpCode, enhancedCode: report.status ?? codes.enhancedCode, text };
      const isSettled = await this.evidence.bounced(evidence, bounce);
      if (!isSettled && status !== 'sending') return null;
      return { note: `A message to ${recipient} could not be delivered: ${text}`, outcome: 'bounce' };
    }
    if (!['sent', 'sending', 'uncertain'].includes(status)) return null;
    await this.evidence.delivered(evidence);
    const note = report.action === 'delayed' ? `The delivery of a message to ${recipient} is delayed.` : null;
    return { note, outcome: 'auto_reply' };
  }
}

/** The failure in a report without a machine-readable part. Null if it contains no reliable failure. */
function failureIn(mail: ParsedMail, failedRecipient: string | null, recipient: string): DeliveryReport | null {
  if (failedRecipient === null && !saysFailed(mail.content, recipient)) return null;
  const { enhancedCode } = codesOf(mail.content);
  const line = failureLine(mail.content);
  return { action: 'failed', recipient, status: enhancedCode, diagnostic: line ? excerpt(line, LONGEST_TEXT) : null };
}

function quotedIds(mail: ParsedMail): string[] {
  const inText = mail.content.match(OWN_ID) ?? [];
  return [...new Set([...mail.reportedIds, ...inText])].slice(0, MOST_IDS);
}

function nowhere(outcome: 'ignored', reason: 'report_without_message' | 'duplicate'): MailResult {
  return { ...NOWHERE, outcome, reason };
}
