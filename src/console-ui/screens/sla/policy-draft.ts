import type { Schemas } from '../../api/client';
import type { Calendar, Policy } from './queries';

type Target = Schemas['SlaTarget'];

/** A policy as its form has it. */
export interface PolicyDraft {
  name: string;
  enabled: boolean;
  match: Policy['match'];
  targets: readonly Target[];
  calendar: Calendar;
}

export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Day = (typeof DAYS)[number];

const OFFICE = [{ from: '09:00', to: '17:00' }];

export function draftOf(policy: Policy | null, timezone: string): PolicyDraft {
  if (policy) {
    const { name, enabled, match, targets, calendar } = policy;
    return { name, enabled, match, targets, calendar };
  }
  const weekly = Object.fromEntries(
    DAYS.map((day) => [day, day === 'saturday' || day === 'sunday' ? [] : OFFICE]),
  ) as unknown as Calendar['weekly'];
  return {
    name: '',
    enabled: true,
    match: { agentIds: [], priorities: [] },
    targets: [{ milestone: 'first_response', seconds: 4 * 3_600, warnAtPercent: 80, pauseOn: null }],
    calendar: { timezone, weekly, exceptions: [] },
  };
}

/** As `createSlaPolicy` and `updateSlaPolicy` take it. */
export function bodyOf(draft: PolicyDraft): Schemas['CreateSlaPolicyInput'] {
  const { name, enabled, match, targets, calendar } = draft;
  return {
    name,
    enabled,
    match: { agentIds: [...match.agentIds], priorities: [...match.priorities] },
    targets: targets.map((target) => ({ ...target })),
    calendar: calendarOf(calendar),
  };
}

export function calendarOf({ timezone, weekly, exceptions }: Calendar): Schemas['WorkingCalendarInput'] {
  return { timezone, weekly, exceptions: exceptions.filter(({ date }) => date !== '') };
}
