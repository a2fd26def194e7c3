import type { HistoryStep } from '../../support/support-request.types';
import type { ClockEvent } from '../engine/clock.types';

/** A transition as the clocks of its episode have it. */
export function clockEventOf({ kind, version, details, occurredAt }: HistoryStep): ClockEvent[] {
  const at = occurredAt.getTime();
  switch (kind) {
    case 'activate':
      return [{ kind: 'active', at, version }];
    case 'wait': {
      const { waitingOn, resumeAt } = details;
      if (waitingOn === undefined) return [];
      return [{ kind: 'waiting', at, version, waitingOn, resumeAt: resumeAt ? Date.parse(resumeAt) : null }];
    }
    case 'end':
      return details.disposition ? [{ kind: 'ended', at, version, disposition: details.disposition.code }] : [];
    default:
      return [];
  }
}
