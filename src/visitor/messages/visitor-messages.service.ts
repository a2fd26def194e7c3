import { Injectable } from '@nestjs/common';
import { CooperativeYield } from '../../common/jobs/cooperative-yield';
import type { VisitorPrincipal } from '../../common/request/principal';
import type { Block } from '../../common/text/block.types';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
import { isMarkdown, type ShownMessage } from '../../conversations/conversation.types';
import { OwnConversationsRepository } from '../conversations/own-conversations.repository';
import { OwnConversationsService } from '../conversations/own-conversations.service';
import { PeopleService } from '../conversations/people.service';
import { VisitorLimits } from '../visitor-limits';
import { renderedBlocks } from '../../common/text/rendered-blocks';
import type { VisitorMessageView } from './visitor-message.types';

/** Of the event loop at once, for the messages of a page. */
const RENDERING_MS = 5;
const FROM = { customer: 'visitor', agent: 'agent', human: 'person' } as const;

type PlaceOfMessage = { messageId: string } & Pick<VisitorMessageView, 'seq' | 'citations' | 'suggestions'>;

/** Messages of conversations as their visitors see them. */
@Injectable()
export class VisitorMessagesService {
  constructor(
    private readonly own: OwnConversationsService,
    private readonly places: OwnConversationsRepository,
    private readonly conversations: ConversationQueries,
    private readonly people: PeopleService,
    private readonly limits: VisitorLimits,
  ) {}

  /** Past a place, in their order. @throws NotFound 404, VisitorRefused 403, RateLimited 429 */
  async list(
    visitor: VisitorPrincipal,
    conversationId: string,
    { after, limit }: { after: number; limit: number },
  ): Promise<{ messages: VisitorMessageView[]; nextCursor: number | null }> {
    await this.limits.messagesListed(visitor);
    const { workspaceId, id } = await this.own.require(visitor, conversationId);
    const places = await this.places.listMessages(workspaceId, id, after, limit + 1);
    const page = places.slice(0, limit);
    const messages = await this.shownAt(workspaceId, id, page);
    return { messages, nextCursor: places.length > limit ? page.at(-1)!.seq : null };
  }

  /** Those of the messages that are shown, by id. */
  async find(
    workspaceId: string,
    conversationId: string,
    ids: readonly string[],
  ): Promise<Map<string, VisitorMessageView>> {
    const messages = await this.shownAt(
      workspaceId,
      conversationId,
      await this.places.listOf(workspaceId, conversationId, ids),
    );
    return new Map(messages.map((message) => [message.id, message]));
  }

  private async shownAt(
    workspaceId: string,
    conversationId: string,
    places: readonly PlaceOfMessage[],
  ): Promise<VisitorMessageView[]> {
    const ids = places.map(({ messageId }) => messageId);
    const found = await this.conversations.listShown(workspaceId, conversationId, ids);
    const authors = found.flatMap(({ authorMemberId }) => authorMemberId ?? []);
    const names = await this.people.names(workspaceId, [...new Set(authors)]);
    const messages = new Map(found.map((message) => [message.id, message]));
    const shown: VisitorMessageView[] = [];
    const yielding = new CooperativeYield(RENDERING_MS);
    for (const { messageId, seq, citations, suggestions } of places) {
      const message = messages.get(messageId);
      if (!message) continue;
      if (yielding.isDue) await yielding.now();
      const { id, role, content, authorMemberId, createdAt, edited, attachments } = message;
      shown.push({
        ...{ id, seq, from: FROM[role], content, citations, suggestions, attachments, edited, createdAt },
        authorName: authorMemberId === null ? null : (names.get(authorMemberId) ?? null),
        blocks: blocksFor(message),
      });
    }
    return shown;
  }
}

/** What a visitor writes has none. */
function blocksFor(message: ShownMessage): readonly Block[] {
  if (message.role === 'customer') return [];
  return isMarkdown(message) ? renderedBlocks(message.content) : [{ type: 'p', children: [message.content] }];
}
