import type { Reading } from './support-clock-model';

/** A clock of the API with its keys and times as the model has them. */
// oxlint-disable-next-line typescript/no-explicit-any -- records as the API answers them
export function readingOf(clock: any): Reading {
  const { milestone, episodeNumber, policyId, targetSeconds, status, elapsedSeconds } = clock;
  return {
    ...{ milestone, episodeNumber, policyId, targetSeconds, startedAt: Date.parse(clock.startedAt), status },
    dueAt: timeOf(clock.dueAt),
    pausedAt: timeOf(clock.pausedAt),
    elapsedSeconds,
    satisfiedAt: timeOf(clock.satisfiedAt),
    breachedAt: timeOf(clock.breachedAt),
  };
}

export function timeOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}
