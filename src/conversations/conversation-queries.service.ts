import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../common/request/principal';
import { ConversationQueriesRepository } from './conversation-queries.repository';
import type { Conversation } from './conversation.entity';
import type {
  ConversationState,
  ConversationSummary,
  ExchangedMessage,
  ListedVisitorConversation,
  MailConversation,
  MessageBeginning,
  ShownMessage,
  VisitorConversationState,
} from './conversation.types';
import type { Message } from './message.entity';

/** Messages that a chat turn reads back. */
export const MEMORY = 12;
/** Conversations in the profile of a contact. */
const IN_PROFILE = 50;
/** Mails of one sender in ten minutes: more, or more of the same text, come from a program. */
const MOST_MAILS = 20;
const MOST_EQUAL_MAILS = 2;

/** A conversation with all its columns. */
export type ConversationRecord = Readonly<Conversation>;

/** A message with all its columns. */
export type MessageRecord = Readonly<Message>;

/** Reads conversations. Takes no lock; every method joins the caller's transaction. */
@Injectable()
export class ConversationQueries {
  constructor(private readonly conversations: ConversationQueriesRepository) {}

  /** Whether the caller sees it. */
  exists(scope: WorkspaceScope, conversationId: string): Promise<boolean> {
    return this.conversations.exists(scope, conversationId);
  }

  /** Those of these conversations that exist, also those that the caller does not see. One statement. */
  listExisting(workspaceId: string, conversationIds: readonly string[]): Promise<string[]> {
    return this.conversations.listExisting(workspaceId, conversationIds);
  }

  /** @throws NotFound 404 also if the caller does not see it */
  require(scope: WorkspaceScope, conversationId: string): Promise<ConversationRecord> {
    return this.conversations.require(scope, conversationId);
  }

  /** A conversation of this agent with its newest messages. One statement. */
  recall(workspaceId: string, agentId: string, conversationId: string): Promise<ConversationState | null> {
    return this.conversations.findState(workspaceId, agentId, conversationId, MEMORY);
  }

  /** The newest 50 that the caller sees, newest first. One statement. */
  listOfContact(
    { workspaceId, agentIds }: Pick<WorkspaceScope, 'workspaceId' | 'agentIds'>,
    contactId: string,
  ): Promise<ConversationSummary[]> {
    return this.conversations.listOfContact(workspaceId, contactId, agentIds, IN_PROFILE);
  }

  /** The number of those that the caller sees. */
  countOfContact({ workspaceId, agentIds }: WorkspaceScope, contactId: string): Promise<number> {
    return this.conversations.countOfContact(workspaceId, contactId, agentIds);
  }

  /** All conversations of the contact with an agent. `agentId` null: with any agent, and the conversations about them. */
  listIdsOfContact(workspaceId: string, contactId: string, agentId: string | null): Promise<string[]> {
    return this.conversations.listIdsOfContact(workspaceId, contactId, agentId);
  }

  /** Those of the conversations that exist, and the conversations about them. */
  listWithSides(workspaceId: string, conversationIds: readonly string[]): Promise<string[]> {
    return this.conversations.listWithSides(workspaceId, conversationIds);
  }

  /** The agents that the contact has written to. */
  listAgentIdsOfContact(workspaceId: string, contactId: string): Promise<string[]> {
    return this.conversations.listAgentIdsOfContact(workspaceId, contactId);
  }

  /** The addresses of the mails that the contact has sent to these conversations. */
  listMailAddressesOfContact(workspaceId: string, conversationIds: readonly string[]): Promise<string[]> {
    return this.conversations.listMailAddressesOfContact(workspaceId, conversationIds);
  }

  /** Of any workspace: only for an id from a signed address or from a Message-ID of this service. */
  findByMail(conversationId: string): Promise<MailConversation | null> {
    return this.conversations.findByMail(conversationId);
  }

  /** The newest conversation that continues this one and is not over. The caller holds the lock of this one. */
  findContinuation(workspaceId: string, conversationId: string): Promise<MailConversation | null> {
    return this.conversations.findContinuation(workspaceId, conversationId);
  }

  /** The conversations in which people with these addresses take part beside the contact. */
  listIdsOfParticipants(workspaceId: string, addresses: readonly string[]): Promise<string[]> {
    return this.conversations.listIdsOfParticipants(workspaceId, addresses);
  }

  /**
   * The newest messages that customer, agent and members have exchanged, newest first, or the one with this id. None of blocked people,
   * and no notes.
   */
  listExchanged(
    workspaceId: string,
    conversationId: string,
    of: { messageId: string | null; longest: number; most: number },
  ): Promise<ExchangedMessage[]> {
    return this.conversations.listExchanged(workspaceId, conversationId, of);
  }

  /** What the agent has answered in these turns. */
  listAnswersOfTurns(
    workspaceId: string,
    conversationIds: readonly string[],
    turnIds: readonly string[],
  ): Promise<MessageRecord[]> {
    return this.conversations.listAnswersOfTurns(workspaceId, conversationIds, turnIds);
  }

  isParticipant(workspaceId: string, conversationId: string, address: string): Promise<boolean> {
    return this.conversations.existsParticipant(workspaceId, conversationId, address);
  }

  /** Whether the customer has written from this address by mail. Mails that failed the check of their sender do not count. */
  hasWritten(workspaceId: string, conversationId: string, address: string): Promise<boolean> {
    return this.conversations.existsMailOf(workspaceId, conversationId, address);
  }

  /** Whether a program sends the next mail of this sender: the 21st in ten minutes, or the third with the same text. */
  async isFlood(workspaceId: string, conversationId: string, address: string, content: string): Promise<boolean> {
    const { mails, equal } = await this.conversations.countRecentMails(workspaceId, conversationId, address, content);
    return mails >= MOST_MAILS || (content !== '' && equal >= MOST_EQUAL_MAILS);
  }

  findMessage(workspaceId: string, conversationId: string, messageId: string): Promise<MessageRecord | null> {
    return this.conversations.findMessage(workspaceId, conversationId, messageId);
  }

  /** Whether the conversation has the message, by this member or by any author. `messageId` must be a UUID. */
  existsMessage(
    workspaceId: string,
    conversationId: string,
    messageId: string,
    authorMemberId?: string,
  ): Promise<boolean> {
    return this.conversations.existsMessage(workspaceId, conversationId, messageId, authorMemberId);
  }

  /**
   * The time of the customer's first message after this one; null: there is none. Messages of programs and of blocked customers do
   * not count.
   */
  findFirstFromCustomerAfter(workspaceId: string, conversationId: string, messageId: string): Promise<Date | null> {
    return this.conversations.findFirstFromCustomerAfter(workspaceId, conversationId, messageId);
  }

  /**
   * What customers and members have written after this message, oldest first, at most `most`. Messages of programs and of blocked
   * people and replies that were undone do not count.
   */
  listWrittenAfter(
    workspaceId: string,
    conversationId: string,
    messageId: string,
    most: number,
  ): Promise<MessageBeginning[]> {
    return this.conversations.listWrittenAfter(workspaceId, conversationId, messageId, most);
  }

  /**
   * The number of conversations that have been closed for `days` days of 24 hours and have no live support request; at most
   * `most`.
   */
  countOld(workspaceId: string, days: number, most: number): Promise<number> {
    return this.conversations.countOld(workspaceId, days, most);
  }

  /** The oldest of those that {@link countOld} counts, at most `most`. */
  listOld(workspaceId: string, days: number, most: number): Promise<{ id: string; agentId: string }[]> {
    return this.conversations.listOld(workspaceId, days, most);
  }

  /** Null: the agent has no such conversation in the widget. The caller decides whose it is. One statement. */
  findOfWidget(workspaceId: string, agentId: string, conversationId: string): Promise<VisitorConversationState | null> {
    return this.conversations.findOfWidget(workspaceId, agentId, conversationId);
  }

  /** Those of the contact; without a contact, those with these ids. Newest first, at most `most`. */
  listOfWidget(
    workspaceId: string,
    agentId: string,
    of: { ids: readonly string[]; contactId: string | null },
    most: number,
  ): Promise<ListedVisitorConversation[]> {
    return this.conversations.listOfWidget(workspaceId, agentId, of, most);
  }

  /** Those of the messages that a visitor may see, in no order. */
  listShown(workspaceId: string, conversationId: string, ids: readonly string[]): Promise<ShownMessage[]> {
    return ids.length === 0 ? Promise.resolve([]) : this.conversations.listShown(workspaceId, conversationId, ids);
  }

  /** All messages that a visitor may see, in the order of writing. */
  listShownIds(workspaceId: string, conversationId: string): Promise<{ id: string; fromVisitor: boolean }[]> {
    return this.conversations.listShownIds(workspaceId, conversationId);
  }
}
