import type { CustomDomain } from './custom-domain.entity';
import type { DomainStatus, Sight } from './custom-domain.types';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long the service waits for records, and how long a record that was there may be missing. */
const PATIENCE_MS = 7 * DAY;
/** How long a record may be missing before the domain is degraded: a move to other name servers may take two days. */
const DEGRADED_AFTER_MS = 3 * DAY;

export type Standing = Pick<CustomDomain, 'status' | 'waitingSince' | 'lostSince' | 'unsettledChecks'>;

/** Whether all records have been there, and none has been missing for long. */
export function wasThere({ status }: Pick<CustomDomain, 'status'>): boolean {
  return status === 'active' || status === 'degraded';
}

/** The status of a domain that starts to wait for its records again. */
export function resumed(status: DomainStatus): DomainStatus {
  return status === 'failed' ? 'pending_dns' : status;
}

/** The state of a domain after a check. A query without an answer changes no status. */
export function afterCheck(
  before: Standing,
  ownership: Sight,
  routing: Sight,
  now: Date,
): Standing & { dueAt: Date | null } {
  const settled = ownership === 'there' && routing === 'there';
  const unsettledChecks = settled ? 0 : before.unsettledChecks + 1;
  const missing = ownership === 'missing' || routing === 'missing';
  const lostSince = settled || !wasThere(before) ? null : (before.lostSince ?? (missing ? now : null));
  const status = wasThere(before)
    ? whereItWasThere(before.status, lostSince, settled, missing, now)
    : whereItIsWaitedFor(before, ownership, routing, now);
  const standing = { status, waitingSince: before.waitingSince, lostSince, unsettledChecks };
  return { ...standing, dueAt: dueAfter(standing, now) };
}

function whereItIsWaitedFor(
  { status, waitingSince }: Standing,
  ownership: Sight,
  routing: Sight,
  now: Date,
): DomainStatus {
  if (ownership === 'unknown') return status;
  if (ownership === 'there' && routing === 'there') return 'active';
  const overdue = now.getTime() - waitingSince.getTime() >= PATIENCE_MS;
  if (ownership === 'missing') return overdue ? 'failed' : 'pending_dns';
  return overdue && routing === 'missing' ? 'failed' : 'verifying';
}

function whereItWasThere(
  status: DomainStatus,
  lostSince: Date | null,
  settled: boolean,
  missing: boolean,
  now: Date,
): DomainStatus {
  if (settled) return 'active';
  if (!missing || lostSince === null) return status;
  const lostMs = now.getTime() - lostSince.getTime();
  if (lostMs >= PATIENCE_MS) return 'failed';
  return lostMs >= DEGRADED_AFTER_MS ? 'degraded' : status;
}

/** Daily if all is well. Otherwise from one minute, doubled up to an hour. */
function dueAfter({ status, unsettledChecks }: Standing, now: Date): Date | null {
  if (status === 'failed') return null;
  const wait = unsettledChecks === 0 ? DAY : Math.min(HOUR, MINUTE * 2 ** Math.min(unsettledChecks - 1, 10));
  return new Date(now.getTime() + wait);
}
