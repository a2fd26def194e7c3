import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsUUID, Matches } from 'class-validator';
import { FlagQuery } from '../common/http/flag-query.decorator';
import { AssigneeQuery, memberIdOf, NamedMember } from '../common/http/named-member';
import { PageLimit, RowCursor } from '../common/http/page-query';
import { RequestExamples } from '../common/operations/request-examples';
import type { Member } from '../common/request/principal';
import { type FieldOptions, Text } from '../common/validation/field-rules';
import { Instant, UtcInstant } from '../common/validation/instant';
import { OnlyFor } from '../common/validation/only-for';
import { Nested, OneOf, Whole } from '../common/validation/plain-fields';
import { DUE_CURSOR } from './due-cursor';
import {
  DISPOSITION_CODES,
  type DispositionCode,
  PRIORITIES,
  type Priority,
  REQUEST_SORTS,
  REQUEST_STATES,
  type RequestSort,
  type RequestState,
  TRANSITION_KINDS,
  type TransitionKind,
  USUAL_PAGE,
  WAITING_ON,
  type WaitingOn,
} from './support-request.types';
import type { RequestedTransition, Transition } from './transition.types';

const AGENT_ID = '01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f';
const CONVERSATION_ID = '01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f';

/** The property belongs to transitions of one kind. */
const ForKind = (kind: TransitionKind, options: FieldOptions = {}): PropertyDecorator =>
  OnlyFor({ property: 'kind', value: kind, message: `is allowed only for ${kind}`, ...options });

export class CreateSupportRequestInput {
  @ApiProperty({ type: String, minLength: 1, maxLength: 200, example: CONVERSATION_ID })
  @Text({ min: 1, max: 200 })
  conversationId: string;
  /** @example "A refund for order 1042" */
  @Text({ min: 1, max: 200, line: true, optional: true, nullable: true })
  subject?: string | null;
  /** Default: `normal`. */
  @OneOf(PRIORITIES, { optional: true })
  priority?: Priority;
}

/** Only what is supplied changes. */
@RequestExamples({ 'another priority': { expectedVersion: 1, priority: 'high' } })
export class UpdateSupportRequestInput {
  /** @example "A refund for order 1042" */
  @Text({ min: 1, max: 200, line: true, optional: true, nullable: true })
  subject?: string | null;
  /** Clocks that run get the target of the policy that then matches, from their start on. */
  @OneOf(PRIORITIES, { optional: true })
  priority?: Priority;
  /** A member who can see the request’s agent: their id, or `me`. null: no assignee. */
  @NamedMember({ optional: true, nullable: true })
  assigneeMemberId?: string | null;
  /** The request’s `version` as you have read it. */
  @ApiProperty({ example: 3 })
  @Whole({ min: 1, max: Number.MAX_SAFE_INTEGER })
  expectedVersion: number;
}

export class ListSupportRequestsQuery {
  @PageLimit({ fallback: USUAL_PAGE, max: 100 })
  limit: number;
  @ApiPropertyOptional({
    type: String,
    description: 'The `nextCursor` of the previous page. Default: the first page.',
    pattern: DUE_CURSOR.source,
    maxLength: 50,
    example: '1768469400000_01995a3e-4c1f-7d5e-9a51-8a2b3c4d5e6f',
  })
  @IsOptional()
  @Matches(DUE_CURSOR, { message: 'must be the nextCursor of a page' })
  cursor?: string;
  /**
   * `created`: newest first. `due`: the earliest due first, so requests that are breaching come first, and those without a
   * running clock come last; a request whose clocks change between two pages may be listed twice or not at all.
   */
  @ApiPropertyOptional({ enum: REQUEST_SORTS, default: 'created' })
  @OneOf(REQUEST_SORTS, { optional: true })
  sort?: RequestSort;
  @ApiPropertyOptional({ enum: REQUEST_STATES })
  @OneOf(REQUEST_STATES, { optional: true })
  state?: RequestState;
  @ApiPropertyOptional({ enum: PRIORITIES })
  @OneOf(PRIORITIES, { optional: true })
  priority?: Priority;
  @AssigneeQuery()
  assignee?: string;
  @ApiPropertyOptional({ type: String, format: 'uuid', example: AGENT_ID })
  @IsOptional()
  @IsUUID('loose')
  agentId?: string;
  /** `true`: only requests with a clock that is breaching. `false`: only the others. */
  @FlagQuery()
  breaching?: boolean;
}

export class ListSupportRequestHistoryQuery {
  @PageLimit({ fallback: 50, max: 100 })
  limit: number;
  @RowCursor()
  cursor?: string;
}

/** `assigneeMemberId` is for activate, `waitingOn` and `resumeAt` for wait, `disposition` and `note` for end. */
export class TransitionInput {
  @OneOf(TRANSITION_KINDS)
  kind: TransitionKind;
  /**
   * The member who works on it from now on, who can see the request’s agent: their id, or `me`. null: no assignee. Default: no
   * change.
   */
  @ApiProperty({ nullable: true, required: false })
  @ForKind('activate', { optional: true, nullable: true })
  @NamedMember()
  assigneeMemberId?: string | null;
  /** Required for wait. */
  @ApiProperty({ enum: WAITING_ON, required: false })
  @ForKind('wait')
  @OneOf(WAITING_ON)
  waitingOn?: WaitingOn;
  /** When the request becomes active by itself: after `occurredAt`, within 366 days. Default: not by itself. */
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    required: false,
    example: '2026-01-16T09:00:00.000Z',
  })
  @ForKind('wait', { optional: true, nullable: true })
  @Instant()
  resumeAt?: string | null;
  /** Required for end. */
  @ApiProperty({ enum: DISPOSITION_CODES, required: false })
  @ForKind('end')
  @OneOf(DISPOSITION_CODES)
  disposition?: DispositionCode;
  /** @example "Sent the new invoice." */
  @ApiProperty({ type: String, minLength: 1, maxLength: 2000, nullable: true, required: false })
  @ForKind('end', { optional: true, nullable: true })
  @Text({ min: 1, max: 2000 })
  note?: string | null;
}

@RequestExamples({
  activate: {
    expectedVersion: 1,
    transition: { kind: 'activate' },
    idempotencyKey: '0b6c1b9e-activate',
    reason: 'I am looking into it.',
    occurredAt: '2026-01-15T09:31:00.000Z',
  },
  wait: {
    expectedVersion: 2,
    transition: { kind: 'wait', waitingOn: 'customer' },
    idempotencyKey: '0b6c1b9e-wait',
    reason: 'I have asked for the order number.',
    occurredAt: '2026-01-15T09:32:00.000Z',
  },
  end: {
    expectedVersion: 3,
    transition: { kind: 'end', disposition: 'resolved' },
    idempotencyKey: '0b6c1b9e-end',
    reason: 'The refund is on its way.',
    occurredAt: '2026-01-15T09:33:00.000Z',
  },
  reopen: {
    expectedVersion: 4,
    transition: { kind: 'reopen' },
    idempotencyKey: '0b6c1b9e-reopen',
    reason: 'The refund did not arrive.',
    occurredAt: '2026-01-15T09:34:00.000Z',
  },
})
export class TransitionSupportRequestInput {
  /** The request’s `version` as you have read it. */
  @ApiProperty({ example: 1 })
  @Whole({ min: 1, max: Number.MAX_SAFE_INTEGER })
  expectedVersion: number;
  @ApiProperty({ type: () => TransitionInput, example: { kind: 'wait', waitingOn: 'customer' } })
  @Nested(() => TransitionInput)
  transition: TransitionInput;
  /**
   * A retry of yours with the same key and the same body gets the first response.
   * @example "0b6c1b9e-activate"
   */
  @Text({ min: 1, max: 200 })
  idempotencyKey: string;
  /** @example "I am looking into it." */
  @Text({ min: 1, max: 1000 })
  reason: string;
  /** When it happened, in UTC (ends in `Z`): not before the previous transition, and at most 5 minutes ahead. */
  @ApiProperty({ example: '2026-01-15T09:31:00.000Z' })
  @UtcInstant()
  occurredAt: string;

  /** What a validated input asks for. */
  static requested(
    { transition, occurredAt, ...rest }: TransitionSupportRequestInput,
    caller: Member,
  ): RequestedTransition {
    return { ...rest, occurredAt: new Date(occurredAt), transition: transitionOf(transition, caller) };
  }
}

function transitionOf(
  { kind, assigneeMemberId, waitingOn, resumeAt, disposition, note }: TransitionInput,
  caller: Member,
): Transition {
  switch (kind) {
    case 'activate':
      return {
        kind,
        ...(assigneeMemberId === undefined ? {} : { assigneeMemberId: memberIdOf(assigneeMemberId, caller) }),
      };
    case 'wait':
      return { kind, waitingOn: waitingOn ?? 'customer', resumeAt: resumeAt ? new Date(resumeAt) : null };
    case 'end':
      return { kind, disposition: disposition ?? 'other', note: note ?? null };
    case 'reopen':
      return { kind };
  }
}
