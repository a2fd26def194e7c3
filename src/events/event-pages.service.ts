import { Injectable } from '@nestjs/common';
import { EventCatalog } from './event-catalog';
import type { LoggedEvent, ReadEvents } from './event-log.types';
import { EventResources, type ResourceScope } from './event-resources.service';
import type { EventWithResource, ListedEvents } from './events.types';

/** Bytes of an event with its record, at most: a larger one comes without. */
export const LONGEST_EVENT = 256 * 1_024;
/** A page gets further events while it has fewer bytes. */
const PAGE_BYTES = 2 * 1_048_576;
/** Events whose records are read at once. */
const AT_ONCE = 50;

/** Completes events with the records that they are about. */
@Injectable()
export class EventPages {
  constructor(
    private readonly catalog: EventCatalog,
    private readonly resources: EventResources,
  ) {}

  /** A page whose records are large is shorter than what was read. */
  async complete(
    scope: ResourceScope,
    { events, next, hasMore }: ReadEvents,
    withRecords: boolean,
  ): Promise<ListedEvents> {
    if (!withRecords) return { events: events.map((event) => this.withoutRecord(event)), next, hasMore };
    const complete: EventWithResource[] = [];
    let bytes = 0;
    for (let from = 0; from < events.length; from += AT_ONCE) {
      for (const one of await this.withRecords(scope, events.slice(from, from + AT_ONCE))) {
        bytes += sizeOf(one);
        if (bytes > PAGE_BYTES && complete.length > 0) {
          return { events: complete, next: complete.at(-1)!.event.position, hasMore: true };
        }
        complete.push(one);
      }
    }
    return { events: complete, next, hasMore };
  }

  /** The events, each with its record as the reader sees it now. */
  async withRecords(scope: ResourceScope, events: readonly LoggedEvent[]): Promise<EventWithResource[]> {
    const records = await this.resources.load(scope, events, ({ type }) => this.kindOf(type));
    return events.map((event) => {
      if (this.kindOf(event.type) === null) return { event, resource: null, omitted: 'never' };
      const resource = records.get(event.id) ?? null;
      if (!resource) return { event, resource, omitted: 'gone' };
      const whole = { event, resource, omitted: null };
      return sizeOf(whole) > LONGEST_EVENT ? { event, resource: null, omitted: 'too_large' } : whole;
    });
  }

  withoutRecord(event: LoggedEvent): EventWithResource {
    return { event, resource: null, omitted: this.kindOf(event.type) === null ? 'never' : 'not_requested' };
  }

  private kindOf(type: string): string | null {
    return this.catalog.find(type)?.resource ?? null;
  }
}

function sizeOf({ event, resource }: EventWithResource): number {
  return Buffer.byteLength(JSON.stringify([event, resource]));
}
