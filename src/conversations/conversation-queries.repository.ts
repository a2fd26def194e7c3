import { Injectable } from '@nestjs/common';
import { Any, MoreThan } from 'typeorm';
import { UnitOfWork } from '../common/database/unit-of-work';
import { uuidOrNil } from '../common/database/uuid';
import { required } from '../common/errors/required';
import type { WorkspaceScope } from '../common/request/principal';
import {
  COUNT_OLD,
  COUNT_RECENT_MAILS,
  EXISTS_MAIL_OF,
  EXISTS_PARTICIPANT,
  FIND_CONTINUATION,
  FIND_CONVERSATION_STATE,
  FIND_MAIL_CONVERSATION,
  FIND_VISITOR_CONVERSATION,
  LIST_CONVERSATIONS_OF_CONTACT,
  LIST_MAIL_ADDRESSES_OF_CONTACT,
  LIST_OLD,
  LIST_SHOWN_IDS,
  LIST_SHOWN_MESSAGES,
  LIST_VISITOR_CONVERSATIONS,
  LIST_WRITTEN_AFTER,
  LIST_EXCHANGED,
  LIST_IDS_OF_PARTICIPANTS,
} from './conversation-queries.sql';
import { Conversation } from './conversation.entity';
import type {
  ConversationState,
  ConversationSummary,
  ListedVisitorConversation,
  MailConversation,
  MessageBeginning,
  ShownMessage,
  VisitorConversationState,
  ExchangedMessage,
} from './conversation.types';
import { visible } from './conversations.repository';
import { LIST_IDS_OF_CONTACT, LIST_WITH_SIDES } from './conversations.sql';
import { Message } from './message.entity';

/** All that reads conversations, their messages and participants without a lock. */
@Injectable()
export class ConversationQueriesRepository {
  constructor(private readonly work: UnitOfWork) {}

  exists(scope: WorkspaceScope, id: string): Promise<boolean> {
    return this.work.manager.existsBy(Conversation, visible(scope, id));
  }

  /** No more than the caller names. */
  async listExisting(workspaceId: string, ids: readonly string[]): Promise<string[]> {
    const where = { workspaceId, id: Any(ids) };
    return (await this.work.manager.find(Conversation, { select: { id: true }, where })).map(({ id }) => id);
  }

  /** @throws NotFound also if the caller does not see it */
  async require(scope: WorkspaceScope, id: string): Promise<Conversation> {
    return required(await this.work.manager.findOneBy(Conversation, visible(scope, id)));
  }

  /** One statement. */
  async findState(workspaceId: string, agentId: string, id: string, recent: number): Promise<ConversationState | null> {
    const values = [workspaceId, uuidOrNil(id), agentId, recent];
    const [state] = await this.work.prepared<ConversationState>(FIND_CONVERSATION_STATE, values);
    return state ?? null;
  }

  /** The newest of these agents, at most `most`; `agentIds` null: of any agent. */
  listOfContact(
    workspaceId: string,
    contactId: string,
    agentIds: readonly string[] | null,
    most: number,
  ): Promise<ConversationSummary[]> {
    const values = [workspaceId, uuidOrNil(contactId), agentIds, most];
    return this.work.prepared<ConversationSummary>(LIST_CONVERSATIONS_OF_CONTACT, values);
  }

  countOfContact(workspaceId: string, contactId: string, agentIds: readonly string[] | null): Promise<number> {
    const where = { workspaceId, contactId: uuidOrNil(contactId), ...(agentIds && { agentId: Any(agentIds) }) };
    return this.work.manager.countBy(Conversation, where);
  }

  /** As many as the contact has, of one agent or of all. */
  async listIdsOfContact(workspaceId: string, contactId: string, agentId: string | null): Promise<string[]> {
    if (agentId === null) {
      const all = await this.work.query<{ id: string }>(LIST_IDS_OF_CONTACT, [workspaceId, uuidOrNil(contactId)]);
      return all.map(({ id }) => id);
    }
    const found = await this.work.manager.find(Conversation, {
      select: { workspaceId: true, id: true },
      where: { workspaceId, contactId: uuidOrNil(contactId), agentId },
    });
    return found.map(({ id }) => id);
  }

  /** As many as these people take part in. */
  async listIdsOfParticipants(workspaceId: string, addresses: readonly string[]): Promise<string[]> {
    const found = await this.work.query<{ id: string }>(LIST_IDS_OF_PARTICIPANTS, [workspaceId, [...addresses]]);
    return found.map(({ id }) => id);
  }

  /** At most `most`, newest first. */
  listExchanged(
    workspaceId: string,
    conversationId: string,
    { messageId, longest, most }: { messageId: string | null; longest: number; most: number },
  ): Promise<ExchangedMessage[]> {
    return this.work.query<ExchangedMessage>(LIST_EXCHANGED, [workspaceId, conversationId, messageId, longest, most]);
  }

  /** At most one for each turn. */
  listAnswersOfTurns(
    workspaceId: string,
    conversationIds: readonly string[],
    turnIds: readonly string[],
  ): Promise<Message[]> {
    const where = {
      workspaceId,
      conversationId: Any([...conversationIds]),
      turnId: Any([...turnIds]),
      role: 'agent' as const,
    };
    return this.work.manager.findBy(Message, where);
  }

  /** Those of the conversations that exist, and those about them. */
  async listWithSides(workspaceId: string, conversationIds: readonly string[]): Promise<string[]> {
    const all = await this.work.query<{ id: string }>(LIST_WITH_SIDES, [workspaceId, [...conversationIds]]);
    return all.map(({ id }) => id);
  }

  /** The agents that the contact has written to: no more than the workspace has. */
  async listAgentIdsOfContact(workspaceId: string, contactId: string): Promise<string[]> {
    const rows = await this.work.manager
      .createQueryBuilder(Conversation, 'c')
      .select('c.agentId', 'agentId')
      .distinct()
      .where({ workspaceId, contactId: uuidOrNil(contactId) })
      .getRawMany<{ agentId: string }>();
    return rows.map(({ agentId }) => agentId);
  }

  /** The addresses of the mails that the contact has sent to these conversations. */
  async listMailAddressesOfContact(workspaceId: string, conversationIds: readonly string[]): Promise<string[]> {
    const values = [workspaceId, conversationIds];
    const found = await this.work.query<{ address: string }>(LIST_MAIL_ADDRESSES_OF_CONTACT, values);
    return found.map(({ address }) => address);
  }

  /** Of any workspace. */
  async findByMail(id: string): Promise<MailConversation | null> {
    const [found] = await this.work.query<MailConversation>(FIND_MAIL_CONVERSATION, [id]);
    return found ?? null;
  }

  async findContinuation(workspaceId: string, id: string): Promise<MailConversation | null> {
    const [found] = await this.work.query<MailConversation>(FIND_CONTINUATION, [workspaceId, id]);
    return found ?? null;
  }

  async existsParticipant(workspaceId: string, conversationId: string, address: string): Promise<boolean> {
    return (await this.work.query(EXISTS_PARTICIPANT, [workspaceId, conversationId, address])).length > 0;
  }

  async existsMailOf(workspaceId: string, conversationId: string, address: string): Promise<boolean> {
    return (await this.work.query(EXISTS_MAIL_OF, [workspaceId, conversationId, address])).length > 0;
  }

  async countRecentMails(
    workspaceId: string,
    conversationId: string,
    address: string,
    content: string,
  ): Promise<{ mails: number; equal: number }> {
    const values = [workspaceId, conversationId, address, content];
    const [counted] = await this.work.query<{ mails: number; equal: number }>(COUNT_RECENT_MAILS, values);
    return counted ?? { mails: 0, equal: 0 };
  }

  findMessage(workspaceId: string, conversationId: string, id: string): Promise<Message | null> {
    const where = { workspaceId, conversationId: uuidOrNil(conversationId), id: uuidOrNil(id) };
    return this.work.manager.findOneBy(Message, where);
  }

  /** A message of this member, or of any author. */
  existsMessage(workspaceId: string, conversationId: string, id: string, authorMemberId?: string): Promise<boolean> {
    const where = {
      workspaceId,
      conversationId: uuidOrNil(conversationId),
      id,
      ...(authorMemberId && { authorMemberId }),
    };
    return this.work.manager.existsBy(Message, where);
  }

  async findFirstFromCustomerAfter(
    workspaceId: string,
    conversationId: string,
    messageId: string,
  ): Promise<Date | null> {
    const fromCustomer = { role: 'customer', automatic: false, fromBlocked: false } as const;
    const found = await this.work.manager.findOne(Message, {
      select: { workspaceId: true, conversationId: true, id: true, createdAt: true },
      where: { workspaceId, conversationId, id: MoreThan(messageId), ...fromCustomer },
      order: { id: 'ASC' },
    });
    return found?.createdAt ?? null;
  }

  /** Of people, oldest first, at most `most`. */
  listWrittenAfter(
    workspaceId: string,
    conversationId: string,
    messageId: string,
    most: number,
  ): Promise<MessageBeginning[]> {
    return this.work.prepared<MessageBeginning>(LIST_WRITTEN_AFTER, [workspaceId, conversationId, messageId, most]);
  }

  countMessages(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    return this.work.manager.countBy(Message, { workspaceId, conversationId: Any(conversationIds) });
  }

  /** At most `most`. */
  async countOld(workspaceId: string, days: number, most: number): Promise<number> {
    const [row] = await this.work.query<{ count: number }>(COUNT_OLD, [workspaceId, days, most]);
    return row?.count ?? 0;
  }

  /** The oldest, at most `most`. */
  listOld(workspaceId: string, days: number, most: number): Promise<{ id: string; agentId: string }[]> {
    return this.work.query(LIST_OLD, [workspaceId, days, most]);
  }

  /** One statement. */
  async findOfWidget(workspaceId: string, agentId: string, id: string): Promise<VisitorConversationState | null> {
    const values = [workspaceId, agentId, uuidOrNil(id)];
    const [found] = await this.work.prepared<VisitorConversationState>(FIND_VISITOR_CONVERSATION, values);
    return found ?? null;
  }

  listOfWidget(
    workspaceId: string,
    agentId: string,
    { ids, contactId }: { ids: readonly string[]; contactId: string | null },
    most: number,
  ): Promise<ListedVisitorConversation[]> {
    return this.work.query(LIST_VISITOR_CONVERSATIONS, [workspaceId, agentId, ids, contactId, most]);
  }

  listShown(workspaceId: string, conversationId: string, ids: readonly string[]): Promise<ShownMessage[]> {
    return this.work.prepared<ShownMessage>(LIST_SHOWN_MESSAGES, [workspaceId, conversationId, ids]);
  }

  /** As many as there are. */
  listShownIds(workspaceId: string, conversationId: string): Promise<{ id: string; fromVisitor: boolean }[]> {
    return this.work.query(LIST_SHOWN_IDS, [workspaceId, conversationId]);
  }
}
