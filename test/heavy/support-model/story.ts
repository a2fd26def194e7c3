import fc from 'fast-check';
import type {
  DispositionCode,
  Priority,
  SlaMilestone,
  TransitionKind,
  WaitingOn,
} from '../../../src/support/support-request.types';
import type { MilestoneOutcome, SlaReplyType } from '../../../src/sla/sla.types';
import { CALENDARS, TURNS } from '../../property/support-policy-model';
import type { Channel, Ending } from '../../property/support-conversation-model';

/** When something is said to have happened: now, some time ago, ahead of now, or where it is refused. */
export type Dated = 'now' | 'earlier' | 'at the last' | 'ahead' | 'too early' | 'too far ahead';

/**
 * The next steps, each after a moment. Numbers select among the existing objects. `isUnnoticed`: no process has resumed
 * a request whose waiting time has ended.
 */
export type Step = { after: number; isUnnoticed: boolean } & (
  | { kind: 'begin'; how: 'chat' | 'hand over' | 'mail' }
  | { kind: 'create'; place: number; priority: Priority }
  | {
      kind: 'move';
      of: number;
      move: TransitionKind;
      on: WaitingOn;
      resumeIn: number | null;
      disposition: DispositionCode;
      dated: Dated;
      isStale: boolean;
      isTwice: boolean;
      /** Without what it waits for, or how it ended. */
      isBare: boolean;
    }
  /** A member takes it, and then no longer sees the agent. */
  | { kind: 'lose'; of: number }
  | { kind: 'prioritize'; of: number; priority: Priority; isStale: boolean }
  /** `leaves`: how late it is sent; null: a later step may do that. `isCrossed`: the customer writes meanwhile. */
  | {
      kind: 'reply';
      place: number;
      channel: Channel;
      type: SlaReplyType;
      leaves: number | null;
      ending: Ending;
      isCrossed: boolean;
    }
  /** What is possible in its state. */
  | { kind: 'act'; of: number; isSent: boolean; isStale: boolean }
  | { kind: 'bounce'; of: number }
  | { kind: 'customer'; place: number; isAutomatic: boolean; isForPeople: boolean }
  | { kind: 'block'; place: number; isBlocked: boolean }
  | { kind: 'give back'; place: number }
  | { kind: 'note'; place: number }
  | {
      kind: 'record';
      of: number;
      message: number;
      milestone: SlaMilestone;
      outcome: MilestoneOutcome;
      type: SlaReplyType;
      dated: Dated;
      isTwice: boolean;
      /** Of what the customer wrote. */
      isCustomers: boolean;
      /** Of a message that something is known of, for the same milestone and with the same outcome. */
      isCorrection: boolean;
    }
  | { kind: 'close'; place: number; isStale: boolean }
  | { kind: 'reopen'; place: number; isStale: boolean }
  | { kind: 'policy'; of: number; edit: PolicyEdit; content: PolicyDraft; place: number }
  | { kind: 'pass'; how: Passing; ending: Ending; isSwept: boolean }
);

export type PolicyEdit = 'targets' | 'calendar' | 'pauses' | 'match' | 'switch' | 'move' | 'remove' | 'add';

/** A policy by numbers: which calendar, for whom, and how long. */
export interface PolicyDraft {
  calendar: number;
  isForAgent: boolean;
  priorities: Priority[];
  pauseOn: WaitingOn[] | null;
  targets: { milestone: SlaMilestone; seconds: number; warnAtPercent: number; pauseOn: WaitingOn[] | null }[];
}

/** So many milliseconds, or until the next, or a later, moment at which a clock changes by itself, and a little more or less. */
export type Passing = { for: number } | { until: number; and: number };

export interface Story {
  turn: number;
  from: number;
  policies: PolicyDraft[];
  steps: Step[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const number = fc.nat(11);
const rarely = fc.constantFrom(false, false, false, false, false, true);
const waitingOn = fc.constantFrom<WaitingOn>('customer', 'customer', 'third_party', 'internal');
const pauseOn = fc.oneof(
  fc.constant(null),
  fc.subarray<WaitingOn>(['customer', 'third_party', 'internal'], { maxLength: 2 }),
);
const priority = fc.constantFrom<Priority>('low', 'normal', 'normal', 'high', 'urgent');
const milestones: readonly SlaMilestone[] = [
  'first_response',
  'next_response',
  'handoff_pickup',
  'approval_review',
  'verified_resolution',
];
const replyType = fc.constantFrom<SlaReplyType>(
  ...(['substantive', 'substantive', 'substantive', 'clarification', 'policy_refusal', 'acknowledgement'] as const),
);
const anyType = fc.oneof(replyType, fc.constantFrom<SlaReplyType>('internal_note'));
const ending = fc.constantFrom<Ending>('sent', 'sent', 'sent', 'refused', 'uncertain', 'uncertain');
const dated = fc.constantFrom<Dated>(
  ...(['now', 'now', 'now', 'earlier', 'earlier', 'at the last', 'ahead', 'too early', 'too far ahead'] as const),
);

const seconds = fc.oneof(
  fc.integer({ min: 1, max: 600 }),
  fc.integer({ min: 600, max: 4 * 3_600 }),
  fc.constantFrom(3_600, 7_200, 8 * 3_600, 16 * 3_600),
);
const draft: fc.Arbitrary<PolicyDraft> = fc.record({
  calendar: fc.nat(CALENDARS.length - 1),
  isForAgent: fc.constantFrom(false, false, true),
  priorities: fc.oneof(
    fc.constant<Priority[]>([]),
    fc.constant<Priority[]>([]),
    fc.subarray<Priority>(['low', 'normal', 'high']),
  ),
  pauseOn,
  targets: fc.subarray([...milestones], { minLength: 3 }).chain((some) =>
    fc.tuple(
      ...some.map((milestone) =>
        fc.record({
          milestone: fc.constant(milestone),
          seconds,
          warnAtPercent: fc.constantFrom(1, 50, 80, 99),
          pauseOn,
        }),
      ),
    ),
  ),
});

const passing: fc.Arbitrary<Passing> = fc.oneof(
  fc.record({ for: fc.integer({ min: 1, max: 10 * MINUTE }) }),
  fc.record({ for: fc.integer({ min: 1, max: 10 * HOUR }) }),
  fc.record({ for: fc.integer({ min: 1, max: 3 * DAY }) }),
  fc.record({ until: fc.nat(3), and: fc.constantFrom(-1, 0, 0, 1, 999) }),
);

const of = <K extends Step['kind']>(
  kind: K,
  weight: number,
  fields: {
    [F in Exclude<keyof Extract<Step, { kind: K }>, 'kind' | 'after' | 'isUnnoticed'>]: fc.Arbitrary<
      Extract<Step, { kind: K }>[F]
    >;
  },
): { weight: number; arbitrary: fc.Arbitrary<Step> } => ({
  weight,
  arbitrary: fc.record({
    kind: fc.constant(kind),
    after: fc.constantFrom(1, 137, 4_000, 61_000),
    isUnnoticed: fc.boolean(),
    ...fields,
  }) as unknown as fc.Arbitrary<Step>,
});

const step = fc.oneof(
  of('begin', 1, { how: fc.constantFrom('chat', 'hand over', 'hand over', 'mail') }),
  of('create', 2, { place: number, priority }),
  of('move', 9, {
    of: number,
    move: fc.constantFrom<TransitionKind>('activate', 'activate', 'wait', 'wait', 'wait', 'end', 'end', 'reopen'),
    on: waitingOn,
    resumeIn: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: DAY })),
    disposition: fc.constantFrom<DispositionCode>(
      ...(['resolved', 'resolved', 'answered_by_agent', 'duplicate', 'spam', 'no_response', 'other'] as const),
    ),
    dated,
    isStale: rarely,
    isTwice: rarely,
    isBare: rarely,
  }),
  of('lose', 1, { of: number }),
  of('prioritize', 3, { of: number, priority, isStale: rarely }),
  of('reply', 6, {
    place: number,
    channel: fc.constantFrom<Channel>('email', 'email', 'email', 'widget'),
    type: replyType,
    leaves: fc.oneof(fc.constant(null), fc.nat(MINUTE), fc.nat(HOUR)),
    ending,
    isCrossed: fc.constantFrom(false, false, true),
  }),
  of('act', 3, { of: number, isSent: fc.boolean(), isStale: rarely }),
  of('bounce', 4, { of: number }),
  of('customer', 6, {
    place: number,
    isAutomatic: rarely,
    isForPeople: fc.boolean(),
  }),
  of('block', 1, { place: number, isBlocked: fc.constantFrom(true, false, false) }),
  of('give back', 1, { place: number }),
  of('note', 1, { place: number }),
  of('record', 7, {
    of: number,
    message: number,
    milestone: fc.constantFrom<SlaMilestone>(
      ...milestones,
      'approval_review',
      'verified_resolution',
      'verified_resolution',
    ),
    outcome: fc.constantFrom<MilestoneOutcome>('accepted', 'accepted', 'accepted', 'uncertain', 'failed', 'cancelled'),
    type: anyType,
    dated,
    isTwice: rarely,
    isCustomers: rarely,
    isCorrection: fc.boolean(),
  }),
  of('close', 1, { place: number, isStale: rarely }),
  of('reopen', 1, { place: number, isStale: rarely }),
  of('policy', 2, {
    of: number,
    edit: fc.constantFrom<PolicyEdit>(
      ...([
        'targets',
        'targets',
        'calendar',
        'calendar',
        'pauses',
        'match',
        'switch',
        'move',
        'remove',
        'add',
      ] as const),
    ),
    content: draft,
    place: number,
  }),
  of('pass', 9, {
    how: passing,
    ending,
    isSwept: fc.constantFrom(true, true, false),
  }),
);

export const story: fc.Arbitrary<Story> = fc.record({
  turn: fc.constantFrom(...TURNS),
  // So long before the turn.
  from: fc.integer({ min: 0, max: 3 * DAY }),
  policies: fc.array(draft, { minLength: 1, maxLength: 2 }),
  steps: fc.array(step, { minLength: 5, maxLength: 20 }),
});
