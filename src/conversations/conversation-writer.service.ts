import { Injectable } from '@nestjs/common';
import { type Changes, changesOf, type ComparedFields } from '../common/event-types/changes';
import { DomainEvents } from '../common/events/domain-events';
import type { WorkspaceScope } from '../common/request/principal';
import { shortened } from '../common/text/excerpt';
import type { LostReach } from '../workspaces/members/member-events';
import { ConversationUpdated, SideConversationChanged } from './conversation-events';
import type { ConversationRecord } from './conversation-queries.service';
import type {
  AfterMessages,
  ConversationParticipant,
  ConversationStatus,
  LockedConversation,
  MessageAt,
  NewConversation,
  NewMailMessage,
  NewMessage,
  NewReplyMessage,
} from './conversation.types';
import { type ConversationChange, ConversationsRepository } from './conversations.repository';

/** Characters of a subject that is made of a message, and of one that a mail brings. */
const SUBJECT_LENGTH = { widget: 120, email: 200 };

/** A conversation before a change, as far as the caller knows it. */
type BeforeChange = Pick<ConversationRecord, 'workspaceId' | 'agentId' | 'id'> &
  Partial<
    Pick<
      ConversationRecord,
      'status' | 'handler' | 'assigneeMemberId' | 'subject' | 'contactId' | 'parentConversationId'
    >
  >;

const COMPARED: ComparedFields<BeforeChange> = {
  status: 'value',
  handler: 'value',
  assigneeMemberId: 'value',
  subject: 'text',
  contactId: 'value',
};
const NO_CHANGES: Changes = { changed: [], previous: {} };

/** The message of a reply. */
interface MessageKey {
  workspaceId: string;
  conversationId: string;
  messageId: string;
}

/**
 * Locks and changes conversations. Every method joins the caller's transaction. A transaction that also locks a contact or agents
 * locks them first (decision 0102).
 */
@Injectable()
export class ConversationWriter {
  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly events: DomainEvents,
  ) {}

  /** The id of the new conversation. Its subject is cut. */
  open(conversation: NewConversation): Promise<string> {
    const { channel, subject } = conversation;
    return this.conversations.insert({
      ...conversation,
      subject: subject && shortened(subject, SUBJECT_LENGTH[channel]),
    });
  }

  /** Opens a conversation in which a chat turn is the first. Its subject is the customer's message, cut. Returns its id. */
  openWidget(begun: Pick<NewConversation, 'workspaceId' | 'agentId' | 'contactId' | 'subject'>): Promise<string> {
    return this.open({ ...begun, channel: 'widget', previousConversationId: null, isClosed: false });
  }

  /** Null: there is none. One statement. */
  lock(workspaceId: string, conversationId: string): Promise<LockedConversation | null> {
    return this.conversations.findLocked(workspaceId, conversationId);
  }

  /** @throws NotFound 404 also if the caller does not see it */
  requireLocked(scope: WorkspaceScope, conversationId: string): Promise<ConversationRecord> {
    return this.conversations.requireLocked(scope, conversationId);
  }

  /** Locks those of the conversations that exist; their ids. */
  lockAll(workspaceId: string, conversationIds: readonly string[]): Promise<string[]> {
    return this.conversations.listLockedIds(workspaceId, conversationIds);
  }

  /** Locks all conversations of a contact; their ids. */
  lockOfContact(workspaceId: string, contactId: string): Promise<string[]> {
    return this.conversations.listLockedIdsOfContact(workspaceId, contactId);
  }

  /** Locks those of the conversations that are still old, as `ConversationQueries.listOld` defines it; their ids. */
  lockOld(workspaceId: string, days: number, conversationIds: readonly string[]): Promise<string[]> {
    return this.conversations.listLockedOldIds(workspaceId, days, conversationIds);
  }

  /** Adds the messages of a chat turn. The caller holds the lock. One statement. */
  append(
    workspaceId: string,
    conversationId: string,
    messages: readonly NewMessage[],
    after: AfterMessages,
  ): Promise<MessageAt[]> {
    return this.conversations.append(workspaceId, conversationId, messages, after);
  }

  /** The id of the next note: greater than all others of the conversation. The caller holds its lock. */
  nextItemId({ workspaceId, id }: Pick<LockedConversation, 'workspaceId' | 'id'>): Promise<string> {
    return this.conversations.nextItemId(workspaceId, id);
  }

  /** Adds a mail and changes nothing else of the conversation; the id of the message. */
  appendMail(workspaceId: string, conversationId: string, message: NewMailMessage): Promise<string> {
    return this.conversations.appendMail(workspaceId, conversationId, message);
  }

  /** Adds people whose mail belongs to the conversation, up to 50 of each conversation. */
  async addParticipants(
    workspaceId: string,
    conversationId: string,
    participants: readonly ConversationParticipant[],
  ): Promise<void> {
    if (participants.length > 0) {
      await this.conversations.insertParticipants(workspaceId, conversationId, participants);
    }
  }

  /** Removes people from all conversations of the workspace. */
  async removeParticipants(workspaceId: string, addresses: readonly string[]): Promise<void> {
    await this.conversations.deleteParticipants(workspaceId, addresses);
  }

  /** Opens a conversation that waits for people, and hands it to them. The caller holds the lock. */
  async takeUp(conversation: LockedConversation): Promise<void> {
    const { workspaceId, id } = conversation;
    const change = { status: 'open', handler: 'human' } as const;
    await this.conversations.update(workspaceId, id, {
      ...change,
      closedAt: null,
      consecutiveNoAnswers: 0,
      lastMessageAt: 'now',
    });
    this.publishUpdated(workspaceId, conversation.agentId, id, changesOf<BeforeChange>(conversation, change, COMPARED));
    this.publishSide(conversation, conversation.status, 'open');
  }

  /**
   * Adds a member's reply, which the customer does not see yet. Hands the conversation to people, and opens it if it was closed. The
   * id of the message.
   */
  async appendReply(reply: NewReplyMessage, conversation: ConversationRecord): Promise<string> {
    const { workspaceId, conversationId } = reply;
    const { status } = conversation;
    const messageId = await this.conversations.appendReply(reply);
    const change = { handler: 'human', status: status === 'closed' ? 'open' : status } as const;
    await this.conversations.update(workspaceId, conversationId, { ...change, closedAt: null, lastMessageAt: 'now' });
    return messageId;
  }

  /** What a reply has changed. Call it after the event of the reply, which members' streams show first. */
  publishReplied(conversation: ConversationRecord): void {
    const { workspaceId, agentId, id, status } = conversation;
    const change = { handler: 'human', status: status === 'closed' ? 'open' : status } as const;
    this.publishUpdated(workspaceId, agentId, id, changesOf<BeforeChange>(conversation, change, COMPARED));
    this.publishSide(conversation, status, change.status);
  }

  editReply({ workspaceId, conversationId, messageId }: MessageKey, content: string): Promise<void> {
    return this.conversations.updateMessage(workspaceId, conversationId, messageId, { content });
  }

  /** Shows a reply to the customer, for whom the conversation then waits unless they have written since. */
  async showReply(reply: MessageKey & { agentId: string }, sentAt: Date | null): Promise<void> {
    const { workspaceId, agentId, conversationId, messageId } = reply;
    await this.conversations.updateMessage(workspaceId, conversationId, messageId, { sentAt });
    const isChanged = await this.conversations.markAnswered(workspaceId, conversationId, messageId);
    if (!isChanged) return;
    this.publishUpdated(workspaceId, agentId, conversationId, { changed: ['status'], previous: { status: 'open' } });
  }

  /** Hides a reply that was shown and did not reach the customer. */
  hideReply({ workspaceId, conversationId, messageId }: MessageKey): Promise<void> {
    return this.conversations.updateMessage(workspaceId, conversationId, messageId, { sentAt: null });
  }

  /** Opens a conversation whose customer got no answer. */
  async openUnanswered(workspaceId: string, agentId: string, conversationId: string): Promise<void> {
    const before = await this.conversations.openUnanswered(workspaceId, conversationId);
    if (!before) return;
    const { status, parentConversationId } = before;
    this.publishUpdated(workspaceId, agentId, conversationId, { changed: ['status'], previous: { status } });
    this.publishSide({ workspaceId, agentId, id: conversationId, parentConversationId }, status, 'open');
  }

  /** Changes these fields and the version. The caller holds the lock, and publishes the change. */
  async update(workspaceId: string, conversationId: string, change: ConversationChange): Promise<void> {
    await this.conversations.update(workspaceId, conversationId, change);
  }

  /** The agents of the conversations that a member loses, and of `others`. Takes no lock. */
  listAgentIdsOfLost(lost: LostReach, others: readonly string[]): Promise<string[]> {
    return this.conversations.listAgentIdsOfLost(lost, others);
  }

  /** Locks the conversations that a member loses, and `others`. */
  lockLost(lost: LostReach, others: readonly string[]): Promise<void> {
    return this.conversations.lockLost(lost, others);
  }

  /** Unassigns the conversations that a member loses, which stay locked. */
  async unassignLost(lost: LostReach): Promise<void> {
    const { workspaceId, memberId } = lost;
    const changes = { changed: ['assigneeMemberId'], previous: { assigneeMemberId: memberId } };
    for (;;) {
      const unassigned = await this.conversations.unassignSome(lost);
      if (unassigned.length === 0) return;
      for (const { agentId, id } of unassigned) this.publishUpdated(workspaceId, agentId, id, changes);
    }
  }

  /**
   * Changes the number of live support requests: more open a closed conversation, -1 ends one. The caller holds the lock. The new
   * number.
   */
  async addLiveRequests(workspaceId: string, conversationId: string, more: number): Promise<number> {
    const changed = await this.conversations.updateLiveRequests(workspaceId, conversationId, more);
    if (!changed) return 0;
    const reopened = { changed: ['status'], previous: { status: 'closed' } };
    if (changed.isReopened) this.publishUpdated(workspaceId, changed.agentId, conversationId, reopened);
    return changed.live;
  }

  /** Assigns conversations without a contact to this one; their ids. */
  async moveToContact(
    workspaceId: string,
    agentId: string,
    conversationIds: readonly string[],
    contactId: string,
  ): Promise<string[]> {
    const moved = await this.conversations.updateContact(workspaceId, conversationIds, contactId);
    const changes = { changed: ['contactId'], previous: { contactId: null } };
    for (const conversationId of moved) this.publishUpdated(workspaceId, agentId, conversationId, changes);
    return moved;
  }

  /** How a conversation that the caller has locked differs from before, if it does. */
  publishChange(before: BeforeChange, after: Partial<BeforeChange>): void {
    const { workspaceId, agentId, id } = before;
    const changes = changesOf<BeforeChange>(before, after, COMPARED);
    if (changes.changed.length > 0) this.publishUpdated(workspaceId, agentId, id, changes);
    this.publishSide(before, before.status, after.status ?? before.status);
  }

  /** The conversation that this one is about shows how many such conversations are not closed. */
  private publishSide(
    { workspaceId, agentId, id, parentConversationId }: BeforeChange,
    before: ConversationStatus | undefined,
    after: ConversationStatus | undefined,
  ): void {
    if (!parentConversationId || (before === 'closed') === (after === 'closed')) return;
    this.events.publish(
      new SideConversationChanged({ workspaceId, agentId, conversationId: id, parentConversationId }),
    );
  }

  /** `changes` absent: only members' streams show it. */
  publishUpdated(workspaceId: string, agentId: string, conversationId: string, changes: Changes = NO_CHANGES): void {
    this.events.publish(new ConversationUpdated({ workspaceId, agentId, conversationId, ...changes }));
  }
}
