import { Injectable } from '@nestjs/common';
import { Any, type FindOptionsWhere } from 'typeorm';
import { onViolation } from '../common/database/constraint-violation';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId, uuidOrNil } from '../common/database/uuid';
import { required } from '../common/errors/required';
import type { WorkspaceScope } from '../common/request/principal';
import type { LostReach } from '../workspaces/members/member-events';
import type { ConversationDto } from '../inbox/conversations/conversation.dto';
import { Conversation } from './conversation.entity';
import type {
  AfterMessages,
  ConversationState,
  ConversationSummary,
  ErasedOfAgent,
  LockedConversation,
  MessageAt,
  NewMessage,
} from './conversation.types';
import {
  ADD_LIVE_REQUESTS,
  APPEND_MESSAGES,
  DELETE_CONVERSATIONS,
  FIND_CONVERSATION,
  FIND_CONVERSATION_STATE,
  INSERT_CONVERSATION,
  LIST_AGENTS_OF_WORK,
  LIST_CONVERSATIONS_OF_CONTACT,
  LIST_MAIL_ADDRESSES_OF_CONTACT,
  LOCK_CONVERSATION,
  LOCK_WORK,
  UNASSIGN_SOME,
} from './conversations.sql';
import { AssigneeNotAllowed } from '../inbox/conversations/conversations.errors';
import { Message } from './message.entity';

/** What members change of a conversation. */
type ConversationChange = Partial<
  Pick<Conversation, 'subject' | 'assigneeMemberId' | 'status' | 'handler' | 'consecutiveNoAnswers'> & {
    closedAt: null | (() => string);
  }
>;

/** The tables conversations and messages. */
@Injectable()
export class ConversationsRepository {
  constructor(private readonly work: UnitOfWork) {}

  exists(scope: WorkspaceScope, id: string): Promise<boolean> {
    return this.work.manager.existsBy(Conversation, visible(scope, id));
  }

  /** @throws NotFound */
  async require(scope: WorkspaceScope, id: string): Promise<Conversation> {
    return required(await this.work.manager.findOneBy(Conversation, visible(scope, id)));
  }

  /** A conversation as it is answered. One statement. @throws NotFound */
  async requireDto({ workspaceId, agentIds }: WorkspaceScope, id: string): Promise<ConversationDto> {
    const parameters = [workspaceId, agentIds, uuidOrNil(id)];
    const [row] = await this.work.prepared<{ conversation: ConversationDto }>(FIND_CONVERSATION, parameters);
    return required(row).conversation;
  }

  /** @throws NotFound */
  async requireLocked(scope: WorkspaceScope, id: string): Promise<Conversation> {
    const options = { where: visible(scope, id), lock: { mode: 'pessimistic_write' as const } };
    return required(await this.work.manager.findOne(Conversation, options));
  }

  /** Changes these fields and the version. @throws AssigneeNotAllowed 400 where the assignee has left the workspace */
  async update(workspaceId: string, id: string, change: ConversationChange): Promise<void> {
    const touched = { ...change, version: () => 'version + 1', updatedAt: () => 'now()' };
    const changing = this.work.manager.update(Conversation, { workspaceId, id }, touched);
    await onViolation('conversations_assignee_member_id_fkey', changing, () => new AssigneeNotAllowed());
  }

  async close(workspaceId: string, id: string): Promise<void> {
    await this.update(workspaceId, id, { status: 'closed', closedAt: () => 'now()' });
  }

  /** How many there are then. */
  async updateLiveRequests(workspaceId: string, id: string, more: number): Promise<number> {
    const [row] = await this.work.prepared<{ live: number }>(ADD_LIVE_REQUESTS, [workspaceId, id, more]);
    return row?.live ?? 0;
  }

  /** A conversation of one agent with its newest messages. One statement. */
  async findState(workspaceId: string, agentId: string, id: string, recent: number): Promise<ConversationState | null> {
    const parameters = [workspaceId, uuidOrNil(id), agentId, recent];
    const [state] = await this.work.prepared<ConversationState>(FIND_CONVERSATION_STATE, parameters);
    return state ?? null;
  }

  /** A contact's newest conversations with these agents, at most `most`; null: with any. */
  listOfContact(
    workspaceId: string,
    contactId: string,
    agentIds: readonly string[] | null,
    most: number,
  ): Promise<ConversationSummary[]> {
    const parameters = [workspaceId, uuidOrNil(contactId), agentIds, most];
    return this.work.prepared<ConversationSummary>(LIST_CONVERSATIONS_OF_CONTACT, parameters);
  }

  countOfContact(workspaceId: string, contactId: string, agentIds: readonly string[] | null): Promise<number> {
    const where = { ...ofContact(workspaceId, contactId), ...(agentIds === null ? {} : { agentId: Any(agentIds) }) };
    return this.work.manager.countBy(Conversation, where);
  }

  /** The id of the new one. */
  async insert(conversation: Pick<Conversation, 'workspaceId' | 'agentId' | 'subject' | 'contactId'>): Promise<string> {
    const { workspaceId, agentId, subject, contactId } = conversation;
    const id = newId();
    await this.work.prepared(INSERT_CONVERSATION, [workspaceId, id, agentId, subject, contactId]);
    return id;
  }

  /** The conversation, until the transaction ends: what it decides by is still so when it commits. Null: gone. */
  async findLocked(workspaceId: string, id: string): Promise<LockedConversation | null> {
    const [locked] = await this.work.prepared<LockedConversation>(LOCK_CONVERSATION, [workspaceId, id]);
    return locked ?? null;
  }

  /** As many as the contact has. */
  async listIdsOfContact(workspaceId: string, contactId: string): Promise<string[]> {
    const found = await this.work.manager.find(Conversation, {
      select: { workspaceId: true, id: true },
      where: ofContact(workspaceId, contactId),
    });
    return found.map(({ id }) => id);
  }

  /** The agents that a contact has talked to: no more than the workspace has. */
  async listAgentIdsOfContact(workspaceId: string, contactId: string): Promise<string[]> {
    return this.listAgentIds(ofContact(workspaceId, contactId));
  }

  /** The agents of conversations that a member loses and of some others: no more than the workspace has. */
  async listAgentIdsOfWork(lost: LostReach, others: readonly string[]): Promise<string[]> {
    const rows = await this.work.query<{ agentId: string }>(LIST_AGENTS_OF_WORK, [...valuesOf(lost), others]);
    return rows.map(({ agentId }) => agentId);
  }

  /** These conversations, in the order in which everybody locks them. */
  async lockWork(lost: LostReach, others: readonly string[]): Promise<void> {
    await this.work.query(LOCK_WORK, [...valuesOf(lost), others]);
  }

  /** Takes some of their conversations from a member: how many. They are locked until the transaction ends. One statement. */
  async unassignSome(lost: LostReach): Promise<number> {
    return (await this.work.query(UNASSIGN_SOME, valuesOf(lost))).length;
  }

  /** All of a contact's conversations: waits for the turns under way in them, and keeps others out until the transaction ends. */
  async listLockedIdsOfContact(workspaceId: string, contactId: string): Promise<string[]> {
    const locked = await this.work.manager.find(Conversation, {
      select: { workspaceId: true, id: true },
      where: ofContact(workspaceId, contactId),
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return locked.map(({ id }) => id);
  }

  /** Those of the conversations that there are, in the order in which everybody locks them. */
  async listLockedIds(workspaceId: string, ids: readonly string[]): Promise<string[]> {
    const locked = await this.work.manager.find(Conversation, {
      select: { workspaceId: true, id: true },
      where: { workspaceId, id: Any(ids) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return locked.map(({ id }) => id);
  }

  /** Of the mail that its contact has sent to these conversations. */
  async listMailAddressesOfContact(workspaceId: string, conversationIds: readonly string[]): Promise<string[]> {
    const found = await this.work.query<{ address: string }>(LIST_MAIL_ADDRESSES_OF_CONTACT, [
      workspaceId,
      conversationIds,
    ]);
    return found.map(({ address }) => address);
  }

  countMessages(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    return this.work.manager.countBy(Message, { workspaceId, conversationId: Any(conversationIds) });
  }

  /** With their messages. What there was, by agent, in the order of their ids; one statement. */
  delete(workspaceId: string, ids: readonly string[]): Promise<ErasedOfAgent[]> {
    return this.work.query<ErasedOfAgent>(DELETE_CONVERSATIONS, [workspaceId, ids]);
  }

  /**
   * Adds messages in the order given and touches the conversation: one that was closed, or waited for the customer, is
   * open again, unless the customer is blocked, and one that is with nobody yet is with `contactId`. One statement.
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

  private async listAgentIds(where: FindOptionsWhere<Conversation>): Promise<string[]> {
    const rows = await this.work.manager
      .createQueryBuilder(Conversation, 'c')
      .select('c.agentId', 'agentId')
      .distinct()
      .where(where)
      .getRawMany<{ agentId: string }>();
    return rows.map(({ agentId }) => agentId);
  }
}

function visible({ workspaceId, agentIds }: WorkspaceScope, id: string): FindOptionsWhere<Conversation> {
  return { workspaceId, id: uuidOrNil(id), ...(agentIds === null ? {} : { agentId: Any(agentIds) }) };
}

function ofContact(workspaceId: string, contactId: string): FindOptionsWhere<Conversation> {
  return { workspaceId, contactId: uuidOrNil(contactId) };
}

function valuesOf({ workspaceId, memberId, visibleAgentIds }: LostReach): unknown[] {
  return [workspaceId, memberId, visibleAgentIds];
}
