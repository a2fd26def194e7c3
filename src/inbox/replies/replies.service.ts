import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { VersionConflict } from '../../common/errors/domain-error';
import { required } from '../../common/errors/required';
import { DomainEvents } from '../../common/events/domain-events';
import { Erasers } from '../../common/erasure/erasers';
import { StoredResponses } from '../../common/idempotency/stored-responses';
import { BackgroundRunner } from '../../common/jobs/background-runner';
import { noteConsequence } from '../../common/logging/request-consequences';
import { replyMessageId } from '../../common/mail/reply-message-id';
import type { Member, WorkspaceScope } from '../../common/request/principal';
import { Settings } from '../../config/load-settings';
import { ReplyQueued } from '../../conversations/conversation-events';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
import { ConversationWriter } from '../../conversations/conversation-writer.service';
import { PreferencesService } from '../../preferences/preferences.service';
import { CarriedFilesService } from '../../files/carried-files.service';
import { ConversationsService } from '../conversations/conversations.service';
import { SavedRepliesService } from '../saved-replies/saved-replies.service';
import type { EditInboxMessageInput, ReplyToConversationInput, SettleInboxMessageInput } from './inbox-message.dto';
import {
  CustomerWithoutAddress,
  CustomerWithoutWidget,
  InvalidReplyTransition,
  MessageNotEditable,
  TooManyRevisions,
  UndoWindowClosed,
} from './replies.errors';
import { RepliesRepository, type ReplyStory, type WrittenReply } from './replies.repository';
import { REPLY_DISPATCH } from './reply-dispatch';
import { allowedActions, type ReplyAction, type ReplyChange, ReplyLifecycle } from './reply-lifecycle.service';
import { ReplyMailer } from './reply-mail.port';
import { ensureFitsMail } from './reply-mail-size';
import type { Reply } from './reply.entity';
import { SeenMessages } from './seen-messages.service';

/** Edits of one message, at most: its history is read whole. */
const MOST_REVISIONS = 100;

/**
 * How members write, undo, edit, retry and settle replies. Each change names the version that it is based on, so that one of two
 * concurrent changes is refused. ReplyDispatch sends replies and changes them under the same locks.
 */
@Injectable()
export class RepliesService {
  constructor(
    private readonly replies: RepliesRepository,
    private readonly lifecycle: ReplyLifecycle,
    private readonly conversations: ConversationWriter,
    private readonly queries: ConversationQueries,
    private readonly inbox: ConversationsService,
    private readonly seen: SeenMessages,
    private readonly events: DomainEvents,
    private readonly agents: AgentsService,
    private readonly preferences: PreferencesService,
    private readonly mail: ReplyMailer,
    private readonly files: CarriedFilesService,
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
   * @throws NotFound 404, CustomerWithoutAddress, CustomerWithoutWidget, MessageUnknown, FilesUnknown 400, NewerMessages 409,
   *   MailTooLarge 413, MailLimitReached 429, and those of {@link SavedRepliesService.textOf}
   */
  async write(member: Member, conversationId: string, input: ReplyToConversationInput): Promise<WrittenReply> {
    const { workspaceId, memberId: authorMemberId } = member;
    const { undoSendSeconds, signature } = await this.preferences.get(member.accountId);
    const written = await this.work.run(async () => {
      const { agentId } = await this.queries.require(member, conversationId);
      await this.agents.lockAgainstPurge(workspaceId, [agentId]);
      const conversation = await this.conversations.requireLocked(member, conversationId);
      const { savedReplyId, channel = conversation.channel, replyType: type = 'substantive' } = input;
      if (input.seenUpToMessageId) await this.seen.ensureNewest(conversation, input.seenUpToMessageId);
      if (channel === 'widget' && conversation.channel !== 'widget') throw new CustomerWithoutWidget();
      const address = channel === 'email' ? await this.mail.address(member, conversation.id) : null;
      if (channel === 'email' && !address) throw new CustomerWithoutAddress();
      const countedOn = address && (await this.mail.count(member, address.recipient));
      const envelope = address && { ...address, signature, countedOn };
      const text = { content: input.content, savedReplyId, channel };
      const content = await this.savedReplies.textOf(member, conversation, text);

      const closeWhenSent = closingOf(member, input);
      const reply = { workspaceId, conversationId: conversation.id, agentId, channel, type, envelope, closeWhenSent };
      const message = { workspaceId, conversationId: conversation.id, channel, content, authorMemberId };
      const messageId = await this.conversations.appendReply(message, conversation);
      const sizes = await this.files.carry({ ...message, messageId }, `member:${authorMemberId}`, input.attachmentIds);
      if (envelope) ensureFitsMail(sizes, this.settings.values.MAIL_MAX_BYTES);
      await this.replies.insert({ ...reply, messageId }, undoSendSeconds);
      await this.replies.insertRevision({ ...reply, messageId }, { revision: 0, content, authorMemberId });
      await this.inbox.markRead(member, conversation.id, null);
      const of = { workspaceId, agentId, conversationId: conversation.id };
      this.events.publish(new ReplyQueued({ ...of, messageId, channel, authorMemberId }));
      this.conversations.publishReplied(conversation);
      return this.read(workspaceId, conversation.id, messageId);
    });
    noteConsequence('reply', written.reply.messageId);
    this.runner.wake(REPLY_DISPATCH[written.reply.channel]);
    return written;
  }

  /** @throws NotFound 404 also for messages that no member has written */
  async get({ workspaceId }: WorkspaceScope, conversationId: string, messageId: string): Promise<ReplyStory> {
    const written = await this.read(workspaceId, conversationId, messageId);
    const { envelope, revisionCount } = written.reply;
    const messageIdHeader = envelope && replyMessageId(messageId, revisionCount, this.settings.values.MAIL_FROM);
    return { ...written, messageIdHeader, revisions: await this.replies.listRevisions(written.reply) };
  }

  /**
   * Undoes a queued reply: it is never sent.
   *
   * @throws NotFound 404, VersionConflict, UndoWindowClosed, InvalidReplyTransition 409
   */
  async undo(
    scope: WorkspaceScope,
    conversationId: string,
    messageId: string,
    { expectedVersion }: { expectedVersion: number },
  ): Promise<WrittenReply> {
    return this.change(scope, conversationId, messageId, expectedVersion, async (reply) => {
      if (reply.status !== 'queued' && reply.status !== 'undone') throw new UndoWindowClosed();
      ensureAllowed(reply, 'undo');
      if ((await databaseTime(this.work)) >= reply.dispatchAfterAt) throw new UndoWindowClosed();
      const { workspaceId, envelope } = reply;
      if (envelope?.countedOn) await this.mail.uncount(workspaceId, envelope.recipient, envelope.countedOn);
      return { status: 'undone' };
    });
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
      if (reply.revisionCount >= MOST_REVISIONS) throw new TooManyRevisions(MOST_REVISIONS);
      const revision = reply.revisionCount + 1;
      await this.replies.insertRevision(reply, { revision, content, authorMemberId: member.memberId });
      await this.conversations.editReply(reply, content);
      return { revisionCount: revision };
    });
  }

  /**
   * Sends a reply again that has certainly not reached the customer.
   *
   * @throws NotFound 404, VersionConflict, InvalidReplyTransition 409, MailLimitReached 429
   */
  async retry(
    member: Member,
    conversationId: string,
    messageId: string,
    { expectedVersion }: { expectedVersion: number },
  ): Promise<WrittenReply> {
    const written = await this.change(member, conversationId, messageId, expectedVersion, async (reply) => {
      ensureAllowed(reply, 'retry');
      const dispatchAfterAt = await databaseTime(this.work);
      const { envelope } = reply;
      const countedOn = envelope && (await this.mail.count(member, envelope.recipient));
      const again = { status: 'queued', dispatchAfterAt, attempts: 0, handingOverAt: null } as const;
      return { ...again, envelope: envelope && { ...envelope, countedOn } };
    });
    this.runner.wake(REPLY_DISPATCH[written.reply.channel]);
    return written;
  }

  /**
   * Settles an uncertain reply, whose outcome the member has found out.
   *
   * @throws NotFound 404, VersionConflict, InvalidReplyTransition 409
   */
  async settle(
    member: Member,
    conversationId: string,
    messageId: string,
    { outcome, reason, expectedVersion }: SettleInboxMessageInput,
  ): Promise<WrittenReply> {
    const { memberId } = member;
    return this.change(member, conversationId, messageId, expectedVersion, async (reply) => {
      ensureAllowed(reply, 'settle');
      const at = (await databaseTime(this.work)).toISOString();
      const settledBy = { memberId, outcome, reason, at };
      return outcome === 'sent'
        ? { status: 'sent', sentAt: reply.handingOverAt, failure: null, settledBy }
        : { status: 'failed', settledBy };
    });
  }

  private change(
    scope: WorkspaceScope,
    conversationId: string,
    messageId: string,
    expectedVersion: number,
    decide: (reply: Reply) => Promise<ReplyChange>,
  ): Promise<WrittenReply> {
    return this.work.run(async () => {
      const { workspaceId, id } = await this.conversations.requireLocked(scope, conversationId);
      const reply = required(await this.replies.findLocked({ workspaceId, conversationId: id, messageId }));
      const { version } = reply;
      if (version !== expectedVersion) throw new VersionConflict(version);
      await this.lifecycle.apply(reply, await decide(reply));
      noteConsequence('reply', messageId);
      return this.read(workspaceId, id, messageId);
    });
  }

  private async read(workspaceId: string, conversationId: string, messageId: string): Promise<WrittenReply> {
    const reply = await this.replies.require(workspaceId, conversationId, messageId);
    return { reply, message: required(await this.queries.findMessage(workspaceId, conversationId, messageId)) };
  }
}

function ensureAllowed(reply: Reply, action: ReplyAction): void {
  const allowed = allowedActions(reply);
  if (!allowed.includes(action)) throw new InvalidReplyTransition(reply.status, action, allowed);
}

function closingOf({ memberId }: Member, { closeWhenSent: closing }: ReplyToConversationInput): Reply['closeWhenSent'] {
  return closing ? { memberId, disposition: closing.disposition, note: closing.note ?? null } : null;
}
