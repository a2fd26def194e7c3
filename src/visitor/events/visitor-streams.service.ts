import { Injectable } from '@nestjs/common';
import { DomainError } from '../../common/errors/domain-error';
import { LookUps } from '../../common/database/look-ups';
import { shared } from '../../common/database/per-turn';
import type { EventPieces, StreamedEvent } from '../../common/http/event-stream';
import { limitedAddress } from '../../common/request/client-address';
import type { VisitorPrincipal } from '../../common/request/principal';
import { currentRequest } from '../../common/request/request-context';
import { Settings } from '../../config/load-settings';
import type { OwnConversation } from '../conversations/own-conversation.types';
import { AgentStopped } from '../conversations/own-conversations.errors';
import { type ChangedMessage, OwnConversationsRepository } from '../conversations/own-conversations.repository';
import { OwnConversationsService } from '../conversations/own-conversations.service';
import { PeopleService } from '../conversations/people.service';
import type { VisitorMessageView } from '../messages/visitor-message.types';
import { VisitorMessagesService } from '../messages/visitor-messages.service';
import { ProcessFull, TooManyVisitorStreams } from './visitor-events.errors';
import { VisitorFeed } from './visitor-feed';
import type { VisitorListener } from './visitor-listener';

/** How long a stream lasts, in milliseconds: an object, so that tests need not wait for it. */
export const VISITOR_STREAM = { lastsMs: 600_000, retryMs: 2_000 };
/** Of it, at random, so that streams that began together do not end together. */
const JITTER = 0.2;
/** What has happened that is read at once. */
const PAGE = 100;

/** Of the changes of a conversation. */
type ReadPlace = Pick<OwnConversation, 'workspaceId' | 'id'> & { after: number };

interface ReadChanges {
  changes: ChangedMessage[];
  /** By id. */
  found: Map<string, VisitorMessageView>;
}

type Dto = (message: VisitorMessageView) => object;

/** The events of a conversation for its visitor: first those that they missed, in order, and then each as it happens. */
@Injectable()
export class VisitorStreamsService {
  /** Streams that are open, by session and by address. */
  private readonly open = new Map<string, number>();
  private total = 0;
  /** What the streams of one conversation read at the same time, they read once. */
  private readonly changesOf = shared(
    (place: ReadPlace) => this.listChanges(place),
    ({ workspaceId, id, after }) => `${workspaceId} ${id} ${after}`,
  );
  private readonly personOf = shared(
    (of: OwnConversation) => this.people.answering(of.workspaceId, of),
    ({ workspaceId, handler, assigneeMemberId }) => `${workspaceId} ${handler} ${assigneeMemberId}`,
  );

  constructor(
    private readonly own: OwnConversationsService,
    private readonly places: OwnConversationsRepository,
    private readonly messages: VisitorMessagesService,
    private readonly people: PeopleService,
    private readonly feed: VisitorFeed,
    private readonly lookUps: LookUps,
    private readonly settings: Settings,
  ) {}

  /**
   * Past the place `after`; null: from now on. Ends after about ten minutes, when the agent stops, and when the process does.
   *
   * @throws NotFound 404, AgentStopped 409, VisitorRefused 403, TooManyVisitorStreams 429, ProcessFull 503
   */
  async stream(
    visitor: VisitorPrincipal,
    conversationId: string,
    after: number | null,
    signal: AbortSignal,
    dto: Dto,
  ): Promise<EventPieces> {
    if (!visitor.agentAnswers) throw new AgentStopped();
    this.count(visitor.sessionId, signal);
    // Before anything is read, so that nothing falls in between.
    const listener = this.feed.listen(visitor, conversationId.toLowerCase(), signal);
    const conversation = await this.own.require(visitor, conversationId);
    const lasts = VISITOR_STREAM.lastsMs * (1 - JITTER / 2 + Math.random() * JITTER);
    const timer = setTimeout(() => listener.end(), lasts).unref();
    if (signal.aborted) clearTimeout(timer);
    else signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    return this.visitorEvents(visitor, conversation, after, listener, dto);
  }

  private async *visitorEvents(
    visitor: VisitorPrincipal,
    began: OwnConversation,
    after: number | null,
    listener: VisitorListener,
    dto: Dto,
  ): AsyncGenerator<readonly StreamedEvent[]> {
    const isUnknown = after !== null && after > began.lastSeq;
    let at = after === null || isUnknown ? began.lastSeq : after;
    const event = (name: string, data: object): StreamedEvent => ({
      id: String(at),
      event: name,
      data: JSON.stringify(data),
    });
    const ready = { ...event('ready', { seq: began.lastSeq }), retry: VISITOR_STREAM.retryMs };
    yield isUnknown ? [ready, event('reset', {})] : [ready];
    let state = '';
    let { readSeq } = began;
    for (let now: OwnConversation | null = began; now; now = await this.again(visitor, began.id)) {
      let piece: StreamedEvent[] = [];
      for (let more = true; more;) {
        const { changes, found } = await this.changesOf({ ...now, after: at });
        for (const { at: place, messageId, isNew } of changes) {
          at = place;
          const message = found.get(messageId);
          if (message) piece.push(event(isNew ? 'message.created' : 'message.updated', { message: dto(message) }));
        }
        more = changes.length === PAGE;
        if (more) {
          yield piece;
          piece = [];
        }
      }
      const shown = {
        status: now.status,
        handler: now.handler,
        person: await this.personOf(now),
      };
      if (JSON.stringify(shown) !== state) piece.push(event('conversation.updated', shown));
      state = JSON.stringify(shown);
      if (now.readSeq !== readSeq) piece.push(event('read', { upTo: now.readSeq }));
      ({ readSeq } = now);
      const typing = listener.takeTyping();
      if (typing !== null) piece.push(event('typing', { from: 'person', typing }));
      if (piece.length > 0) yield piece;
      if (listener.hasEnded) break;
      await listener.next();
    }
    if (listener.hasEnded && state !== '') yield [event('conversation.updated', JSON.parse(state) as object)];
  }

  private async listChanges({ workspaceId, id, after }: ReadPlace): Promise<ReadChanges> {
    const changes = await this.places.listChanges(workspaceId, id, after, PAGE);
    const ids = [...new Set(changes.map(({ messageId }) => messageId))];
    return { changes, found: await this.messages.find(workspaceId, id, ids) };
  }

  /** Null where it is the visitor's no more. */
  private async again(visitor: VisitorPrincipal, id: string): Promise<OwnConversation | null> {
    try {
      return await this.lookUps.inCompany(() => this.own.require(visitor, id));
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    }
  }

  private count(sessionId: string, signal: AbortSignal): void {
    const { values } = this.settings;
    const address = `address ${limitedAddress(currentRequest().address)}`;
    this.ensureRoom(sessionId, values.LIMIT_VISITOR_STREAMS_PER_SESSION);
    this.ensureRoom(address, values.LIMIT_VISITOR_STREAMS_PER_ADDRESS);
    const most = values.LIMIT_VISITOR_STREAMS_PER_PROCESS;
    if (most > 0 && this.total >= most) throw new ProcessFull();
    const add = (one: number): void => {
      this.total += one;
      for (const key of [sessionId, address]) {
        const open = (this.open.get(key) ?? 0) + one;
        if (open > 0) this.open.set(key, open);
        else this.open.delete(key);
      }
    };
    if (signal.aborted) return;
    add(1);
    signal.addEventListener('abort', () => add(-1), { once: true });
  }

  private ensureRoom(key: string, most: number): void {
    if (most > 0 && (this.open.get(key) ?? 0) >= most) throw new TooManyVisitorStreams(most);
  }
}
