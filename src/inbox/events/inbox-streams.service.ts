import { Injectable } from '@nestjs/common';
import type { EventPieces, StreamedEvent } from '../../common/http/event-stream';
import { canAccessAgent, type Member } from '../../common/request/principal';
import { EventLog } from '../../events/event-log.service';
import type { FeedQueue, LiveEvent } from './feed-queue';
import { EVENTS_KEPT_DAYS } from '../../conversations/inbox-event.types';
import { OpenStreams } from '../../events/open-streams.service';
import { PositionUnknown } from './inbox-events.errors';
import { InboxFeed } from './inbox-feed';
import { SettledEventsRepository } from './settled-events.repository';
import { isPast, positionOf, positionText, type EventPosition } from '../../common/event-types/event-position';

/** Events of one read when a stream continues an earlier one, at most. */
const PAGE = 100;

const CONTINUABLE_MS = EVENTS_KEPT_DAYS * 24 * 3_600_000;

/** Streams of the events of an inbox. A restricted member receives those of their agents only. */
@Injectable()
export class InboxStreamsService {
  constructor(
    private readonly feed: InboxFeed,
    private readonly events: SettledEventsRepository,
    private readonly log: EventLog,
    private readonly open: OpenStreams,
  ) {}

  /**
   * All events after the one with the id `after`, and those from now on; without `after`, only the latter. Begins with
   * `stream.opened`, or with `stream.reset` if events may be missing. Ends with `stream.lagged` if the reader is too slow,
   * and when `signal` aborts.
   *
   * @throws PositionUnknown 400, TooManyStreams 429
   */
  async stream(member: Member, after: string | undefined, signal: AbortSignal): Promise<EventPieces> {
    const position = after === undefined ? null : positionOf(after);
    if (after !== undefined && position === null) throw new PositionUnknown();
    this.open.enter(member.memberId, signal);
    // Before the past is read, so that no event falls between the past and the feed.
    const queue = await this.feed.subscribe(member.workspaceId, signal);
    const opened = await this.log.latest();
    const isLost = position !== null && (await this.isLost(member.workspaceId, position, opened));
    return this.eventsFor(member, queue, { after: isLost ? null : position, isLost, opened });
  }

  private async *eventsFor(
    member: Member,
    queue: FeedQueue,
    { after, isLost, opened }: { after: EventPosition | null; isLost: boolean; opened: EventPosition },
  ): AsyncGenerator<readonly StreamedEvent[], void> {
    let last = after ?? opened;
    yield [ofStream(isLost ? 'stream.reset' : 'stream.opened', last)];
    for await (const events of this.replayed(member, last, opened)) {
      last = events.at(-1)!.position;
      yield events.filter(({ typing }) => typing === null).map(streamed);
    }
    for (let events = await queue.next(); events !== null; events = await queue.next()) {
      // Earlier events were replayed, or are older than the stream.
      const later = events.filter(({ position }) => isPast(position, opened));
      last = later.at(-1)?.position ?? last;
      const own = later.filter((event) => isFor(member, event));
      if (own.length > 0) yield own.map(streamed);
    }
    if (queue.hasLagged) yield [ofStream('stream.lagged', last)];
  }

  /** Whether events after a position may be gone, or it is of another database. */
  private async isLost(workspaceId: string, after: EventPosition, opened: EventPosition): Promise<boolean> {
    if (isPast(after, opened) || opened.at.getTime() - after.at.getTime() > CONTINUABLE_MS) return true;
    return !(await this.log.isKept(workspaceId, after));
  }

  private async *replayed(member: Member, after: EventPosition, before: EventPosition): AsyncGenerator<LiveEvent[]> {
    for (let past = after; ;) {
      const { events, next } = await this.events.listSettled([member.workspaceId], { past, before, most: PAGE });
      const own = events.filter((event) => isFor(member, event));
      if (own.length > 0) yield own;
      if (!next) return;
      past = next;
    }
  }
}

function isFor(member: Member, event: LiveEvent): boolean {
  return (event.agentId === null || canAccessAgent(member, event.agentId)) && event.memberId !== member.memberId;
}

function streamed({ position, type, data }: LiveEvent): StreamedEvent {
  return { id: positionText(position), event: type, data };
}

function ofStream(type: 'stream.opened' | 'stream.reset' | 'stream.lagged', position: EventPosition): StreamedEvent {
  return { id: positionText(position), event: type, data: JSON.stringify({ type }) };
}
