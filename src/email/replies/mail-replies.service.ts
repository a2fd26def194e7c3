import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import { isPlainAddress } from '../../common/mail/email-address';
import type { Delivery } from '../../common/mail/delivery.types';
import { MailTransport, type OutgoingMail } from '../../common/mail/mail-transport';
import { logger } from '../../common/logging/logger';
import type { WorkspaceScope } from '../../common/request/principal';
import { Settings } from '../../config/load-settings';
import { ContactProfilesService } from '../../contacts/contact-profiles.service';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
import type { ReplyMailer } from '../../inbox/replies/reply-mail.port';
import type { OutgoingReply, ReplyAddress } from '../../inbox/replies/reply-mail.port';
import { mailHost } from '../../common/mail/reply-message-id';
import { MailAddressesService } from '../addresses/mail-addresses.service';
import { MailRecipientsService } from '../recipients/mail-recipients.service';
import { rootMessageId } from '../threads/root-message-id';
import { type MailThread, MailThreadsService } from '../threads/mail-threads.service';
import { composeReply } from './reply-message';
import { replyReferences } from './reply-references';
import { replySubject } from './reply-subject';

interface ConversationPlace {
  workspaceId: string;
  agentId: string;
  conversationId: string;
}

/** Sends replies of the inbox as email. */
@Injectable()
export class MailRepliesService implements ReplyMailer {
  constructor(
    private readonly conversations: ConversationQueries,
    private readonly agents: AgentsService,
    private readonly contacts: ContactProfilesService,
    private readonly threads: MailThreadsService,
    private readonly addresses: MailAddressesService,
    private readonly recipients: MailRecipientsService,
    private readonly transport: MailTransport,
    private readonly settings: Settings,
  ) {}

  /** The last sender, otherwise the contact's address. Never several addresses, because a reply has one delivery state. */
  async address(scope: WorkspaceScope, conversationId: string): Promise<ReplyAddress | null> {
    const { workspaceId, agentId, contactId, subject } = await this.conversations.require(scope, conversationId);
    const thread = await this.threads.find(workspaceId, conversationId);
    const recipient = await this.recipientOf(workspaceId, contactId, thread);
    if (recipient === null) return null;

    const place = { workspaceId, agentId, conversationId };
    return this.addressed(place, recipient, { ...thread, subject: thread.subject ?? subject });
  }

  async findRecipient(scope: WorkspaceScope, conversationId: string): Promise<string | null> {
    const { workspaceId, contactId } = await this.conversations.require(scope, conversationId);
    return this.recipientOf(workspaceId, contactId, await this.threads.find(workspaceId, conversationId));
  }

  /**
   * An address from a chat, which is not verified. The subject does not contain the title of the conversation, because that quotes the
   * visitor's first message, and the address can belong to another person.
   */
  async addressOf(place: ConversationPlace, recipient: string): Promise<ReplyAddress> {
    return this.addressed(place, recipient, await this.threads.find(place.workspaceId, place.conversationId));
  }

  count(scope: WorkspaceScope, recipient: string): Promise<string | null> {
    return this.recipients.count(scope, recipient);
  }

  uncount(workspaceId: string, recipient: string, day: string): Promise<void> {
    return this.recipients.uncount(workspaceId, recipient, day);
  }

  private async addressed(
    { workspaceId, agentId, conversationId }: ConversationPlace,
    recipient: string,
    { subject, mailId, referenceIds }: Omit<MailThread, 'recipient'>,
  ): Promise<ReplyAddress> {
    const { emailFromName, name } = await this.agents.require({ workspaceId, agentIds: null }, agentId);
    const fromName = emailFromName ?? name;
    const rootId = rootMessageId(conversationId, mailHost(this.settings.values.MAIL_FROM));
    const replyTo = this.addresses.replyAddress(conversationId);
    if (replyTo !== null) await this.recipients.addConversationRecipient(workspaceId, conversationId, recipient);
    return {
      recipient,
      fromName,
      replyTo,
      subject: replySubject(subject ?? '') || `Your message to ${fromName}`,
      ...replyReferences(rootId, mailId, referenceIds),
    };
  }

  async send(reply: OutgoingReply, handingOver: () => Promise<void>, signal: AbortSignal): Promise<Delivery> {
    let mail: OutgoingMail;
    try {
      const bounceAddress = this.addresses.bounceAddress(reply.messageId);
      mail = await composeReply(reply, { mailFrom: this.settings.values.MAIL_FROM, bounceAddress });
    } catch (error) {
      logger.error({ err: error, reply: reply.messageId }, 'reply cannot be composed');
      const failure = { class: 'refused', smtpCode: null, enhancedCode: null, text: 'not composed' } as const;
      return { outcome: 'refused', final: true, failure };
    }
    return this.transport.send(mail, handingOver, signal);
  }

  private async recipientOf(workspaceId: string, contactId: string | null, thread: MailThread): Promise<string | null> {
    const recipient = thread.recipient ?? (await this.contactAddress(workspaceId, contactId));
    return recipient !== null && isPlainAddress(recipient) ? recipient : null;
  }

  private async contactAddress(workspaceId: string, contactId: string | null): Promise<string | null> {
    const contact = contactId === null ? null : await this.contacts.find(workspaceId, contactId);
    return contact?.email ?? null;
  }
}
