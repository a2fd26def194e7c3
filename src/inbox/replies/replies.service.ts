import { Injectable } from '@nestjs/common';
import { ConversationUpdated, ReplyQueued } from '../../conversations/conversation-events';
import { DomainEvents } from '../../common/events/domain-events';
import { AgentsService } from '../../agents/agents.service';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { VersionConflict } from '../../common/errors/domain-error';
import { BackgroundRunner } from '../../common/jobs/background-runner';
import { noteConsequence } from '../../common/logging/request-consequences';
import type { Member, WorkspaceScope } from '../../common/request/principal';
import { Settings } from '../../config/load-settings';
import { PreferencesService } from '../../preferences/preferences.service';
import { ConversationsService } from '../conversations/conversations.service';
import type {
  EditInboxMessageInput,
  ReplyToConversationInput,
  SettleInboxMessageInput,
} from './inbox-message-input.dto';
import {
  CustomerWithoutAddress,
  CustomerWithoutWidget,
  InvalidReplyTransition,
  MessageNotEditable,
  TooManyRevisions,
  UndoWindowClosed,
} from './replies.errors';
import { RepliesRepository, type WrittenReply } from './replies.repository';
import { ReplyChangesService } from './reply-changes.service';
import { REPLY_DISPATCH } from './reply-dispatch';
import type { ReplyChange } from './reply-endings';
import { ReplyMailer } from './reply-mail.port';
import { replyMessageId } from '../../common/mail/reply-message-id';
import type { ReplyRevision } from './reply-revision.entity';
import { allowedActions, type ReplyAction } from './reply-rules';
import type { Reply } from './reply.entity';

/** Whoever reads a message in detail reads all of them. */
const MOST_REVISIONS = 100;

/** A reply with all that is known about it. */
export interface ReplyStory extends WrittenReply {
  /** Null where it does not go by mail. */
  messageIdHeader: string | null;
  revisions: ReplyRevision[];
}

/**
 * What members write to customers, and what they do with it before and after it has left. Each change names the version that
 * it is for, so that of two at once one is refused; what sends replies changes them under the same lock.
 */
@Injectable()
export class RepliesService {
  constructor(
    private readonly replies: RepliesRepository,
    private readonly changes: ReplyChangesService,
    private readonly conversations: ConversationsService,
    private readonly events: DomainEvents,
    private readonly agents: AgentsService,
    private readonly preferences: PreferencesService,
    private readonly mail: ReplyMailer,
    private readonly work: UnitOfWork,
    private readonly runner: BackgroundRunner,
    private readonly settings: Settings,
  ) {}

  /**
   * Writes a message that leaves once its author's time to undo is over. The conversation is open and with people from
   * then on; the agent of a turn under way stays silent. It waits for the customer once the message has left, not before:
   * what was undone or has failed has answered nobody. Its author has read the conversation, all of it: whoever answers has
   * looked at what they answer, and a message that came in that moment stays in sight, as the conversation is open.
   *
   * @throws NotFound 404, CustomerWithoutAddress, CustomerWithoutWidget 400, MailLimitReached 429
   */
  async write(member: Member, conversationId: string, input: ReplyToConversationInput): Promise<WrittenReply> {
    const { workspaceId, memberId: authorMemberId } = member;
    const { undoSendSeconds, signature } = await this.preferences.get(member.accountId);
    const written = await this.work.run(async () => {
      const { agentId } = await this.conversations.require(member, conversationId);
      await this.agents.lockAgainstPurge(workspaceId, [agentId]);
      const conversation = await this.conversations.requireLocked(member, conversationId);
      const { content, channel = conversation.channel, replyType: type = 'substantive' } = input;
      if (channel === 'widget' && conversation.channel !== 'widget') throw new CustomerWithoutWidget();
      const address = channel === 'email' ? await this.mail.address(member, conversation.id) : null;
      if (channel === 'email' && !address) throw new CustomerWithoutAddress();
      const countedOn = address && (await this.mail.count(member, address.recipient));
      const envelope = address && { ...address, signature, countedOn };

      const reply = { workspaceId, conversationId: conversation.id, agentId, channel, type, envelope };
      const messageId = await this.replies.insert({ ...reply, content, authorMemberId }, undoSendSeconds);
      await this.replies.takeOver(conversation);
      await this.conversations.markRead(member, conversation.id, null);
      const of = { workspaceId, agentId, conversationId: conversation.id };
      this.events.publish(new ReplyQueued({ ...of, messageId, authorMemberId }), new ConversationUpdated(of));
      return this.replies.require(workspaceId, conversation.id, messageId);
    });
    noteConsequence('reply', written.reply.messageId);
    this.runner.wake(REPLY_DISPATCH[written.reply.channel]);
    return written;
  }

  /** @throws NotFound 404, also for what no member has written */
  async get({ workspaceId }: WorkspaceScope, conversationId: string, messageId: string): Promise<ReplyStory> {
    const written = await this.replies.require(workspaceId, conversationId, messageId);
    const { envelope, revisionCount } = written.reply;
    const messageIdHeader = envelope && replyMessageId(messageId, revisionCount, this.settings.values.MAIL_FROM);
    return { ...written, messageIdHeader, revisions: await this.replies.listRevisions(written.reply) };
  }

  /**
   * The message is never sent.
   *
   * @throws NotFound 404, VersionConflict, UndoWindowClosed, InvalidReplyTransition 409
   */
  async undo(
    scope: WorkspaceScope,
    conversationId: string,
    messageId: string,
    { expectedVersion }: { expectedVersion: number },
  ): Promise<WrittenReply> {
    return this.change(scope, conversationId, messageId, expectedVersion, async ({ reply }) => {
      if (reply.status !== 'queued' && reply.status !== 'undone') throw new UndoWindowClosed();
      ensureAllowed(reply, 'undo');
      if ((await databaseTime(this.work)) >= reply.dispatchAfterAt) throw new UndoWindowClosed();
      const { workspaceId, envelope } = reply;
      if (envelope?.countedOn) await this.mail.uncount(workspaceId, envelope.recipient, envelope.countedOn);
      return { status: 'undone' };
    });
  }

  /**
   * Changes the text of what has not left, or stands in the widget. The earlier text is kept.
   *
   * @throws NotFound 404, VersionConflict, MessageNotEditable, TooManyRevisions 409
   */
  async edit(
    member: Member,
    conversationId: string,
    messageId: string,
    { content, expectedVersion }: EditInboxMessageInput,
  ): Promise<WrittenReply> {
    return this.change(member, conversationId, messageId, expectedVersion, async ({ reply }) => {
      if (!allowedActions(reply).includes('edit')) throw new MessageNotEditable(reply.status);
      if (reply.revisionCount >= MOST_REVISIONS) throw new TooManyRevisions(MOST_REVISIONS);
      const revision = reply.revisionCount + 1;
      await this.replies.insertRevision(reply, { revision, content, authorMemberId: member.memberId });
      await this.replies.updateMessage(reply, { content });
      return { revisionCount: revision };
    });
  }

  /**
   * Sends once more what has certainly not left.
   *
   * @throws NotFound 404, VersionConflict, InvalidReplyTransition 409, MailLimitReached 429
   */
  async retry(
    member: Member,
    conversationId: string,
    messageId: string,
    { expectedVersion }: { expectedVersion: number },
  ): Promise<WrittenReply> {
    const written = await this.change(member, conversationId, messageId, expectedVersion, async ({ reply }) => {
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
   * Somebody has found out what became of a message that is uncertain.
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
    return this.change(member, conversationId, messageId, expectedVersion, async ({ reply }) => {
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
    decide: (written: WrittenReply) => Promise<ReplyChange>,
  ): Promise<WrittenReply> {
    return this.work.run(async () => {
      const { workspaceId, id } = await this.conversations.requireLocked(scope, conversationId);
      const written = await this.replies.requireLocked(workspaceId, id, messageId);
      const { version } = written.reply;
      if (version !== expectedVersion) throw new VersionConflict(version);
      await this.changes.apply(written.reply, await decide(written));
      noteConsequence('reply', messageId);
      return this.replies.require(workspaceId, id, messageId);
    });
  }
}

function ensureAllowed(reply: Reply, action: ReplyAction): void {
  const allowed = allowedActions(reply);
  if (!allowed.includes(action)) throw new InvalidReplyTransition(reply.status, action, allowed);
}
