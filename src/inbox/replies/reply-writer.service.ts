import { Injectable } from '@nestjs/common';
import type { Member } from '../../common/request/principal';
import { DomainEvents } from '../../common/events/domain-events';
import { noteConsequence } from '../../common/logging/request-consequences';
import { BackgroundRunner } from '../../common/jobs/background-runner';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { required } from '../../common/errors/required';
import { Settings } from '../../config/load-settings';
import { ReplyQueued } from '../../conversations/conversation-events';
import { ConversationQueries, type ConversationRecord } from '../../conversations/conversation-queries.service';
import { ConversationWriter } from '../../conversations/conversation-writer.service';
import type { ConversationChannel, ReplyType } from '../../conversations/conversation.types';
import { CarriedFilesService } from '../../files/carried-files.service';
import { ConversationsService } from '../conversations/conversations.service';
import { SavedReplyFiles } from '../saved-replies/saved-reply-files.service';
import { DeliveriesRepository, type NewDelivery } from './deliveries/deliveries.repository';
import { RepliesRepository, type WrittenReply } from './replies.repository';
import { REPLY_DISPATCH } from './reply-dispatch';
import { type AddressedReply, type ReplyEnvelope, ReplyMailer, type ReplyWish } from './reply-mail.port';
import { ensureFitsMail } from './reply-mail-size';
import { mailOnlyField, wishOf } from './recipients';
import { CustomerWithoutAddress, RecipientsOnWidget } from './replies.errors';
import type { ReplyToConversationInput } from './inbox-message-input.dto';
import type { Reply } from './reply.entity';

/** A message to write. */
export interface NewMessageOfMember {
  channel: ConversationChannel;
  type: ReplyType;
  content: string;
  /** Null on the widget channel. */
  addressed: AddressedReply | null;
  /** Whether the member named the first recipient. */
  namesFirst: boolean;
  attachmentIds: readonly string[] | undefined;
  closeWhenSent: Reply['closeWhenSent'];
  undoSendSeconds: number;
  signature: string | null;
}

/** Queues messages of members: replies, and the first messages of conversations that members begin. */
@Injectable()
export class ReplyWriter {
  constructor(
    private readonly replies: RepliesRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly conversations: ConversationWriter,
    private readonly queries: ConversationQueries,
    private readonly inbox: ConversationsService,
    private readonly mail: ReplyMailer,
    private readonly files: CarriedFilesService,
    private readonly savedReplies: SavedReplyFiles,
    private readonly events: DomainEvents,
    private readonly settings: Settings,
    private readonly work: UnitOfWork,
    private readonly runner: BackgroundRunner,
  ) {}

  /**
   * Joins the caller's transaction, which holds the lock of the conversation. The message is sent when the author's time to undo it is
   * over.
   *
   * @throws FilesUnknown 400, FileInfected 409, MailTooLarge 413, MailLimitReached 429
   */
  async append(member: Member, conversation: ConversationRecord, message: NewMessageOfMember): Promise<WrittenReply> {
    const { workspaceId, memberId: authorMemberId } = member;
    const { agentId, id: conversationId } = conversation;
    const { channel, type, content, attachmentIds, closeWhenSent } = message;
    const { envelope, others } = await this.counted(member, message);
    const reply = { workspaceId, conversationId, agentId, channel, type, envelope, closeWhenSent };
    const written = { workspaceId, conversationId, channel, content, authorMemberId };
    const messageId = await this.conversations.appendReply(written, conversation);
    const carrier = { workspaceId, conversationId, messageId };
    const keepers = await this.savedReplies.keepersOf(member, conversation, attachmentIds);
    const { sizes, areReady } = await this.files.carry(carrier, `member:${authorMemberId}`, attachmentIds, keepers);
    if (envelope) ensureFitsMail(sizes, this.settings.values.MAIL_MAX_BYTES);
    await this.replies.insert({ ...reply, messageId, awaitsFiles: !areReady }, message.undoSendSeconds);
    await this.replies.insertRevision({ ...reply, messageId }, { revision: 0, content, authorMemberId });
    await this.deliveries.insert({ ...reply, messageId }, others);
    await this.addParticipants(conversation, message);
    await this.inbox.markRead(member, conversationId, null);
    const of = { workspaceId, agentId, conversationId };
    this.events.publish(new ReplyQueued({ ...of, messageId, channel, authorMemberId }));
    this.conversations.publishReplied(conversation);
    this.work.afterCommit(() => this.written(messageId, channel));
    return this.read(workspaceId, conversationId, messageId);
  }

  /**
   * The recipients of a message; null on the widget channel.
   *
   * @throws CustomerWithoutAddress, RecipientsOnWidget 400, and those of {@link ReplyMailer.address}
   */
  async addressed(
    member: Member,
    conversationId: string,
    channel: ConversationChannel,
    input: ReplyWish,
  ): Promise<AddressedReply | null> {
    if (channel === 'widget') {
      const field = mailOnlyField(input);
      if (field) throw new RecipientsOnWidget(field);
      return null;
    }
    const addressed = await this.mail.address(member, conversationId, wishOf(input));
    if (!addressed) throw new CustomerWithoutAddress();
    return addressed;
  }

  async read(workspaceId: string, conversationId: string, messageId: string): Promise<WrittenReply> {
    const reply = await this.replies.require(workspaceId, conversationId, messageId);
    return { reply, message: required(await this.queries.findMessage(workspaceId, conversationId, messageId)) };
  }

  private written(messageId: string, channel: ConversationChannel): void {
    noteConsequence('reply', messageId);
    this.runner.wake(REPLY_DISPATCH[channel]);
  }

  /** Counts the emails towards the limits of the plan. @throws MailLimitReached 429 */
  private async counted(
    member: Member,
    { addressed, signature }: NewMessageOfMember,
  ): Promise<{ envelope: ReplyEnvelope | null; others: NewDelivery[] }> {
    if (!addressed) return { envelope: null, others: [] };
    const { address, others } = addressed;
    if (others.length === 0) {
      const countedOn = await this.mail.count(member, address.recipient);
      return { envelope: { ...address, signature, countedOn }, others: [] };
    }
    const addresses = [address.recipient, ...others.map((other) => other.address)];
    const [countedOn = null, ...days] = await this.mail.countAll(member, addresses);
    return {
      envelope: { ...address, signature, countedOn, others: others.length },
      others: others.map((other, index) => ({ ...other, countedOn: days[index] ?? null })),
    };
  }

  /** Answers of those whom the email names belong to the conversation. */
  private addParticipants(
    { workspaceId, id }: ConversationRecord,
    { addressed, namesFirst }: NewMessageOfMember,
  ): Promise<void> {
    const first = namesFirst && addressed ? [addressed.address.recipient] : [];
    const others = (addressed?.others ?? []).filter(({ kind }) => kind !== 'bcc').map(({ address }) => address);
    const named = [...first, ...others].map((address) => ({ address, name: null }));
    return this.conversations.addParticipants(workspaceId, id, named);
  }
}

/** Whether a member named the first recipient of a reply. */
export function namesFirst({ to, replyAll = false }: ReplyWish): boolean {
  return to !== undefined || replyAll;
}

/** How the conversation of a reply is closed once it is sent. */
export function closingOf(
  { memberId }: Member,
  { closeWhenSent: closing }: ReplyToConversationInput,
): Reply['closeWhenSent'] {
  return closing ? { memberId, disposition: closing.disposition, note: closing.note ?? null } : null;
}
