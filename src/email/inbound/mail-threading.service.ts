import { Injectable } from '@nestjs/common';
import {
  ConversationHandedOver,
  ConversationOpened,
  CustomerReplied,
  MessageAdded,
} from '../../conversations/conversation-events';
import { DomainEvents } from '../../common/events/domain-events';
import { isPlainAddress } from '../../common/mail/email-address';
import { AgentsService } from '../../agents/agents.service';
import { type MailContact, MailContactsService } from '../../contacts/mail-contacts.service';
import type {
  LockedConversation,
  MailConversation,
  MessageSender,
  SenderRelation,
} from '../../conversations/conversation.types';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
import { ConversationWriter } from '../../conversations/conversation-writer.service';
import { CarriedFilesService } from '../../files/carried-files.service';
import { ReplyEvidenceService } from '../../inbox/replies/reply-evidence.service';
import { CustomerRequestsService } from '../../support/customer-requests.service';
import { MailRecipientsService } from '../recipients/mail-recipients.service';
import { MailThreadsRepository } from '../threads/mail-threads.repository';
import { type MailClaim, MailJobsRepository, type MailResult } from './mail-jobs.repository';
import { ended } from './mail-result';
import { answeredIds } from './mail-routing.service';
import { isNobodys, type WrittenMail } from './mail-writer';
import { MailWriters } from './mail-writers.service';
import type { MailAddress } from './reading/parsed-mail.types';

/** The sender was erased after the email arrived, so the email is rolled back and deleted. */
export class SenderErased extends Error {}

/** An email to add to a conversation. */
export interface Filed {
  claim: MailClaim;
  mail: WrittenMail;
  workspaceId: string;
  agentId: string;
  isAutomatic: boolean;
  /** The member who has forwarded it. Null if it came from its sender. */
  forwardedByMemberId: string | null;
}

/**
 * Adds emails to conversations. Joins the caller's transaction, and locks in the order of decision 0102: the contact, its agent, the
 * conversation, its rows, the counters.
 */
@Injectable()
export class MailThreadingService {
  constructor(
    private readonly jobs: MailJobsRepository,
    private readonly contacts: MailContactsService,
    private readonly conversations: ConversationWriter,
    private readonly queries: ConversationQueries,
    private readonly supportRequests: CustomerRequestsService,
    private readonly evidence: ReplyEvidenceService,
    private readonly threads: MailThreadsRepository,
    private readonly writers: MailWriters,
    private readonly recipients: MailRecipientsService,
    private readonly agents: AgentsService,
    private readonly files: CarriedFilesService,
    private readonly events: DomainEvents,
  ) {}

  /** Adds an email to an existing conversation in any state. */
  async add(
    claim: MailClaim,
    mail: WrittenMail,
    conversation: MailConversation,
    saysAutomatic: boolean,
  ): Promise<MailResult> {
    const { workspaceId, agentId, id, contactId } = conversation;
    if (await this.isTaken(claim, workspaceId, agentId)) return ended('ignored', 'duplicate', { conversation });
    const contact = contactId === null ? null : await this.contacts.lock(workspaceId, contactId);
    await this.agents.lockAgainstPurge(workspaceId, [agentId]);
    const locked = await this.conversations.lock(workspaceId, id);
    // The conversation was erased while the email was parsed.
    if (!locked) return ended('quarantined', 'unknown_recipient', null);
    const sender = mail.from && (await this.senderOf(mail, mail.from, locked, contact));
    const isFlood = sender !== null && (await this.queries.isFlood(workspaceId, id, sender.address, mail.content));
    const isAutomatic = saysAutomatic || isFlood;
    const filed = { claim, mail, workspaceId, agentId, isAutomatic, forwardedByMemberId: null };
    if (contact && sender?.relation === 'contact' && !isAutomatic)
      await this.contacts.noteSeen(workspaceId, contact.id);
    const isBlocked = sender !== null && (await this.isBlocked(workspaceId, sender.address, contact));
    await this.prove(filed, id);
    await this.verifySender(filed, id);
    // A conversation about another one has no request that a new one would begin.
    if (locked.isOver && locked.parentConversationId === null && !isAutomatic && !isBlocked)
      return this.continued(filed, locked, sender, contact);
    const isSilent = isAutomatic || isBlocked;
    const answerable = isAnswerable(sender, locked.contactId ?? locked.parentConversationId);
    const messageId = await this.append(filed, id, sender, { answerable, isBlocked });
    if (!isSilent) await this.handOver(filed, locked, messageId);
    const outcome = isAutomatic ? 'auto_reply' : 'threaded';
    return { workspaceId, agentId, conversationId: id, messageId, outcome, reason: null };
  }

  /**
   * A conversation that was closed long ago is not reopened. The email begins a new conversation, or continues one that an earlier
   * email has begun.
   */
  private async continued(
    filed: Filed,
    before: LockedConversation,
    sender: MessageSender | null,
    contact: MailContact | null,
  ): Promise<MailResult> {
    const next = await this.queries.findContinuation(filed.workspaceId, before.id);
    if (next) return this.add(filed.claim, filed.mail, next, filed.isAutomatic);
    const contactId = sender?.relation === 'contact' ? (contact?.id ?? null) : null;
    return this.open(filed, { contactId, sender, previousConversationId: before.id, isBlocked: false });
  }

  /** Begins a conversation with the agent of the target. @throws SenderErased */
  async begin(filed: Filed): Promise<MailResult> {
    const { claim, mail, workspaceId, agentId } = filed;
    if (await this.isTaken(claim, workspaceId, agentId))
      return ended('ignored', 'duplicate', { intake: { workspaceId, agentId } });
    const from = mail.from;
    if (!from) throw new Error('An email without a sender cannot open a conversation');
    // A sender that fails the check can be forged, so do not change the profile with this address. An address that many share has none.
    const hasProfile = mail.verdict !== 'unverified' && !isNobodys(mail);
    const writer = { email: from.address, name: from.name };
    const contact = hasProfile ? await this.contacts.seen(workspaceId, agentId, writer, claim.receivedAt) : null;
    if (!contact && hasProfile) throw new SenderErased();
    await this.agents.lockAgainstPurge(workspaceId, [agentId]);
    await this.verifySender(filed, null);
    const sender = {
      ...from,
      relation: contact ? ('contact' as const) : ('external' as const),
      verified: mail.verdict,
    };
    const isBlocked = await this.isBlocked(workspaceId, from.address, contact);
    return this.open(filed, { contactId: contact?.id ?? null, sender, previousConversationId: null, isBlocked });
  }

  /** Hands the new conversation over to people at once, because agents do not answer email. An email of a blocked sender is only stored. */
  private async open(
    filed: Filed,
    {
      contactId,
      sender,
      previousConversationId,
      isBlocked,
    }: {
      contactId: string | null;
      sender: MessageSender | null;
      previousConversationId: string | null;
      isBlocked: boolean;
    },
  ): Promise<MailResult> {
    const { mail, workspaceId, agentId } = filed;
    const subject = mail.subject;
    const begun = { workspaceId, agentId, contactId, channel: 'email', subject, previousConversationId } as const;
    const conversationId = await this.conversations.open({ ...begun, isClosed: isBlocked });
    this.events.publish(new ConversationOpened({ workspaceId, agentId, conversationId, contactId }));
    const answerable = isAnswerable(sender, contactId);
    const messageId = await this.append(filed, conversationId, sender, { answerable, isBlocked });
    if (!isBlocked) {
      const message = { text: subject ?? mail.content, at: filed.claim.receivedAt };
      const of = { workspaceId, conversationId, agentId };
      await this.supportRequests.wrote(of, message);
      this.events.publish(new ConversationHandedOver({ ...of, messageId }));
    }
    return { workspaceId, agentId, conversationId, messageId, outcome: 'opened', reason: null };
  }

  /** Checks the address in the email, verified or not, so that a forged blocked address is blocked too. */
  private isBlocked(workspaceId: string, address: string, contact: MailContact | null): Promise<boolean> {
    if (contact?.email === address) return Promise.resolve(contact.blocked);
    return this.contacts.isBlocked(workspaceId, address);
  }

  private async isTaken(claim: MailClaim, workspaceId: string, agentId: string): Promise<boolean> {
    await this.jobs.lockFor(agentId, claim.identity);
    return this.jobs.existsTaken(workspaceId, agentId, claim);
  }

  private async senderOf(
    mail: WrittenMail,
    from: MailAddress,
    { workspaceId, id }: LockedConversation,
    contact: MailContact | null,
  ): Promise<MessageSender> {
    return { ...from, relation: await this.relationOf(mail, from, workspaceId, id, contact), verified: mail.verdict };
  }

  private async relationOf(
    mail: WrittenMail,
    { address }: MailAddress,
    workspaceId: string,
    conversationId: string,
    contact: MailContact | null,
  ): Promise<SenderRelation> {
    if (mail.verdict === 'unverified') return 'external';
    if (contact?.email === address) return 'contact';
    const isParticipant = await this.queries.isParticipant(workspaceId, conversationId, address);
    return isParticipant ? 'participant' : 'external';
  }

  private async append(
    { mail, workspaceId, agentId, isAutomatic, forwardedByMemberId }: Filed,
    conversationId: string,
    sender: MessageSender | null,
    { answerable, isBlocked }: { answerable: boolean; isBlocked: boolean },
  ): Promise<string> {
    const { content, quotedFrom, writtenAt, attachments, subject, mailId } = mail;
    const isShared = await this.writers.sharedBy(workspaceId);
    const [answerTo = null, ...more] = mail.replyTo;
    const isUsable = answerTo !== null && more.length === 0 && !isShared(answerTo.address);
    const role = isAutomatic ? ('system' as const) : ('customer' as const);
    const messageId = await this.conversations.appendMail(workspaceId, conversationId, {
      role,
      content,
      sender,
      automatic: isAutomatic,
      fromBlocked: isBlocked,
      quotedFrom,
      writtenAt,
      forwardedByMemberId,
    });
    await this.files.arrive({ workspaceId, conversationId, messageId }, attachments);
    const of = { workspaceId, agentId, conversationId, messageId };
    this.events.publish(new MessageAdded({ ...of, role, channel: 'email', automatic: isAutomatic, turnId: null }));
    await this.threads.insert({
      workspaceId,
      conversationId,
      messageId,
      agentId,
      mailId,
      referenceIds: referencesOf(mail),
      subject,
      replyTo: (isUsable ? answerTo.address : sender?.address) ?? null,
      receivers: mail.receivers.map(({ address }) => address).filter(isPlainAddress),
      automatic: isAutomatic,
      answerable: answerable && !isAutomatic,
    });
    // Only people of the conversation can add others to it.
    if (!isAutomatic && sender && sender.relation !== 'external') {
      const isList = (address: string): boolean => mail.list?.addresses.includes(address) ?? false;
      const others = mail.receivers.filter(
        ({ address }) => address !== sender.address && !isShared(address) && !isList(address),
      );
      await this.conversations.addParticipants(workspaceId, conversationId, others);
    }
    return messageId;
  }

  private async handOver(
    { claim, mail, workspaceId, agentId }: Filed,
    conversation: LockedConversation,
    messageId: string,
  ): Promise<void> {
    const conversationId = conversation.id;
    await this.conversations.takeUp(conversation);
    const message = { text: mail.subject ?? mail.content, at: claim.receivedAt };
    const of = { workspaceId, conversationId, agentId };
    if (conversation.parentConversationId === null) await this.supportRequests.wrote(of, message);
    this.events.publish(new CustomerReplied({ ...of, messageId }));
  }

  /** Verifies the address of a sender who is known to have written. An email from a program verifies no address. */
  private async verifySender(
    { claim, mail: { from, verdict }, workspaceId, isAutomatic }: Filed,
    conversationId: string | null,
  ): Promise<void> {
    if (!from || isAutomatic || verdict === 'unverified') return;
    if (verdict === 'verified') return this.recipients.verify(workspaceId, from.address);
    const isAnswer = claim.targetKind === 'conversation' && claim.targetId === conversationId;
    if (isAnswer) await this.recipients.verifyByAnswer(workspaceId, claim.targetId!, from.address);
  }

  /**
   * An answer to a message proves that its sender has received it, even if a program answers. Of a message to several people, it proves
   * only that.
   */
  private async prove({ mail, workspaceId }: Filed, conversationId: string): Promise<void> {
    const answered = await this.evidence.findByMessageIds(workspaceId, answeredIds(mail));
    for (const reply of answered) {
      if (reply.conversationId !== conversationId) continue;
      const of = await this.evidence.ofRecipient(reply, mail.from?.address ?? null);
      if (of?.status !== 'uncertain' && of?.status !== 'sending') continue;
      const { messageId, deliveryId } = of;
      await this.evidence.delivered({ workspaceId, messageId, deliveryId, revision: reply.revision });
    }
  }
}

/** The references for a reply: the messages that the email answers, which some programs name in only one of the two headers. */
function referencesOf({ inReplyTo, references }: WrittenMail): string[] {
  return references.length > 0 ? references : inReplyTo;
}

/** In a conversation with a contact or about another one, an email of a stranger must not redirect replies to the stranger. */
function isAnswerable(sender: MessageSender | null, contactId: string | null): boolean {
  return sender !== null && (sender.relation !== 'external' || contactId === null);
}
