import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { VersionConflict } from '../../common/errors/domain-error';
import { required } from '../../common/errors/required';
import { Erasers } from '../../common/erasure/erasers';
import { StoredResponses } from '../../common/idempotency/stored-responses';
import { BackgroundRunner } from '../../common/jobs/background-runner';
import { noteConsequence } from '../../common/logging/request-consequences';
import { replyMessageId } from '../../common/mail/reply-message-id';
import type { Member, WorkspaceScope } from '../../common/request/principal';
import { Settings } from '../../config/load-settings';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
import { ConversationWriter } from '../../conversations/conversation-writer.service';
import { CarriedFilesService } from '../../files/carried-files.service';
import { PreferencesService } from '../../preferences/preferences.service';
import { SavedRepliesService } from '../saved-replies/saved-replies.service';
import { DeliveriesRepository } from './deliveries/deliveries.repository';
import { DELIVERY_DISPATCH } from './deliveries/delivery-dispatch';
import { DeliveryLifecycle } from './deliveries/delivery-lifecycle.service';
import { countsOf, hasLeft } from './deliveries/delivery-rules';
import type { DeliveryRow } from './deliveries/delivery-row';
import type { DeliveryChange, StateChange } from './deliveries/delivery-states';
import type { Delivery } from './deliveries/delivery.entity';
import type {
  EditInboxMessageInput,
  ReplyToConversationInput,
  RetryInboxMessageInput,
  SettleInboxMessageInput,
  UndoInboxMessageInput,
} from './inbox-message-input.dto';
import {
  CustomerWithoutWidget,
  MessageNotEditable,
  RecipientUnknown,
  TooManyRevisions,
  UndoWindowClosed,
} from './replies.errors';
import { RepliesRepository, type ReplyStory, type WrittenReply } from './replies.repository';
import { FILES_AWAITED_MS } from './replies.sql';
import { REPLY_DISPATCH } from './reply-dispatch';
import { allowedActions, ensureAllowed, type ReplyChange, ReplyLifecycle } from './reply-lifecycle.service';
import { ReplyMailer } from './reply-mail.port';
import { closingOf, namesFirst, ReplyWriter } from './reply-writer.service';
import type { Reply } from './reply.entity';
import type { ReplyAction } from './reply.types';
import { SeenMessages } from './seen-messages.service';

/** Edits of one message, at most: its history is read whole. */
const MOST_REVISIONS = 100;

/** A delivery as a member names it. `address` absent: that to the first recipient. */
interface DeliveryOfMember {
  conversationId: string;
  messageId: string;
  expectedVersion: number;
  address?: string;
}

/**
 * How members write, undo, edit, retry and settle replies. Each change names the version that it is based on, so that one of two
 * concurrent changes is refused. ReplyDispatch sends replies and changes them under the same locks.
 */
@Injectable()
export class RepliesService {
  constructor(
    private readonly replies: RepliesRepository,
    private readonly lifecycle: ReplyLifecycle,
    private readonly deliveries: DeliveriesRepository,
    private readonly deliveryLifecycle: DeliveryLifecycle,
    private readonly conversations: ConversationWriter,
    private readonly queries: ConversationQueries,
    private readonly seen: SeenMessages,
    private readonly agents: AgentsService,
    private readonly preferences: PreferencesService,
    private readonly mail: ReplyMailer,
    private readonly files: CarriedFilesService,
    private readonly writer: ReplyWriter,
    private readonly savedReplies: SavedRepliesService,
    private readonly work: UnitOfWork,
    private readonly runner: BackgroundRunner,
    private readonly settings: Settings,
    responses: StoredResponses,
    erasers: Erasers,
  ) {
    erasers.register({
      step: 'contents',
      erase: async ({ workspaceId, conversationIds }) => {
        await responses.eraseAll(await replies.listIds(workspaceId, conversationIds));
      },
    });
  }

  /**
   * Writes a message that is sent when the author's time to undo is over. The conversation is open and with people from then on;
   * the agent stays silent in a turn that is in progress. It waits for the customer once the message is sent, not before: a
   * message that is undone or fails answers no customer. The conversation counts as read by the author. A message that arrives at
   * the same moment stays visible, because the conversation is open.
   *
   * @throws NotFound 404, CustomerWithoutAddress, CustomerWithoutWidget, MessageUnknown, FilesUnknown 400, NewerMessages, FileInfected 409,
   *   RecipientsOnWidget, RecipientsNotTogether, RecipientIsOurs, TooManyRecipients, MessageWithoutMail 400, RecipientBlocked 409,
   *   MailTooLarge 413, MailLimitReached 429, and those of {@link SavedRepliesService.contentOf}
   */
  async write(member: Member, conversationId: string, input: ReplyToConversationInput): Promise<WrittenReply> {
    const { workspaceId } = member;
    const { undoSendSeconds, signature } = await this.preferences.get(member.accountId);
    return this.work.run(async () => {
      const { agentId } = await this.queries.require(member, conversationId);
      await this.agents.lockAgainstPurge(workspaceId, [agentId]);
      const conversation = await this.conversations.requireLocked(member, conversationId);
      const { channel = conversation.channel, replyType: type = 'substantive' } = input;
      if (input.seenUpToMessageId) await this.seen.ensureNewest(conversation, input.seenUpToMessageId);
      if (channel === 'widget' && conversation.channel !== 'widget') throw new CustomerWithoutWidget();
      const addressed = await this.writer.addressed(member, conversation.id, channel, input);
      const { content, savedReplyId, attachmentIds } = input;
      const wanted = { content, savedReplyId, attachmentIds, channel };
      const text = await this.savedReplies.contentOf(member, conversation, wanted);

      const message = { channel, type, ...text, addressed, undoSendSeconds, signature };
      const closeWhenSent = closingOf(member, input);
      return this.writer.append(member, conversation, { ...message, closeWhenSent, namesFirst: namesFirst(input) });
    });
  }

  /** @throws NotFound 404 also for messages that no member has written */
  async get({ workspaceId }: WorkspaceScope, conversationId: string, messageId: string): Promise<ReplyStory> {
    const written = await this.writer.read(workspaceId, conversationId, messageId);
    const { envelope, revisionCount } = written.reply;
    const messageIdHeader = envelope && replyMessageId(messageId, revisionCount, this.settings.values.MAIL_FROM);
    const deliveries = await this.listOthers(written.reply);
    return { ...written, messageIdHeader, deliveries, revisions: await this.replies.listRevisions(written.reply) };
  }

  /**
   * Undoes a queued reply: it is never sent. With the address of a further recipient, only the copy of that person, also after other
   * copies have left, and in any state of the first one.
   *
   * @throws NotFound 404, RecipientUnknown 400, VersionConflict, UndoWindowClosed, InvalidReplyTransition 409
   */
  async undo(
    scope: WorkspaceScope,
    conversationId: string,
    messageId: string,
    { expectedVersion, address }: UndoInboxMessageInput,
  ): Promise<WrittenReply> {
    const ofReply = async (reply: Reply): Promise<ReplyChange> => {
      const isHeld = reply.awaitsFilesUntil !== null;
      if (!isHeld && (await databaseTime(this.work)) >= reply.dispatchAfterAt) throw new UndoWindowClosed();
      const others = await this.listOthers(reply);
      if (others.some(hasLeft)) throw new UndoWindowClosed();
      if (others.length > 0) await this.deliveries.undo(reply);
      await this.mail.uncount(reply.workspaceId, countsOf(reply, others));
      return { status: 'undone' };
    };
    const ofDelivery = async ({ workspaceId, address: to, countedOn }: Delivery): Promise<DeliveryChange> => {
      if (countedOn !== null) await this.mail.uncount(workspaceId, [{ address: to, day: countedOn }]);
      return { status: 'undone', dispatchAfterAt: null, countedOn: null };
    };
    const key = { conversationId, messageId, expectedVersion, address };
    return this.changeDelivery(scope, key, 'undo', { ofReply, ofDelivery });
  }

  /**
   * Changes the text of a reply that was not sent, or is shown in the widget. Keeps the earlier text.
   *
   * @throws NotFound 404, VersionConflict, MessageNotEditable, TooManyRevisions 409
   */
  async edit(
    member: Member,
    conversationId: string,
    messageId: string,
    { content, expectedVersion }: EditInboxMessageInput,
  ): Promise<WrittenReply> {
    return this.change(member, conversationId, messageId, expectedVersion, async (reply) => {
      if (!allowedActions(reply).includes('edit')) throw new MessageNotEditable(reply.status);
      const left = (await this.listOthers(reply)).find(hasLeft);
      if (left) throw new MessageNotEditable(left.status);
      if (reply.revisionCount >= MOST_REVISIONS) throw new TooManyRevisions(MOST_REVISIONS);
      const revision = reply.revisionCount + 1;
      await this.replies.insertRevision(reply, { revision, content, authorMemberId: member.memberId });
      await this.conversations.editReply(reply, content);
      return { revisionCount: revision };
    });
  }

  /**
   * Sends a reply again that has certainly not reached its recipient, or the further recipient with this address.
   *
   * @throws NotFound 404, RecipientUnknown 400, VersionConflict, InvalidReplyTransition, FileInfected 409, MailLimitReached 429
   */
  async retry(
    member: Member,
    conversationId: string,
    messageId: string,
    { expectedVersion, address }: RetryInboxMessageInput,
  ): Promise<WrittenReply> {
    const again = { status: 'queued', attempts: 0, handingOverAt: null } as const;
    const ofDelivery = async (delivery: Delivery): Promise<DeliveryChange> => {
      await this.files.areReady(delivery);
      const dispatchAfterAt = await databaseTime(this.work);
      return { ...again, dispatchAfterAt, countedOn: await this.mail.count(member, delivery.address) };
    };
    const ofReply = async (reply: Reply): Promise<ReplyChange> => {
      const areReady = await this.files.areReady(reply);
      const dispatchAfterAt = await databaseTime(this.work);
      const awaitsFilesUntil = areReady ? null : new Date(dispatchAfterAt.getTime() + FILES_AWAITED_MS);
      const { envelope } = reply;
      const countedOn = envelope && (await this.mail.count(member, envelope.recipient));
      return { ...again, dispatchAfterAt, awaitsFilesUntil, envelope: envelope && { ...envelope, countedOn } };
    };
    const key = { conversationId, messageId, expectedVersion, address };
    const written = await this.changeDelivery(member, key, 'retry', { ofReply, ofDelivery });
    this.runner.wake(REPLY_DISPATCH[written.reply.channel]);
    if (address !== undefined) this.runner.wake(DELIVERY_DISPATCH);
    return written;
  }

  /**
   * Settles an uncertain reply, or its delivery to the further recipient with this address, whose outcome the member has found out.
   *
   * @throws NotFound 404, RecipientUnknown 400, VersionConflict, InvalidReplyTransition 409
   */
  async settle(
    member: Member,
    conversationId: string,
    messageId: string,
    { outcome, reason, expectedVersion, address }: SettleInboxMessageInput,
  ): Promise<WrittenReply> {
    const { memberId } = member;
    const settled = async ({ handingOverAt }: DeliveryRow): Promise<StateChange> => {
      const at = (await databaseTime(this.work)).toISOString();
      const settledBy = { memberId, outcome, reason, at };
      return outcome === 'sent'
        ? { status: 'sent', sentAt: handingOverAt, failure: null, settledBy }
        : { status: 'failed', settledBy };
    };
    const key = { conversationId, messageId, expectedVersion, address };
    return this.changeDelivery(member, key, 'settle', { ofReply: settled, ofDelivery: settled });
  }

  /** Changes the delivery to the first recipient, or to the one with the address. @throws RecipientUnknown 400 */
  private changeDelivery(
    scope: WorkspaceScope,
    { conversationId, messageId, expectedVersion, address }: DeliveryOfMember,
    action: ReplyAction,
    decide: {
      ofReply: (reply: Reply) => Promise<ReplyChange>;
      ofDelivery: (delivery: Delivery) => Promise<DeliveryChange>;
    },
  ): Promise<WrittenReply> {
    return this.change(scope, conversationId, messageId, expectedVersion, async (reply) => {
      if (address === undefined || address === reply.envelope?.recipient) {
        if (action === 'undo' && hasBegun(reply)) throw new UndoWindowClosed();
        ensureAllowed(reply, action);
        return decide.ofReply(reply);
      }
      const delivery = (await this.listOthers(reply)).find((other) => other.address === address);
      if (!delivery) throw new RecipientUnknown();
      ensureAllowed({ status: delivery.status, channel: 'email' }, action);
      await this.deliveryLifecycle.apply(reply, delivery, await decide.ofDelivery(delivery));
      return null;
    });
  }

  private listOthers(reply: Reply): Promise<Delivery[]> {
    return reply.envelope?.others ? this.deliveries.list(reply) : Promise.resolve([]);
  }

  private change(
    scope: WorkspaceScope,
    conversationId: string,
    messageId: string,
    expectedVersion: number,
    decide: (reply: Reply) => Promise<ReplyChange | null>,
  ): Promise<WrittenReply> {
    return this.work.run(async () => {
      const { workspaceId, id } = await this.conversations.requireLocked(scope, conversationId);
      const reply = required(await this.replies.findLocked({ workspaceId, conversationId: id, messageId }));
      const { version } = reply;
      if (version !== expectedVersion) throw new VersionConflict(version);
      const change = await decide(reply);
      if (change) await this.lifecycle.apply(reply, change);
      noteConsequence('reply', messageId);
      return this.writer.read(workspaceId, id, messageId);
    });
  }
}

/** Whether it is too late to undo the reply as a whole. */
function hasBegun({ status }: Reply): boolean {
  return status !== 'queued' && status !== 'undone';
}
