import { Injectable } from '@nestjs/common';
import { ChatStreamsService } from '../../chat/chat-streams.service';
import { ChatTurnsService } from '../../chat/chat-turns.service';
import type { CompletedTurn, TurnCaller, TurnEvent } from '../../chat/turn.types';
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
import type { CitationView, TurnForVisitor, VisitorMessageView, VisitorTurnEvent } from './visitor-message.types';

/** Of the event loop at once, for the messages of a page. */
const RENDERING_MS = 5;
const FROM = { customer: 'visitor', agent: 'agent', human: 'person' } as const;

/** What visitors say and read. A message is a turn of the agent, with what a visitor may see of it. */
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
    const { turn, replayed } = await this.turns.send(scope, caller, visitor.agentId, asked);
    return { turn: await this.shown(visitor, input.requestId, turn), replayed };
  }

  /** The same while it runs. Resolves once the turn has started. */
  async stream(
    visitor: VisitorPrincipal,
    input: SendVisitorMessageInput,
  ): Promise<{ events: AsyncIterable<VisitorTurnEvent>; replayed: boolean }> {
    const { scope, caller, asked } = await this.turnOf(visitor, input);
    const { events, replayed } = await this.streams.stream(scope, caller, visitor.agentId, asked);
    return { events: this.shownEvents(visitor, input.requestId, events), replayed };
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
      caller: { callerId: sessionId, visitor: visits },
      asked: { message, requestId, ...(conversationId && { conversationId }), ...(language && { locale: language }) },
    };
  }

  private async shown(visitor: VisitorPrincipal, requestId: string, turn: CompletedTurn): Promise<TurnForVisitor> {
    const { turnId, conversationId, message, citations, suggestions, outcome, createdAt } = turn;
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

  private async *shownEvents(
    visitor: VisitorPrincipal,
    requestId: string,
    events: AsyncIterable<TurnEvent>,
  ): AsyncGenerator<VisitorTurnEvent> {
    for await (const one of events) {
      if (one.event === 'turn.started') {
        yield { event: one.event, data: { turnId: one.data.turnId, requestId } };
      } else if (one.event === 'citation') {
        yield { event: one.event, data: cited(one.data) };
      } else if (one.event === 'turn.completed') {
        yield { event: one.event, data: await this.shown(visitor, requestId, one.data) };
      } else {
        yield one;
      }
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
