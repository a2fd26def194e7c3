import { Injectable } from '@nestjs/common';
import { LookUps } from '../../common/database/look-ups';
import { shared } from '../../common/database/per-turn';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { NotFound } from '../../common/errors/domain-error';
import type { VisitorPrincipal } from '../../common/request/principal';
import { excerpt } from '../../common/text/excerpt';
import { ChatContactsService } from '../../contacts/chat-contacts.service';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
import { ConversationWriter } from '../../conversations/conversation-writer.service';
import { TYPING } from '../../conversations/inbox-event.types';
import { EventLog } from '../../events/event-log.service';
import { VisitorLimits } from '../visitor-limits';
import type { FoundConversation, ListedConversation, OwnConversation } from './own-conversation.types';
import { VisitorRefused } from './own-conversations.errors';
import { OwnConversationsRepository } from './own-conversations.repository';
import { PeopleService } from './people.service';

/** Conversations that a session lists. */
const MOST_LISTED = 20;
const PREVIEW_LENGTH = 120;

/**
 * Which conversations are a visitor's. An unverified visitor has those that their session has begun; a visitor whom the
 * customer's server has signed has those of the contact with their externalId, on every device, and no others.
 */
@Injectable()
export class OwnConversationsService {
  private readonly findOnce = shared(
    ([visitor, id]: [VisitorPrincipal, string]) => this.read(visitor, id),
    ([{ workspaceId, agentId, sessionId, identity }, id]) =>
      JSON.stringify([workspaceId, agentId, sessionId, identity?.externalId, id]),
  );

  constructor(
    private readonly own: OwnConversationsRepository,
    private readonly conversations: ConversationQueries,
    private readonly writer: ConversationWriter,
    private readonly log: EventLog,
    private readonly contacts: ChatContactsService,
    private readonly people: PeopleService,
    private readonly limits: VisitorLimits,
    private readonly work: UnitOfWork,
    private readonly lookUps: LookUps,
  ) {}

  /** Whether it is theirs. Two statements; three for a verified visitor. */
  async exists(visitor: VisitorPrincipal, id: string): Promise<boolean> {
    return (await this.find(visitor, id)) !== null;
  }

  /** @throws NotFound 404, VisitorRefused 403 */
  async require(visitor: VisitorPrincipal, id: string): Promise<OwnConversation> {
    const found = await this.find(visitor, id);
    if (!found) throw new NotFound();
    const { progress, ...conversation } = found;
    if (conversation.isBlocked) throw new VisitorRefused();
    const { lastSeq, readSeq } = progress ?? (await this.adopt(visitor, conversation.id));
    return { ...conversation, lastSeq, readSeq };
  }

  /** Newest first. A visitor without stored rows has none. @throws RateLimited 429 */
  async list(visitor: VisitorPrincipal): Promise<ListedConversation[]> {
    await this.limits.sessionRead(visitor);
    const { workspaceId, agentId, sessionId, identity, isStored } = visitor;
    const contactId = identity && (await this.contacts.find(workspaceId, identity.externalId))?.id;
    if (identity ? !contactId : !isStored) return [];
    const ids = contactId ? [] : await this.own.listIdsOfSession(workspaceId, sessionId, MOST_LISTED);
    const of = { ids, contactId: contactId ?? null };
    const listed = await this.conversations.listOfWidget(workspaceId, agentId, of, MOST_LISTED);
    const unread = await this.own.countUnread(
      workspaceId,
      listed.map(({ id }) => id),
    );
    return Promise.all(
      listed.map(async ({ latest, assigneeMemberId, ...conversation }) => ({
        ...conversation,
        person: await this.people.answering(workspaceId, { ...conversation, assigneeMemberId }),
        unreadCount: unread.get(conversation.id) ?? 0,
        preview: excerpt(latest, PREVIEW_LENGTH),
      })),
    );
  }

  /** How much is unread then. @throws NotFound 404 where the message is none of the conversation that is shown */
  async markRead(visitor: VisitorPrincipal, id: string, messageId: string): Promise<number> {
    await this.limits.markedRead(visitor);
    const { workspaceId, id: conversationId } = await this.require(visitor, id);
    if (!(await this.own.markRead(workspaceId, conversationId, messageId))) throw new NotFound();
    return (await this.own.countUnread(workspaceId, [conversationId])).get(conversationId) ?? 0;
  }

  /** Members hear of it; nothing of it is kept. @throws NotFound 404, RateLimited 429 */
  async showTyping(visitor: VisitorPrincipal, id: string, typing: boolean): Promise<void> {
    await this.limits.typed(visitor);
    const { workspaceId, id: conversationId } = await this.require(visitor, id);
    await this.log.show({ type: TYPING, workspaceId, agentId: visitor.agentId, conversationId, typing });
  }

  /** `progress`: how far the visitor is; null where a server has begun it. */
  private find(visitor: VisitorPrincipal, id: string): Promise<FoundConversation | null> {
    return this.lookUps.isTogether ? this.findOnce([visitor, id]) : this.read(visitor, id);
  }

  private async read(visitor: VisitorPrincipal, id: string): Promise<FoundConversation | null> {
    const { workspaceId, agentId, sessionId, identity } = visitor;
    const found = await this.conversations.findOfWidget(workspaceId, agentId, id);
    if (!found) return null;
    const progress = await this.own.find(workspaceId, found.id);
    if (!identity) return progress?.sessionId === sessionId ? { ...found, workspaceId, progress } : null;
    const contact = await this.contacts.find(workspaceId, identity.externalId);
    return contact && found.contactId === contact.id ? { ...found, workspaceId, progress } : null;
  }

  /** One that a server has begun for the contact: what was said gets its places, and what comes goes on from there. */
  private async adopt(
    visitor: VisitorPrincipal,
    conversationId: string,
  ): Promise<{ lastSeq: number; readSeq: number }> {
    const { workspaceId, agentId, surface } = visitor;
    return this.work.run(async () => {
      if (!(await this.writer.lock(workspaceId, conversationId))) throw new NotFound();
      const there = await this.own.find(workspaceId, conversationId);
      if (there) return there;
      const began = { workspaceId, conversationId, agentId, sessionId: null, surface, verified: true };
      await this.own.insert({ ...began, site: null, pageUrl: null, locale: null });
      const shown = await this.conversations.listShownIds(workspaceId, conversationId);
      await this.own.insertPlaces(workspaceId, conversationId, shown);
      return { lastSeq: shown.length, readSeq: 0 };
    });
  }
}
