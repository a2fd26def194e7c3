import { Injectable } from '@nestjs/common';
import type { EventAudience } from '../common/event-types/declare-events';
import type { DataSchema } from '../common/event-types/event-fields';
import { EventCatalog } from './event-catalog';
import type { LoggedEvent } from './event-log.types';
import { EventPages } from './event-pages.service';
import type { ResourceScope } from './event-resources.service';
import { EventDto } from './event.dto';

/** What features need that pass events on to others: the types that a filter names, and events in the form of the API. */
@Injectable()
export class EventSubscriptions {
  constructor(
    private readonly catalog: EventCatalog,
    private readonly pages: EventPages,
  ) {}

  /** Whether a filter is `*`, a known type, or `prefix.*` of some. */
  isKnown(filter: string): boolean {
    return this.catalog.isKnown(filter);
  }

  /** The types that an audience may see and that the filters name. */
  typesFor(audience: EventAudience, filters: readonly string[]): string[] {
    return this.catalog.namesFor(audience, filters);
  }

  /** Undefined for a type that does not exist. */
  schemaOf(type: string): DataSchema | undefined {
    return this.catalog.find(type)?.dataSchema;
  }

  /** The same whenever it is made. */
  asListed(event: LoggedEvent): object {
    return EventDto.from(this.pages.withoutRecord(event));
  }

  /** With its record as the reader sees it now. */
  async withRecord(scope: ResourceScope, event: LoggedEvent): Promise<object> {
    const [complete] = await this.pages.withRecords(scope, [event]);
    return EventDto.from(complete!);
  }
}
