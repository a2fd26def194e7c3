import type {
  DispositionCode,
  Priority,
  SlaMilestone,
  TransitionKind,
  WaitingOn,
} from '../../src/support/support-request.types';
import type { MilestoneOutcome, SlaReplyType } from '../../src/sla/sla.types';
import type { ModelClock, ModelTarget } from './support-clock-model';

/** The targets of the policy that holds for a priority now. */
export type Promises = (priority: Priority) => ReadonlyMap<SlaMilestone, ModelTarget>;

/** A step of a request, with when it is said to have happened and when that was written down. */
export type Move =
  | { kind: 'activate' }
  | { kind: 'wait'; waitingOn: WaitingOn; resumeAt: number | null }
  | { kind: 'end'; disposition: DispositionCode }
  | { kind: 'reopen' };

export interface Entry {
  kind: 'open' | 'update' | TransitionKind;
  fromState: string | null;
  toState: string;
  episodeNumber: number;
  versionAfter: number;
  occurredAt: number;
  byMember: boolean;
}

/** A message, and what became of it. */
export interface ModelAnswer {
  messageId: string;
  type: SlaReplyType;
  outcome: MilestoneOutcome;
  writtenAt: number;
  /** When it left, or when it was known that it had not. */
  at: number;
}

/** When the customer first wrote after a message; null: they have not. */
export type WrittenAfter = (messageId: string) => number | null;

/** Of clocks of one milestone: a cancelled one was replaced by the next, if there is one. */
export function waiting(clocks: readonly ModelClock[]): ModelClock[] {
  return clocks.filter((clock, index) => clock.isOpen || index === clocks.length - 1);
}

export function apply(clock: ModelClock, move: Move, at: number): void {
  if (move.kind === 'wait') clock.wait(move.waitingOn, at, move.resumeAt);
  else if (move.kind === 'end') clock.end(at, move.disposition);
  else clock.goOn(at);
}
