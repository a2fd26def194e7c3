import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID, Matches } from 'class-validator';
import { EVENT_POSITION, POSITION_LENGTH, positionText } from '../common/event-types/event-position';
import { ACTOR_KINDS, type EventActor } from '../common/event-types/log-entry';
import { IntegerQuery } from '../common/http/integer-query.decorator';
import { PageLimit } from '../common/http/page-query';
import type { CataloguedType } from './event-catalog';
import type { EventWithResource, ListedEvents } from './events.types';

/** Types in one filter, at most. */
const MOST_TYPES = 50;
const TYPE = '(\\*|[a-z_]{1,40}\\.(\\*|[a-z_]{1,40}))';
const TYPES = new RegExp(`^${TYPE}(,${TYPE}){0,${MOST_TYPES - 1}}$`);
const LATEST = 'latest';
const AFTER = new RegExp(`^(?:${LATEST}|${EVENT_POSITION.source.slice(1, -1)})$`);

/** Why `resource` is null. `never`: events of this type have none. */
export const OMISSIONS = ['not_requested', 'gone', 'too_large', 'never'] as const;

export class ListEventsQuery {
  /** The position after which the events begin, or `latest`. Default: the oldest event that is kept. */
  @ApiPropertyOptional({
    type: String,
    pattern: AFTER.source,
    maxLength: POSITION_LENGTH,
    example: LATEST,
  })
  @IsOptional()
  @Matches(AFTER, { message: 'must be a position, or latest' })
  after?: string;

  @PageLimit({ fallback: 100, max: 500 })
  limit: number = 100;

  /** Only these types, separated by commas. `conversation.*` stands for all types with this beginning. */
  @ApiPropertyOptional({
    type: String,
    pattern: TYPES.source,
    maxLength: 82 * MOST_TYPES,
    example: 'conversation.*,message.created',
  })
  @IsOptional()
  @Matches(TYPES, { message: `must be at most ${MOST_TYPES} types, separated by commas` })
  types?: string;

  /** Only events about this agent. */
  @ApiPropertyOptional({ type: String, format: 'uuid', example: '01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f' })
  @IsOptional()
  @IsUUID('loose')
  agentId?: string;

  /** `resource` adds the record of each event as it is now. */
  @ApiPropertyOptional({ enum: ['resource'], example: 'resource' })
  @IsOptional()
  @IsIn(['resource'])
  include?: 'resource';

  /** Seconds to wait for an event that matches, if there is none yet. A waiting request counts among your 20 streams. */
  @IntegerQuery({ fallback: 0, min: 0, max: 25 })
  wait: number = 0;
}

/** Who has made the change. */
export class EventActorDto {
  @ApiProperty({ enum: ACTOR_KINDS, example: 'member' })
  kind: EventActor['kind'];
  @ApiProperty({ type: String, format: 'uuid', nullable: true, example: '01995a3e-4c1f-7d5e-9a51-5a2b3c4d5e6f' })
  memberId: string | null;
  /** The workspace key. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true, example: null })
  keyId: string | null;

  static from({ kind, id = null }: EventActor): EventActorDto {
    return { kind, memberId: kind === 'member' ? id : null, keyId: kind === 'key' ? id : null };
  }
}

/** A change in a workspace. Only `resource` changes after it was written. */
export class EventDto {
  /**
   * Stays the same in each delivery.
   * @example "4b0f8c1e-5b6c-4d7e-8f90-a1b2c3d4e5f6"
   */
  id: string;
  /**
   * Continue after it. Of two positions of one workspace, the later one has the greater second number, or the same and the greater third.
   * @example "1768469412345_748230_9921"
   */
  position: string;
  /** @example "conversation.updated" */
  type: string;
  /** @example "2026-01-15T09:30:12.345Z" */
  timestamp: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-1a2b3c4d5e6f" */
  workspaceId: string;
  /** Fields may be added to a version. */
  @ApiProperty({ type: 'integer', enum: [1], example: 1 })
  schemaVersion: 1;
  actor: EventActorDto;
  /**
   * The `X-Request-Id` of the request that has made the change. null for visitors and background work.
   * @example "01995a3e-4c1f-7d5e-9a51-8a2b3c4d5e6f"
   */
  requestId: string | null;
  /** Ids, states and times. `listEventTypes` has the schema of each type. */
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { agentId: '01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f', status: 'closed' },
  })
  data: Readonly<Record<string, unknown>>;
  /** The names of the fields that have changed. */
  @ApiProperty({ type: [String], example: ['status'] })
  changed: readonly string[];
  /** The former values of those that are no text. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { status: 'open' } })
  previous: Readonly<Record<string, unknown>>;
  /** The record as the API shows it now. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, example: null })
  resource: object | null;
  /** Why `resource` is null. */
  @ApiProperty({ enum: OMISSIONS, nullable: true, example: 'not_requested' })
  resourceOmitted: (typeof OMISSIONS)[number] | null;

  static from({ event, resource, omitted }: EventWithResource): EventDto {
    const { id, position, timestamp, type, workspaceId, actor, requestId, data, changed, previous } = event;
    return {
      ...{ id, position: positionText(position), type, timestamp: timestamp.toISOString(), workspaceId },
      ...{ schemaVersion: 1, actor: EventActorDto.from(actor), requestId, data, changed, previous },
      ...{ resource, resourceOmitted: omitted },
    };
  }
}

export class EventPageDto {
  events: EventDto[];
  /**
   * The `after` of the next request, also if there are no events.
   * @example "1768469412345_748230_9921"
   */
  next: string;
  /** Whether more events may follow at once. */
  hasMore: boolean;

  static from({ events, next, hasMore }: ListedEvents): EventPageDto {
    return { events: events.map((event) => EventDto.from(event)), next: positionText(next), hasMore };
  }
}

/** A type of events. */
export class EventTypeDto {
  /** @example "conversation.updated" */
  type: string;
  /** `member`: members who see the agent of the event, and all of them if it has none. `admin`: owners and admins. */
  @ApiProperty({ enum: ['member', 'admin'] })
  audience: 'member' | 'admin';
  /** @example "The status, handler, assignee, subject, contact or labels of a conversation have changed." */
  summary: string;
  /** Whether each event belongs to one agent. */
  agentBound: boolean;
  /** The kind of the record in `resource`. null: its events have none. */
  @ApiProperty({ type: String, nullable: true, example: 'conversation' })
  resource: string | null;
  /** The JSON Schema of `data`. */
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { type: 'object', properties: { agentId: { type: ['string', 'null'], format: 'uuid' } } },
  })
  dataSchema: object;

  static from({ name, audience, summary, agentBound, resource, dataSchema }: CataloguedType): EventTypeDto {
    return { type: name, audience, summary, agentBound, resource: resource ?? null, dataSchema };
  }
}

export class EventTypeListDto {
  eventTypes: EventTypeDto[];

  static from(types: readonly CataloguedType[]): EventTypeListDto {
    return { eventTypes: types.map((type) => EventTypeDto.from(type)) };
  }
}
