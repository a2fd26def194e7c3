import { Injectable } from '@nestjs/common';
import { ChatStreamsService } from '../../chat/chat-streams.service';
import { ChatTurnsService } from '../../chat/chat-turns.service';
import type { CompletedTurn, TurnCaller } from '../../chat/turn-caller.types';
import type { StreamedEvent } from '../../common/http/event-stream';
import { CooperativeYield } from '../../common/jobs/cooperative-yield';
import type { VisitorPrincipal, WorkspaceScope } from '../../common/request/principal';
import { VisitorConversationsService } from '../../inbox/visitor-conversations.service';
import { AgentStopped } from '../conversations/own-conversations.errors';
import { OwnConversationsRepository } from '../conversations/own-conversations.repository';
import { OwnConversationsService } from '../conversations/own-conversations.service';
import { PeopleService } from '../conversations/people.service';
import { VisitorLimits } from '../visitor-limits';
import { renderedBlocks } from './rendered-blocks';
import type { SendVisitorMessageInput } from './visitor-message.dto';
import type { CitationView, TurnForVisitor, VisitorMessageView } from './visitor-message.types';

/** Of the event loop at once, for the messages of a page. */
const RENDERING_MS = 5;
const FROM = { customer: 'visitor', agent: 'agent', human: 'person' } as const;

/** What visitors say and read. A message is a turn of the agent, told as a visitor may hear of it. */
@Injectable()
export class VisitorMessagesService {
  constructor(
    private readonly turns: ChatTurnsService,
    private readonly streams: ChatStreamsService,
    private readonly own: OwnConversationsService,
    private readonly places: OwnConversationsRepository,
    private readonly conversations: VisitorConversationsService,
    private readonly people: PeopleService,
    private readonly limits: VisitorLimits,
  ) {}

  /** @throws NotFound 404, VisitorRefused 403, AgentStopped 409, and what a turn throws */
  async send(
    visitor: VisitorPrincipal,
    input: SendVisitorMessageInput,
  ): Promise<{ turn: TurnForVisitor; replayed: boolean }> {
    const { scope, caller, asked } = await this.turnOf(visitor, input);
    const { body, replayed } = await this.turns.send(scope, caller, visitor.agentId, asked);
    return { turn: await this.shown(visitor, JSON.parse(body.text) as CompletedTurn), replayed };
  }

  /** The same while it runs. Resolves once the turn has started. */
  async stream(
    visitor: VisitorPrincipal,
    input: SendVisitorMessageInput,
    dto: (turn: TurnForVisitor) => object,
  ): Promise<{ events: AsyncIterable<StreamedEvent>; replayed: boolean }> {
    const { scope, caller, asked } = await this.turnOf(visitor, input);
    const { events, replayed } = await this.streams.stream(scope, caller, visitor.agentId, asked);
    return { events: this.told(visitor, events, dto), replayed };
  }

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

  private async turnOf(
    visitor: VisitorPrincipal,
    { message, requestId, conversationId, ...said }: SendVisitorMessageInput,
  ): Promise<{ scope: WorkspaceScope; caller: TurnCaller; asked: Asked }> {
    if (!visitor.agentAnswers) throw new AgentStopped();
    if (conversationId !== undefined) await this.own.require(visitor, conversationId);
    const { workspaceId, planId, agentId, sessionId } = visitor;
    const visits = this.own.turnOf(visitor, said);
    const language = said.locale ?? visitor.locale;
    return {
      scope: { workspaceId, planId, agentIds: [agentId] },
      caller: { keyId: sessionId, visitor: visits },
      asked: { message, requestId, ...(conversationId && { conversationId }), ...(language && { locale: language }) },
    };
  }

  private async shown(visitor: VisitorPrincipal, turn: CompletedTurn): Promise<TurnForVisitor> {
    const { turnId, requestId, conversationId, message, citations, suggestions, outcome, createdAt } = turn;
    const found = message && (await this.find(visitor.workspaceId, conversationId, [message.id]));
    return {
      ...{ turnId, requestId, conversationId, outcome, createdAt },
      message: found?.get(message?.id ?? '') ?? null,
      citations: citations.map(cited),
      suggestions: suggestions.map(({ title, url }) => ({ title, url })),
    };
  }

  private async shownAt(
    workspaceId: string,
    conversationId: string,
    places: readonly { messageId: string; seq: number; citations: CitationView[] }[],
  ): Promise<VisitorMessageView[]> {
    const ids = places.map(({ messageId }) => messageId);
    const found = await this.conversations.listMessages(workspaceId, conversationId, ids);
    const authors = found.flatMap(({ authorMemberId }) => authorMemberId ?? []);
    const names = await this.people.names(workspaceId, [...new Set(authors)]);
    const messages = new Map(found.map((message) => [message.id, message]));
    const shown: VisitorMessageView[] = [];
    const yielding = new CooperativeYield(RENDERING_MS);
    for (const { messageId, seq, citations } of places) {
      const message = messages.get(messageId);
      if (!message) continue;
      if (yielding.isDue) await yielding.now();
      const { id, role, content, authorMemberId, createdAt, edited } = message;
      shown.push({
        ...{ id, seq, from: FROM[role], content, citations, edited, createdAt },
        authorName: authorMemberId === null ? null : (names.get(authorMemberId) ?? null),
        blocks: role === 'customer' ? [] : renderedBlocks(content),
      });
    }
    return shown;
  }

  private async *told(
    visitor: VisitorPrincipal,
    events: AsyncIterable<StreamedEvent>,
    dto: (turn: TurnForVisitor) => object,
  ): AsyncGenerator<StreamedEvent> {
    for await (const { id, event, data } of events) {
      const said = JSON.parse(data) as Record<string, unknown>;
      yield { id, event, data: JSON.stringify(await this.toldOf(visitor, event, said, dto)) };
    }
  }

  private async toldOf(
    visitor: VisitorPrincipal,
    event: string,
    said: Record<string, unknown>,
    dto: (turn: TurnForVisitor) => object,
  ): Promise<object> {
    switch (event) {
      case 'turn.started':
        return { turnId: said['turnId'], requestId: said['requestId'] };
      case 'citation':
        return cited(said as unknown as CitationView);
      case 'turn.completed':
        return dto(await this.shown(visitor, said as unknown as CompletedTurn));
      default:
        return said;
    }
  }
}

interface Asked {
  message: string;
  requestId: string;
  conversationId?: string;
  locale?: string;
}

function cited({ index, title, url, quote }: CitationView): CitationView {
  return { index, title, url, quote };
}
