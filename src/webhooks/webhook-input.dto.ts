import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMinSize, ArrayUnique, Matches } from 'class-validator';
import { EVENT_POSITION, POSITION_LENGTH } from '../common/event-types/event-position';
import { IdCursor, PageLimit } from '../common/http/page-query';
import { RequestExamples } from '../common/operations/request-examples';
import { Field, Text, TextList } from '../common/validation/field-rules';
import { Ids, OneOf, Whole } from '../common/validation/plain-fields';
import { EVENT_PATTERN } from './rules/event-patterns';
import {
  LONGEST_URL,
  MOST_AGENTS,
  MOST_EVENTS,
  MOST_PARALLEL,
  WEBHOOK_CONTENTS,
  WEBHOOK_ORDERINGS,
  type WebhookContent,
  type WebhookOrdering,
} from './webhook.types';
import { applyDecorators } from '@nestjs/common';

/** The longest type of an event that a filter may name. */
const LONGEST_TYPE = 100;

/** Filters of events. */
export const EventPatterns = (field: { optional?: true; nullable?: true } = {}): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ uniqueItems: true, minItems: 1, example: ['message.*', 'conversation.updated'] }),
    ArrayUnique(),
    ArrayMinSize(1),
    Matches(EVENT_PATTERN, { each: true, message: 'must contain only types of events, `prefix.*`, or `*`' }),
    TextList({ size: MOST_EVENTS, min: 1, max: LONGEST_TYPE, ...field }),
  );

/** A position in the log, or `latest`. */
const POSITION_OR_LATEST = new RegExp(`^(?:latest|${EVENT_POSITION.source.slice(1, -1)})$`);

abstract class WebhookInput {
  /**
   * For people, in lists.
   * @example "Data warehouse"
   */
  @Text({ min: 1, max: 100, line: true, optional: true, nullable: true })
  name?: string | null;
  /** Only events that a restricted member of these agents would see. null: all events of the workspace. */
  @Ids({ size: MOST_AGENTS, optional: true, nullable: true })
  @ArrayMinSize(1)
  @ApiProperty({ minItems: 1 })
  agentIds?: string[] | null;
  /**
   * `none`: events contain ids, states and numbers only. `current`: they also contain the record as it is when they are sent, with
   * the texts of people.
   */
  @OneOf(WEBHOOK_CONTENTS, { optional: true })
  content?: WebhookContent;
  /** `subject`: events of one conversation, or else of one record, one after the other. `none`: in no order. */
  @OneOf(WEBHOOK_ORDERINGS, { optional: true })
  ordering?: WebhookOrdering;
  /** The most requests at once. */
  @Whole({ min: 1, max: MOST_PARALLEL, optional: true })
  parallelism?: number;
}

@RequestExamples({
  'all events': { url: 'https://hooks.example.com/parley', events: ['*'] },
  'messages with their texts': {
    url: 'https://hooks.example.com/parley',
    events: ['message.*'],
    name: 'Data warehouse',
    content: 'current',
  },
})
export class CreateWebhookInput extends WebhookInput {
  /**
   * An https address, without user, password or fragment.
   * @example "https://hooks.example.com/parley"
   */
  @Text({ min: 1, max: LONGEST_URL })
  url: string;
  /** Types of events, `prefix.*` for all that begin so, or `*` for all. */
  @EventPatterns()
  events: string[];
  /** Begin after this position of the log: `next` of `listEvents`, or the id of an event of the stream. */
  @ApiPropertyOptional({
    type: String,
    default: 'latest',
    maxLength: POSITION_LENGTH,
    pattern: POSITION_OR_LATEST.source,
  })
  @Field({ optional: true })
  @Matches(POSITION_OR_LATEST, { message: 'must be a position, or latest' })
  after?: string;
}

@RequestExamples({ 'a pause': { state: 'paused' }, 'another address': { url: 'https://hooks.example.com/v2' } })
export class UpdateWebhookInput extends WebhookInput {
  /**
   * A new address ends `failing`.
   * @example "https://hooks.example.com/v2"
   */
  @Text({ min: 1, max: LONGEST_URL, optional: true })
  url?: string;
  @EventPatterns({ optional: true })
  events?: string[];
  /** `paused`: send nothing. `active`: send everything since, in order. */
  @OneOf(['active', 'paused'], { optional: true })
  state?: 'active' | 'paused';
  /** The webhook’s `version` as you have read it. */
  @ApiProperty({ example: 3 })
  @Whole({ min: 1, max: Number.MAX_SAFE_INTEGER, optional: true })
  expectedVersion?: number;
}

const DAY_SECONDS = 86_400;

@RequestExamples({ 'with a day for both secrets': { graceSeconds: DAY_SECONDS } })
export class RotateWebhookSecretInput {
  /** How long requests are signed with the former secret too. 0 ends it at once. */
  @ApiProperty({ default: DAY_SECONDS })
  @Whole({ min: 0, max: 7 * DAY_SECONDS, optional: true })
  graceSeconds?: number;
}

export const TEST_TYPE = 'webhook.test';

@RequestExamples({ 'a sample of a type': { type: 'message.created' } })
export class TestWebhookInput {
  /**
   * The type of the sample.
   * @example "message.created"
   */
  @ApiProperty({ default: TEST_TYPE })
  @Text({ min: 1, max: LONGEST_TYPE, optional: true })
  type?: string;
}

export class ListWebhooksQuery {
  @PageLimit({ fallback: 20, max: 100 })
  limit: number;

  @IdCursor()
  cursor?: string;
}
