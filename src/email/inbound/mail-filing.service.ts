import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { InboxNotesService } from '../../inbox/notes/inbox-notes.service';
import { ReplyEvidenceService } from '../../inbox/replies/reply-evidence.service';
import { AcceptedMailSendersService } from '../accepted/accepted-mail-senders.service';
import { OurAddresses } from '../addresses/our-addresses';
import type { MailReason } from './inbound-mail.types';
import { mailClass } from './mail-class';
import { MailForwards } from './mail-forwards.service';
import type { MailClaim, MailQueue, MailResult } from './mail-jobs.repository';
import { MailReportsService } from './mail-reports.service';
import { ended, ownerOf } from './mail-result';
import { type MailPlace, MailRoutingService } from './mail-routing.service';
import { type Filed, MailThreadingService, SenderErased } from './mail-threading.service';
import type { WrittenMail } from './mail-writer';
import { MailWriters } from './mail-writers.service';
import type { ParsedMail } from './reading/parsed-mail.types';

/** The most characters of a note. */
const LONGEST_NOTE = 25_000;

/**
 * Files a parsed email: into a conversation, as a report about a reply, or nowhere. It uses one transaction, which commits only if the
 * claim is still valid. Locks in the order of decision 0102: the contact, its agent, the conversation, its rows, the counters.
 */
@Injectable()
export class MailFilingService {
  constructor(
    private readonly routing: MailRoutingService,
    private readonly reports: MailReportsService,
    private readonly threading: MailThreadingService,
    private readonly writing: MailWriters,
    private readonly forwards: MailForwards,
    private readonly accepted: AcceptedMailSendersService,
    private readonly notes: InboxNotesService,
    private readonly evidence: ReplyEvidenceService,
    private readonly ours: OurAddresses,
    private readonly agents: AgentsService,
    private readonly work: UnitOfWork,
  ) {}

  /** @throws ClaimLost */
  async file(queue: MailQueue, claim: MailClaim, mail: ParsedMail): Promise<Pick<MailResult, 'outcome' | 'reason'>> {
    try {
      return await this.work.run(async () => {
        const written = await this.writing.read(claim, mail);
        const result = await this.filed(claim, written);
        const about = { fromAddress: written.from?.address ?? null, subject: mail.subject };
        await queue.finish(claim, { ...result, ...about, finishedAt: () => 'now()' });
        return result;
      });
    } catch (error) {
      if (!(error instanceof SenderErased)) throw error;
      await queue.delete(claim);
      return { outcome: 'ignored', reason: 'sender_erased' };
    }
  }

  /** Quarantines an email that cannot be processed, for review in the workspace of its agent. @throws ClaimLost */
  async quarantine(queue: MailQueue, claim: MailClaim, reason: MailReason): Promise<void> {
    await this.work.run(async () => {
      const place = await this.routing.find(claim, NOTHING_READ);
      const { workspaceId, agentId } = ownerOf(place);
      if (workspaceId !== null && agentId !== null) await this.agents.lockAgainstPurge(workspaceId, [agentId]);
      await queue.finish(claim, { ...ended('quarantined', reason, place), finishedAt: () => 'now()' });
    });
  }

  private async filed(claim: MailClaim, mail: WrittenMail): Promise<MailResult> {
    const about = await this.reports.replyOf(claim, mail);
    const place = await this.routing.find(claim, mail);
    const isAnswer = (place !== null && 'conversation' in place) || about !== null;
    const known = { isOwn: this.isOwn(mail), mayBeReport: about !== null || claim.targetKind === 'bounce', isAnswer };
    const found = mailClass(mail, claim, known);
    switch (found.is) {
      case 'own':
        return ended('ignored', 'own_mail', place);
      case 'disposition_notification':
        return ended('ignored', 'disposition_notification', place);
      case 'reaction':
        return ended('ignored', 'reaction', place);
      case 'report':
      case 'unclear_report':
      case 'complaint':
        return this.reports.file(claim, mail, found, about);
      case 'automatic':
      case 'person': {
        const isAutomatic = found.is === 'automatic';
        // Vacation notices are sent to the address for reports (RFC 3834 §4). Without a conversation they are of no use.
        if (!place && isAutomatic && claim.targetKind === 'bounce')
          return ended('ignored', 'report_without_message', null);
        if (!place) return ended('quarantined', 'unknown_recipient', null);
        if ('conversation' in place) return this.threading.add(claim, mail, place.conversation, isAutomatic);
        if (found.is === 'automatic' && !(await this.isAccepted(mail, place.intake))) {
          const aside = await this.setAside(place, 'automatic_without_conversation');
          return { ...aside, mark: found.mark };
        }
        if (!mail.from) return this.setAside(place, 'no_sender');
        return this.begin({ claim, mail, ...place.intake, isAutomatic: false, forwardedByMemberId: null });
      }
    }
  }

  /** An email that a member forwards begins the conversation of its original sender. */
  private async begin(filed: Filed): Promise<MailResult> {
    const forward = await this.forwards.find(filed.mail, filed);
    if (!forward) return this.threading.begin(filed);
    const { mail, member, note } = forward;
    const result = await this.threading.begin({ ...filed, mail, forwardedByMemberId: member.memberId });
    if (note !== '' && result.outcome === 'opened' && result.conversationId !== null) {
      const content = Array.from(note).slice(0, LONGEST_NOTE).join('');
      await this.notes.create(member, result.conversationId, { content });
    }
    return result;
  }

  /** Whether a member has released email of this sender before. A forged sender is none of them. */
  private async isAccepted(
    { from, verdict }: WrittenMail,
    { workspaceId, agentId }: Pick<Filed, 'workspaceId' | 'agentId'>,
  ): Promise<boolean> {
    return from !== null && verdict !== 'unverified' && this.accepted.isAccepted(workspaceId, agentId, from.address);
  }

  private async setAside(place: MailPlace, reason: MailReason): Promise<MailResult> {
    const { workspaceId, agentId } = ownerOf(place);
    if (workspaceId !== null && agentId !== null) await this.agents.lockAgainstPurge(workspaceId, [agentId]);
    return ended('quarantined', reason, place);
  }

  /** Our own emails can return through lists and forwarding. Answering them would cause a loop. */
  private isOwn({ mailId, from }: ParsedMail): boolean {
    if (mailId !== null && this.evidence.named(mailId) !== null) return true;
    return from !== null && this.ours.has(from.address);
  }
}

/** Stands for an email that could not be parsed. */
const NOTHING_READ: ParsedMail = {
  kind: { kind: 'mail' },
  subjectSaysAutomatic: false,
  nullReturnPath: false,
  failedRecipients: [],
  reportedIds: [],
  mailId: null,
  inReplyTo: [],
  references: [],
  from: null,
  replyTo: [],
  list: null,
  receivers: [],
  subject: null,
  writtenAt: null,
  verdict: 'unknown',
  content: '',
  quotedFrom: null,
  attachments: [],
  forwarded: null,
};
