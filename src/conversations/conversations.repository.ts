import { Injectable } from '@nestjs/common';
import { Any, type FindOptionsWhere, IsNull } from 'typeorm';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId, uuidOrNil } from '../common/database/uuid';
import { required } from '../common/errors/required';
import type { WorkspaceScope } from '../common/request/principal';
import type { LostReach } from '../workspaces/members/member-events';
import { Conversation } from './conversation.entity';
import type {
  AfterMessages,
  ConversationParticipant,
  ErasedOfAgent,
  LockedConversation,
  MessageAt,
  NewConversation,
  NewMailMessage,
  NewMessage,
  NewReplyMessage,
} from './conversation.types';
import {
  ADD_LIVE_REQUESTS,
  ADD_PARTICIPANTS,
  APPEND_MAIL_MESSAGE,
  APPEND_MESSAGES,
  DELETE_CONVERSATIONS,
  INSERT_CONVERSATION,
  LIST_AGENTS_OF_LOST,
  LOCK_CONVERSATION,
  DELETE_PARTICIPANTS,
  LOCK_LOST,
  LOCK_OF_CONTACT,
  LOCK_OLD,
  MARK_ANSWERED,
  NEXT_ITEM_ID,
  OPEN_UNANSWERED,
  UNASSIGN_SOME,
  unansweredSince,
} from './conversations.sql';
import { Message } from './message.entity';

/** Participants of a conversation beside its contact, at most. */
const MOST_PARTICIPANTS = 50;

/** What changes about a conversation; `now` is the time of the transaction. */
export type ConversationChange = Partial<
  Pick<Conversation, 'subject' | 'assigneeMemberId' | 'contactId' | 'status' | 'handler' | 'consecutiveNoAnswers'> & {
    closedAt: null | 'now';
    lastMessageAt: 'now';
  }
>;

/** All that writes and locks conversations, their messages and participants. */
@Injectable()
export class ConversationsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** The id of the new conversation. */
  async insert(conversation: NewConversation): Promise<string> {
    const id = newId();
    const { workspaceId, agentId, contactId, channel, subject, previousConversationId, isClosed } = conversation;
    const { parentConversationId = null, assigneeMemberId = null } = conversation;
    const values = [workspaceId, id, agentId, contactId, channel, subject, previousConversationId, isClosed];
    await this.work.prepared(INSERT_CONVERSATION, [...values, parentConversationId, assigneeMemberId]);
    return id;
  }

  /** Null: there is none. One statement. */
  async findLocked(workspaceId: string, id: string): Promise<LockedConversation | null> {
    const [locked] = await this.work.prepared<LockedConversation>(LOCK_CONVERSATION, [workspaceId, id]);
    return locked ?? null;
  }

  /** @throws NotFound also if the caller does not see it */
  async requireLocked(scope: WorkspaceScope, id: string): Promise<Conversation> {
    const options = { where: visible(scope, id), lock: { mode: 'pessimistic_write' as const } };
    return required(await this.work.manager.findOne(Conversation, options));
  }

  /** The ids of those that exist. */
  listLockedIds(workspaceId: string, ids: readonly string[]): Promise<string[]> {
    return this.lock({ workspaceId, id: Any(ids) });
  }

  /** As many as the contact has, and those about them. Waits for the turns that are under way in them. */
  async listLockedIdsOfContact(workspaceId: string, contactId: string): Promise<string[]> {
    const locked = await this.work.query<{ id: string }>(LOCK_OF_CONTACT, [workspaceId, uuidOrNil(contactId)]);
    return locked.map(({ id }) => id);
  }

  /** Those of `ids` that are old. */
  async listLockedOldIds(workspaceId: string, days: number, ids: readonly string[]): Promise<string[]> {
    const locked = await this.work.query<{ id: string }>(LOCK_OLD, [workspaceId, days, ids]);
    return locked.map(({ id }) => id);
  }

  /** The agents of the conversations that a member loses and of some others: no more than the workspace has. */
  async listAgentIdsOfLost(lost: LostReach, others: readonly string[]): Promise<string[]> {
    const rows = await this.work.query<{ agentId: string }>(LIST_AGENTS_OF_LOST, [...valuesOf(lost), others]);
    return rows.map(({ agentId }) => agentId);
  }

  async lockLost(lost: LostReach, others: readonly string[]): Promise<void> {
    await this.work.query(LOCK_LOST, [...valuesOf(lost), others]);
  }

  /** Unassigns some of the conversations that a member loses. One statement. */
  unassignSome(lost: LostReach): Promise<{ agentId: string; id: string }[]> {
    return this.work.query<{ agentId: string; id: string }>(UNASSIGN_SOME, valuesOf(lost));
  }

  /** Opens the conversation; its status before. Null: it was open, or is gone. */
  async openUnanswered(
    workspaceId: string,
    id: string,
  ): Promise<Pick<Conversation, 'status' | 'parentConversationId'> | null> {
    const values = [workspaceId, id];
    const [before] = await this.work.query<Pick<Conversation, 'status' | 'parentConversationId'>>(
      OPEN_UNANSWERED,
      values,
    );
    return before ?? null;
  }

  /** Changes these fields and the version. */
  async update(
    workspaceId: string,
    id: string,
    { closedAt, lastMessageAt, ...change }: ConversationChange,
  ): Promise<void> {
    await this.work.manager.update(
      Conversation,
      { workspaceId, id },
      {
        ...change,
        ...(closedAt !== undefined && { closedAt: closedAt && now }),
        ...(lastMessageAt && { lastMessageAt: now }),
        ...((change.status ?? change.handler) && { unansweredSince: () => unansweredAfter(change) }),
        version: () => 'version + 1',
        updatedAt: now,
      },
    );
  }

  /** Assigns conversations without a contact to this one; their ids. */
  async updateContact(workspaceId: string, ids: readonly string[], contactId: string): Promise<string[]> {
    const updated = await this.work.manager
      .createQueryBuilder()
      .update(Conversation)
      .set({ contactId, version: () => 'version + 1', updatedAt: now })
      .where({ workspaceId, id: Any(ids), contactId: IsNull() })
      .returning('id')
      .execute();
    return (updated.raw as { id: string }[]).map(({ id }) => id);
  }

  /** The new number of live requests, and whether a closed conversation was reopened. Null: it is gone. */
  async updateLiveRequests(
    workspaceId: string,
    id: string,
    more: number,
  ): Promise<{ live: number; agentId: string; isReopened: boolean } | null> {
    const [row] = await this.work.prepared<{ live: number; agentId: string; isReopened: boolean }>(ADD_LIVE_REQUESTS, [
      workspaceId,
      id,
      more,
    ]);
    return row ?? null;
  }

  /** Whether the conversation waits for the customer now. */
  async markAnswered(workspaceId: string, id: string, messageId: string): Promise<boolean> {
    const [marked] = await this.work.query<{ isAnswered: boolean }>(MARK_ANSWERED, [workspaceId, id, messageId]);
    return marked?.isAnswered ?? false;
  }

  /** With their messages. The counts by agent, in the order of the agents' ids; one statement. */
  delete(workspaceId: string, ids: readonly string[]): Promise<ErasedOfAgent[]> {
    return this.work.query<ErasedOfAgent>(DELETE_CONVERSATIONS, [workspaceId, ids]);
  }

  /**
   * Adds the messages in their order, in which it returns them, and changes the conversation with them. A closed or waiting conversation
   * opens, unless the customer is blocked; one without a contact gets `contactId`. One statement.
   */
  append(
    workspaceId: string,
    conversationId: string,
    messages: readonly NewMessage[],
    { consecutiveNoAnswers, handOver, contactId, isBlocked }: AfterMessages,
  ): Promise<MessageAt[]> {
    return this.work.prepared<MessageAt>(APPEND_MESSAGES, [
      workspaceId,
      conversationId,
      JSON.stringify(messages),
      consecutiveNoAnswers,
      handOver,
      contactId,
      isBlocked,
    ]);
  }

  /** The id of the new message. */
  async appendMail(workspaceId: string, conversationId: string, message: NewMailMessage): Promise<string> {
    const { role, content, automatic, quotedFrom, writtenAt, fromBlocked, forwardedByMemberId } = message;
    const sender = message.sender && JSON.stringify(message.sender);
    const values = [role, content, sender, automatic, quotedFrom, writtenAt, fromBlocked, forwardedByMemberId];
    const [row] = await this.work.query<{ id: string }>(APPEND_MAIL_MESSAGE, [workspaceId, conversationId, ...values]);
    return row!.id;
  }

  /** The id of the next message or note: greater than all others of the conversation. The caller holds its lock. */
  async nextItemId(workspaceId: string, conversationId: string): Promise<string> {
    const [row] = await this.work.prepared<{ id: string }>(NEXT_ITEM_ID, [workspaceId, conversationId]);
    return row!.id;
  }

  /** The id of the new message. */
  async appendReply(message: NewReplyMessage): Promise<string> {
    const id = await this.nextItemId(message.workspaceId, message.conversationId);
    await this.work.manager.insert(Message, { ...message, id, role: 'human', turnId: null, sentAt: null });
    return id;
  }

  async updateMessage(
    workspaceId: string,
    conversationId: string,
    id: string,
    change: Partial<Pick<Message, 'content' | 'sentAt'>>,
  ): Promise<void> {
    await this.work.manager.update(Message, { workspaceId, conversationId, id }, change);
  }

  async insertParticipants(
    workspaceId: string,
    conversationId: string,
    participants: readonly ConversationParticipant[],
  ): Promise<void> {
    const values = [workspaceId, conversationId, JSON.stringify(participants), MOST_PARTICIPANTS];
    await this.work.query(ADD_PARTICIPANTS, values);
  }

  /** Removes people from all conversations of the workspace. */
  async deleteParticipants(workspaceId: string, addresses: readonly string[]): Promise<void> {
    await this.work.query(DELETE_PARTICIPANTS, [workspaceId, [...addresses]]);
  }

  /** Locks in the order in which all locks of conversations are taken. */
  private async lock(where: FindOptionsWhere<Conversation>): Promise<string[]> {
    const locked = await this.work.manager.find(Conversation, {
      select: { workspaceId: true, id: true },
      where,
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return locked.map(({ id }) => id);
  }
}

/** Selects a conversation that the caller sees. */
export function visible({ workspaceId, agentIds }: WorkspaceScope, id: string): FindOptionsWhere<Conversation> {
  return { workspaceId, id: uuidOrNil(id), ...(agentIds === null ? {} : { agentId: Any(agentIds) }) };
}

function valuesOf({ workspaceId, memberId, visibleAgentIds }: LostReach): unknown[] {
  return [workspaceId, memberId, visibleAgentIds];
}

/** In SQL. */
function unansweredAfter({ status, handler }: ConversationChange): string {
  return unansweredSince(status ? `'${status}'` : 'status', handler ? `'${handler}'` : 'handler');
}

/** In SQL. */
const now = (): string => 'now()';
