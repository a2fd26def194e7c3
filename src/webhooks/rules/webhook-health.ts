import type { PauseReason, WebhookFailure, WebhookState } from '../webhook.types';

/** Failed attempts in a row after which a webhook is failing. */
const FAILURES_IN_A_ROW = 5;
/** Waits between the probes of a failing webhook, in seconds. The last one repeats. */
const PROBE_SECONDS = [5, 30, 120, 600, 900];
/** Successes after which the pace doubles. */
const SUCCESSES_A_STEP = 10;

/** The part of a webhook that attempts change. */
export interface Health {
  state: WebhookState;
  pauseReason: PauseReason | null;
  consecutiveFailures: number;
  failingSince: Date | null;
  probes: number;
  restingUntil: Date | null;
  pace: number;
  paced: number;
  lastDeliveredAt: Date | null;
  lastFailedAt: Date | null;
  lastFailureClass: WebhookFailure | null;
  lastFailureStatus: number | null;
}

/** A failed attempt, as the receiver answered it. */
export interface Failure {
  failureClass: WebhookFailure;
  status: number | null;
  /** How long the receiver asked to be left alone. */
  retryAfterMs: number | null;
}

/** The state in which a webhook begins, and begins again. */
export const RECOVERED = {
  state: 'active',
  pauseReason: null,
  consecutiveFailures: 0,
  failingSince: null,
  probes: 0,
  restingUntil: null,
  paced: 0,
} as const satisfies Partial<Health>;

/** A success ends `failing`: the webhook catches up with one request at a time at first. */
export function afterSuccess(health: Health, parallelism: number, now: Date): Health {
  const delivered = { ...health, ...RECOVERED, state: health.state, pauseReason: health.pauseReason };
  if (health.state === 'failing') return { ...delivered, state: 'active', pace: 1, lastDeliveredAt: now };
  const paced = health.paced + 1;
  const steps = paced >= SUCCESSES_A_STEP;
  return {
    ...delivered,
    pace: Math.min(parallelism, steps ? health.pace * 2 : health.pace),
    paced: steps ? 0 : paced,
    lastDeliveredAt: now,
  };
}

/** 410 pauses at once, five failures in a row make it fail, and failing for too long pauses it. */
export function afterFailure(
  health: Health,
  { failureClass, status, retryAfterMs }: Failure,
  { now, pauseAfterMs }: { now: Date; pauseAfterMs: number },
): Health {
  const consecutiveFailures = health.consecutiveFailures + 1;
  const failed: Health = {
    ...health,
    consecutiveFailures,
    paced: 0,
    restingUntil: retryAfterMs === null ? health.restingUntil : new Date(now.getTime() + retryAfterMs),
    lastFailedAt: now,
    lastFailureClass: failureClass,
    lastFailureStatus: status,
  };
  if (status === 410) return paused(failed, 'gone');
  if (health.state === 'paused') return failed;
  const failingSince = health.failingSince ?? (consecutiveFailures >= FAILURES_IN_A_ROW ? now : null);
  if (failingSince === null) return failed;
  if (now.getTime() - failingSince.getTime() >= pauseAfterMs) return paused(failed, 'failing_too_long');
  const probes = health.state === 'failing' ? health.probes + 1 : 0;
  return { ...failed, state: 'failing', failingSince, probes };
}

export function paused(health: Health, pauseReason: PauseReason): Health {
  return { ...health, state: 'paused', pauseReason };
}

/** When a failing webhook is next probed. */
export function nextProbe({ probes, lastFailedAt, restingUntil }: Health, now: Date): Date {
  const wait = PROBE_SECONDS[Math.min(probes, PROBE_SECONDS.length - 1)]!;
  const due = (lastFailedAt ?? now).getTime() + wait * 1_000;
  return new Date(Math.max(due, restingUntil?.getTime() ?? 0));
}
