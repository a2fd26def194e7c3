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
import { ReplyRecipients } from '../../inbox/replies/reply-recipients.service';
import { ReplyEvidenceService } from '../../inbox/replies/reply-evidence.service';
import type {
  AddressedReply,
  OutgoingCopy,
  OutgoingReply,
  ReplyAddress,
  ReplyMailer,
  ReplyToAll,
  ReplyWish,
} from '../../inbox/replies/reply-mail.port';
import type { ReplyRecipient } from '../../inbox/replies/reply.types';
import { oneLine } from '../../common/mail/one-line';
import { mailHost } from '../../common/mail/reply-message-id';
import { MailAddressesService } from '../addresses/mail-addresses.service';
import { OurAddresses } from '../addresses/our-addresses';
import { MailWriters } from '../inbound/mail-writers.service';
import { MailRecipientsService } from '../recipients/mail-recipients.service';
import { bareAddress } from '../threads/bare-address';
import { rootMessageId } from '../threads/root-message-id';
import { type MailThread, MailThreadsService } from '../threads/mail-threads.service';
import { MessageWithoutMail, RecipientBlocked, RecipientIsOurs } from './mail-replies.errors';
import { composeReply } from './reply-message';
import { replyReferences } from './reply-references';
import { replySubject } from './reply-subject';

interface ConversationPlace {
  workspaceId: string;
  agentId: string;
  conversationId: string;
}

const NO_THREAD: MailThread = { recipient: null, subject: null, mailId: null, referenceIds: [], receivers: [] };

/** Sends replies of the inbox as email. */
@Injectable()
export class MailRepliesService implements ReplyMailer {
  /** What the copies of a reply have in common, while it is being sent. */
  private readonly composed = new WeakMap<OutgoingReply, Promise<OutgoingMail>>();

  constructor(
    private readonly conversations: ConversationQueries,
    private readonly agents: AgentsService,
    private readonly contacts: ContactProfilesService,
    private readonly threads: MailThreadsService,
    private readonly addresses: MailAddressesService,
    private readonly ours: OurAddresses,
    private readonly writers: MailWriters,
    private readonly evidence: ReplyEvidenceService,
    private readonly order: ReplyRecipients,
    private readonly recipients: MailRecipientsService,
    private readonly transport: MailTransport,
    private readonly settings: Settings,
  ) {}

  /** Without recipients of its own: the last sender, otherwise the contact's address. */
  async address(scope: WorkspaceScope, conversationId: string, wish: ReplyWish): Promise<AddressedReply | null> {
    const { workspaceId, agentId, contactId, subject } = await this.conversations.require(scope, conversationId);
    const thread = await this.threadOf(workspaceId, conversationId, wish.inReplyToMessageId);
    const all = await this.recipientsOf({ workspaceId, conversationId, contactId }, thread, wish);
    const [first, ...others] = all;
    // The headers name the first recipient.
    if (!first || first.kind === 'bcc') return null;
    await this.ensureNotBlocked(scope, all, wish);

    const place = { workspaceId, agentId, conversationId };
    const of = { ...thread, subject: replySubject(thread.subject ?? subject ?? '') };
    return { address: await this.addressed(place, all, of), others };
  }

  async begin(scope: WorkspaceScope, conversationId: string, wish: ReplyWish): Promise<AddressedReply> {
    const { workspaceId, agentId, subject } = await this.conversations.require(scope, conversationId);
    const all = this.foreign(wish);
    await this.ensureNotBlocked(scope, all, wish);
    const place = { workspaceId, agentId, conversationId };
    const address = await this.addressed(place, all, { ...NO_THREAD, subject: oneLine(subject ?? '') });
    return { address, others: all.slice(1) };
  }

  async findRecipient(scope: WorkspaceScope, conversationId: string): Promise<string | null> {
    const { workspaceId, contactId } = await this.conversations.require(scope, conversationId);
    const thread = await this.threads.find(workspaceId, conversationId);
    return this.recipientOf({ workspaceId, conversationId, contactId }, thread);
  }

  async findReplyToAll(scope: WorkspaceScope, conversationId: string, messageId: string | null): Promise<ReplyToAll> {
    const { workspaceId, agentId, contactId } = await this.conversations.require(scope, conversationId);
    const thread =
      messageId === null
        ? await this.threads.find(workspaceId, conversationId)
        : await this.threads.findOf(workspaceId, conversationId, messageId);
    if (!thread) throw new MessageWithoutMail('query.messageId');
    const { to, cc } = await this.everyone({ workspaceId, conversationId, contactId }, thread);
    const name = await this.fromName(workspaceId, agentId);
    return { to, cc, from: { name, address: bareAddress(this.settings.values.MAIL_FROM) } };
  }

  /**
   * An address from a chat, which is not verified. The subject does not contain the title of the conversation, because that quotes the
   * visitor's first message, and the address can belong to another person.
   */
  async addressOf(place: ConversationPlace, recipient: string): Promise<ReplyAddress> {
    const thread = await this.threads.find(place.workspaceId, place.conversationId);
    const of = { ...thread, subject: replySubject(thread.subject ?? '') };
    return this.addressed(place, [{ kind: 'to', address: recipient }], of);
  }

  count(scope: WorkspaceScope, recipient: string): Promise<string | null> {
    return this.recipients.count(scope, recipient);
  }

  countAll(scope: WorkspaceScope, recipients: readonly string[]): Promise<(string | null)[]> {
    return this.recipients.countAll(scope, recipients);
  }

  uncount(workspaceId: string, counted: readonly { address: string; day: string }[]): Promise<void> {
    const [only, ...more] = counted;
    if (!only) return Promise.resolve();
    if (more.length > 0) return this.recipients.uncountAll(workspaceId, counted);
    return this.recipients.uncount(workspaceId, only.address, only.day);
  }

  withoutTokens(text: string): string {
    return this.addresses.withoutTokens(text);
  }

  async send(
    reply: OutgoingReply,
    copy: OutgoingCopy,
    handingOver: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<Delivery> {
    let mail: OutgoingMail;
    try {
      mail = { ...(await this.compose(reply)), ...this.envelopeOf(copy) };
    } catch (error) {
      logger.error({ err: error, reply: reply.messageId }, 'reply cannot be composed');
      const failure = { class: 'refused', smtpCode: null, enhancedCode: null, text: 'not composed' } as const;
      return { outcome: 'refused', final: true, failure };
    }
    return this.transport.send(mail, handingOver, signal);
  }

  private compose(reply: OutgoingReply): Promise<OutgoingMail> {
    const known = this.composed.get(reply);
    if (known) return known;
    const bounceAddress = this.addresses.bounceAddress(reply.messageId);
    const composed = composeReply(reply, { mailFrom: this.settings.values.MAIL_FROM, bounceAddress });
    this.composed.set(reply, composed);
    return composed;
  }

  /** Each copy has an address for reports of its own, so that a report names its recipient. */
  private envelopeOf({ id, address }: OutgoingCopy): Partial<OutgoingMail> {
    const from = this.addresses.bounceAddress(id);
    return { id, to: address, ...(from === null ? {} : { from }) };
  }

  /** @throws MessageWithoutMail 400 */
  private async threadOf(workspaceId: string, conversationId: string, messageId?: string): Promise<MailThread> {
    if (messageId === undefined) return this.threads.find(workspaceId, conversationId);
    const thread = await this.threads.findOf(workspaceId, conversationId, messageId);
    if (!thread) throw new MessageWithoutMail('/inReplyToMessageId');
    return thread;
  }

  /** Empty: the customer has no address. @throws RecipientIsOurs, TooManyRecipients 400 */
  private async recipientsOf(
    of: { workspaceId: string; conversationId: string; contactId: string | null },
    thread: MailThread,
    wish: ReplyWish,
  ): Promise<ReplyRecipient[]> {
    if (wish.to) return this.foreign(wish);
    if (wish.replyAll) return this.foreign({ ...(await this.everyone(of, thread)), bcc: wish.bcc });
    const recipient = await this.recipientOf(of, thread);
    if (recipient === null) return [];
    return wish.cc || wish.bcc ? this.foreign({ ...wish, to: [recipient] }) : [{ kind: 'to', address: recipient }];
  }

  /** Its writer, and the others whom it names (RFC 5322 §3.6.3). Nothing is taken from other emails. */
  private async everyone(
    of: { workspaceId: string; conversationId: string; contactId: string | null },
    thread: MailThread,
  ): Promise<{ to: string[]; cc: string[] }> {
    const recipient = await this.recipientOf(of, thread);
    const isShared = await this.writers.sharedBy(of.workspaceId);
    const cc = new Set(thread.receivers.filter((address) => address !== recipient && !isShared(address)));
    return { to: recipient === null ? [] : [recipient], cc: [...cc] };
  }

  /** @throws RecipientBlocked 409 */
  private async ensureNotBlocked(
    scope: WorkspaceScope,
    all: readonly ReplyRecipient[],
    wish: ReplyWish,
  ): Promise<void> {
    const blocked = await this.contacts.listBlocked(
      scope,
      all.map(({ address }) => address),
    );
    if (blocked.length === 0) return;
    const paths = (['to', 'cc', 'bcc'] as const).flatMap((kind) =>
      (wish[kind] ?? []).flatMap((address, index) => (blocked.includes(address) ? [`/${kind}/${index}`] : [])),
    );
    throw new RecipientBlocked(paths.length === 0 && wish.replyAll ? ['/replyAll'] : paths);
  }

  private foreign(wish: Pick<ReplyWish, 'to' | 'cc' | 'bcc'>): ReplyRecipient[] {
    for (const kind of ['to', 'cc', 'bcc'] as const) {
      const index = (wish[kind] ?? []).findIndex((address) => this.ours.has(address));
      if (index >= 0) throw new RecipientIsOurs(`/${kind}/${index}`);
    }
    return this.order.of(wish);
  }

  private async addressed(
    { workspaceId, agentId, conversationId }: ConversationPlace,
    all: readonly ReplyRecipient[],
    { subject, mailId, referenceIds }: Pick<MailThread, 'subject' | 'mailId' | 'referenceIds'>,
  ): Promise<ReplyAddress> {
    const fromName = await this.fromName(workspaceId, agentId);
    const rootId = rootMessageId(conversationId, mailHost(this.settings.values.MAIL_FROM));
    const replyTo = this.addresses.replyAddress(conversationId);
    for (const { address } of replyTo === null ? [] : all) {
      await this.recipients.addConversationRecipient(workspaceId, conversationId, address);
    }
    return {
      recipient: all[0]!.address,
      fromName,
      replyTo,
      subject: subject || `Your message to ${fromName}`,
      ...replyReferences(rootId, mailId, referenceIds),
    };
  }

  private async fromName(workspaceId: string, agentId: string): Promise<string> {
    const { emailFromName, name } = await this.agents.require({ workspaceId, agentIds: null }, agentId);
    return emailFromName ?? name;
  }

  /** A conversation with others has no contact, and no email of a person until the first answer: then the last reply names the recipient. */
  private async recipientOf(
    {
      workspaceId,
      conversationId,
      contactId,
    }: { workspaceId: string; conversationId: string; contactId: string | null },
    thread: MailThread,
  ): Promise<string | null> {
    const known = thread.recipient ?? (await this.contactAddress(workspaceId, contactId));
    const recipient =
      known ?? (contactId === null ? await this.evidence.findLastRecipient(workspaceId, conversationId) : null);
    return recipient !== null && isPlainAddress(recipient) ? recipient : null;
  }

  private async contactAddress(workspaceId: string, contactId: string | null): Promise<string | null> {
    const contact = contactId === null ? null : await this.contacts.find(workspaceId, contactId);
    return contact?.email ?? null;
  }
}
