import { WEEKDAYS, type WorkingCalendar } from '../../src/common/time/working-calendar.types';
import type { Priority, SlaMilestone, WaitingOn } from '../../src/support/support-request.types';
import type { ModelTarget } from './support-clock-model';
import { ListedTime } from './support-working-model';

export interface PolicyContent {
  enabled: boolean;
  match: { agentIds: string[]; priorities: Priority[] };
  targets: { milestone: SlaMilestone; seconds: number; warnAtPercent: number; pauseOn: WaitingOn[] | null }[];
  pauseOn: WaitingOn[] | null;
  calendar: WorkingCalendar;
}

export interface ModelPolicy extends PolicyContent {
  id: string;
  version: number;
}

/** A target with the calendar that it is counted in. */
export interface PromisedTarget extends ModelTarget {
  calendar: WorkingCalendar;
}

/** What a workspace promises, the first policy first. */
export class ModelPolicies {
  readonly list: ModelPolicy[] = [];

  /** The targets of the first policy that is for such a request. */
  targets(agentId: string, priority: Priority): Map<SlaMilestone, PromisedTarget> {
    const isFor = <T>(all: readonly T[], one: T): boolean => all.length === 0 || all.includes(one);
    const policy = this.list.find(
      ({ enabled, match }) => enabled && isFor(match.agentIds, agentId) && isFor(match.priorities, priority),
    );
    if (!policy) return new Map();
    const { id: policyId, version: policyVersion, calendar } = policy;
    return new Map(
      policy.targets.map(({ milestone, seconds, warnAtPercent, pauseOn: own }) => {
        const usual: WaitingOn[] = milestone === 'verified_resolution' ? ['customer'] : [];
        const pauseOn = own ?? policy.pauseOn ?? usual;
        const working = ListedTime.of(calendar);
        return [milestone, { policyId, policyVersion, seconds, warnAtPercent, pauseOn, calendar, working }];
      }),
    );
  }

  insert(policy: ModelPolicy, position: number): void {
    this.list.splice(position - 1, 0, policy);
  }

  move(policy: ModelPolicy, position: number): void {
    this.list.splice(this.list.indexOf(policy), 1);
    this.insert(policy, position);
  }

  remove(policy: ModelPolicy): void {
    this.list.splice(this.list.indexOf(policy), 1);
  }
}

type Hours = readonly [from: string, to: string][];

function calendarOf(
  timezone: string,
  days: Partial<Record<string, Hours>>,
  off: Record<string, Hours>,
): WorkingCalendar {
  const intervals = (hours: Hours = []): { from: string; to: string }[] => hours.map(([from, to]) => ({ from, to }));
  const weekly = Object.fromEntries(WEEKDAYS.map((day) => [day, intervals(days[day] ?? days['other'])]));
  const exceptions = Object.entries(off).map(([date, hours]) => ({ date, intervals: intervals(hours) }));
  return { timezone, weekly: weekly as WorkingCalendar['weekly'], exceptions };
}

const OFFICE: Hours = [
  ['09:00', '12:00'],
  ['13:00', '17:00'],
];
const NIGHT: Hours = [
  ['00:00', '06:00'],
  ['22:00', '24:00'],
];
const ALWAYS: Hours = [['00:00', '24:00']];

/** Office hours, shifts over midnight, around the clock, in zones that change in all sorts of ways. */
export const CALENDARS: readonly WorkingCalendar[] = [
  calendarOf('Europe/Berlin', { other: OFFICE, saturday: [], sunday: [] }, { '2026-04-03': [], '2026-05-01': [] }),
  calendarOf(
    'America/New_York',
    { other: NIGHT, sunday: [['01:30', '02:30']] },
    { '2026-07-04': [['10:00', '11:00']] },
  ),
  calendarOf('Australia/Lord_Howe', { other: [['01:00', '02:15']], monday: ALWAYS }, {}),
  calendarOf('Africa/Casablanca', { other: ALWAYS, friday: OFFICE }, {}),
  calendarOf('America/Santiago', { other: NIGHT }, { '2026-09-06': ALWAYS }),
  calendarOf('Asia/Kathmandu', { other: OFFICE, friday: [] }, {}),
  calendarOf('UTC', { other: ALWAYS }, {}),
];

/** The instants around which the clocks of these zones are changed in 2026, and a new year’s week without any change. */
export const TURNS: readonly number[] = [
  Date.UTC(2026, 2, 29, 1),
  Date.UTC(2026, 9, 25, 1),
  Date.UTC(2026, 2, 8, 7),
  Date.UTC(2026, 10, 1, 6),
  Date.UTC(2026, 3, 4, 15),
  Date.UTC(2026, 9, 3, 15, 30),
  Date.UTC(2026, 1, 15, 2),
  Date.UTC(2026, 2, 22, 2),
  Date.UTC(2026, 3, 5, 3),
  Date.UTC(2026, 8, 6, 4),
  Date.UTC(2026, 6, 1, 12),
];
