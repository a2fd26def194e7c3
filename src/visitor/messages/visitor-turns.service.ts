import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ChatStreamsService, type StreamedTurn } from '../../chat/chat-streams.service';
import { ChatTurnsService } from '../../chat/chat-turns.service';
import type { AnsweredTurn, CompletedTurn, TurnEntry, TurnEvent, TurnFailed } from '../../chat/turn.types';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { VisitorPrincipal } from '../../common/request/principal';
import { ChatContactsService } from '../../contacts/chat-contacts.service';
import { ConversationWriter } from '../../conversations/conversation-writer.service';
import { AgentStopped, VisitorRefused } from '../conversations/own-conversations.errors';
import { OwnConversationsRepository } from '../conversations/own-conversations.repository';
import { OwnConversationsService } from '../conversations/own-conversations.service';
import { VisitorSessionsService } from '../sessions/visitor-sessions.service';
import { VisitorLimits } from '../visitor-limits';
import type { SendVisitorMessageInput } from './visitor-message.dto';
import type { CitationView, SuggestionView, TurnForVisitor, VisitorTurnEvent } from './visitor-message.types';
import { VisitorMessagesService } from './visitor-messages.service';

/** Messages that visitors send. Each is a turn of the agent, written together with the visitor's own rows. */
@Injectable()
export class VisitorTurnsService {
  constructor(
    private readonly turns: ChatTurnsService,
    private readonly streams: ChatStreamsService,
    private readonly messages: VisitorMessagesService,
    private readonly ownConversations: OwnConversationsService,
    private readonly own: OwnConversationsRepository,
    private readonly conversations: ConversationWriter,
    private readonly contacts: ChatContactsService,
    private readonly sessions: VisitorSessionsService,
    private readonly limits: VisitorLimits,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * A turn, complete.
   *
   * @throws NotFound 404, VisitorRefused 403, AgentStopped 409, and the refusals of a turn
   */
  async send(
    visitor: VisitorPrincipal,
    input: SendVisitorMessageInput,
  ): Promise<{ turn: TurnForVisitor; replayed: boolean }> {
    const { data, replayed } = await this.streams.complete(this.steps(visitor, input));
    return { turn: await this.shown(visitor, input.requestId, data), replayed };
  }

  /** A turn as its events. @throws what {@link send} throws, before the turn has started */
  async stream(visitor: VisitorPrincipal, input: SendVisitorMessageInput): Promise<StreamedTurn<VisitorTurnEvent>> {
    const { events, replayed } = await this.streams.stream(this.steps(visitor, input), visitor.workspaceId);
    return { events: this.shownEvents(visitor, input.requestId, events), replayed };
  }

  private async *steps(visitor: VisitorPrincipal, input: SendVisitorMessageInput): AsyncGenerator<TurnEvent, void> {
    if (!visitor.agentAnswers) throw new AgentStopped();
    const { message, attachmentIds, requestId, conversationId } = input;
    if (conversationId !== undefined) await this.ownConversations.require(visitor, conversationId);
    const { workspaceId, planId, agentId, sessionId } = visitor;
    const scope = { workspaceId, planId, agentIds: [agentId] };
    const uploaderId = `visitor:${sessionId}` as const;
    const caller = { callerId: sessionId, uploaderId, visitorLimits: this.limits.ofMessage(visitor) };
    const locale = input.locale ?? visitor.locale;
    const content = { ...(message !== undefined && { message }), ...(attachmentIds && { attachmentIds }) };
    const turn = { ...content, requestId, ...(conversationId && { conversationId }), ...(locale && { locale }) };
    for await (const step of this.turns.run(scope, caller, agentId, turn)) {
      if (step.event !== 'turn.answered') yield step;
      else await this.work.run(() => this.write(visitor, input, step.data));
    }
  }

  /**
   * Reads the written turn as its reader reads the events. If that fails, the stream breaks off without `turn.failed`, and the
   * client gets the stored turn when it repeats the request.
   */
  private async *shownEvents(
    visitor: VisitorPrincipal,
    requestId: string,
    events: AsyncIterable<TurnEvent | TurnFailed>,
  ): AsyncGenerator<VisitorTurnEvent | TurnFailed, void> {
    for await (const one of events) {
      switch (one.event) {
        case 'turn.started':
          yield { ...one, data: { turnId: one.data.turnId, requestId } };
          break;
        case 'citation':
          yield { event: one.event, data: shownCitation(one.data) };
          break;
        case 'turn.completed':
          yield { event: one.event, data: await this.shown(visitor, requestId, one.data) };
          break;
        default:
          yield one;
      }
    }
  }

  private async write(visitor: VisitorPrincipal, input: SendVisitorMessageInput, turn: AnsweredTurn): Promise<void> {
    const { workspaceId } = visitor;
    const { voiceConsent } = input;
    const consentHash = voiceConsent === undefined ? null : createHash('sha256').update(voiceConsent).digest();
    const entry = await this.enter(visitor, input, consentHash, turn);
    const { turn: written, isBlocked } = await this.turns.write(turn, entry);
    if (isBlocked) throw new VisitorRefused();
    const { conversationId, isNew } = entry;
    if (!isNew && consentHash) await this.own.updateVoiceConsent(workspaceId, conversationId, consentHash);
    const citations = written.citations.map(shownCitation);
    const suggestions = written.outcome === 'no_answer' ? written.suggestions.map(shownSuggestion) : null;
    if (written.message === null || (citations.length === 0 && suggestions === null)) return;
    await this.own.updateSections(workspaceId, conversationId, written.message.id, { citations, suggestions });
  }

  /** Finds the contact and the conversation of a turn, or opens one. @throws VisitorRefused 403 */
  private async enter(
    visitor: VisitorPrincipal,
    { pageUrl, locale }: SendVisitorMessageInput,
    consentHash: Buffer | null,
    turn: AnsweredTurn,
  ): Promise<TurnEntry> {
    const { conversationId: continued, claim } = turn;
    const { startedAt } = claim;
    const { workspaceId, agentId, sessionId, identity, surface, site } = visitor;
    const isKnown = identity !== null && startedAt !== null;
    const contact = isKnown ? await this.contacts.verified(workspaceId, agentId, identity, startedAt) : null;
    if (contact?.blocked) throw new VisitorRefused();
    // From here on other first messages of the session wait, and continue the conversation that this one opens.
    await this.sessions.store(visitor);
    const begun = startedAt === null ? null : await this.own.findBegunSince(workspaceId, sessionId, startedAt);
    const found = continued ?? begun;
    if (found !== null) return { contact, conversationId: found, isNew: false };
    const opened = { workspaceId, agentId, contactId: contact?.id ?? null, subject: this.turns.textOf(turn) };
    const conversationId = await this.conversations.openWidget(opened);
    // Before its messages: each gets its place as it is stored.
    const place = { workspaceId, conversationId, agentId, sessionId, surface, site, pageUrl: pageUrl ?? null };
    const conversation = { ...place, verified: identity !== null, locale: locale ?? visitor.locale };
    await this.own.insert(conversation, consentHash);
    return { contact, conversationId, isNew: true };
  }

  private async shown(visitor: VisitorPrincipal, requestId: string, turn: CompletedTurn): Promise<TurnForVisitor> {
    const { turnId, conversationId, message, citations, suggestions, outcome, createdAt } = turn;
    const found = message && (await this.messages.find(visitor.workspaceId, conversationId, [message.id]));
    return {
      ...{ turnId, requestId, conversationId, outcome, createdAt },
      message: found?.get(message?.id ?? '') ?? null,
      citations: citations.map(shownCitation),
      suggestions: suggestions.map(shownSuggestion),
    };
  }
}

function shownCitation({ index, title, url, quote }: CitationView): CitationView {
  return { index, title, url, quote };
}

function shownSuggestion({ title, url }: SuggestionView): SuggestionView {
  return { title, url };
}
