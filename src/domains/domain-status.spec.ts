import { afterCheck, type Standing } from './domain-status';
import type { DomainStatus, Sight } from './custom-domain.types';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = new Date('2026-01-15T09:30:00.000Z');

const later = (milliseconds: number): Date => new Date(START.getTime() + milliseconds);
const standing = (status: DomainStatus, more: Partial<Standing> = {}): Standing => ({
  status,
  waitingSince: START,
  lostSince: null,
  unsettledChecks: 0,
  ...more,
});

describe('a domain that waits for its records', () => {
  it.each<[DomainStatus, Sight, Sight, number, DomainStatus]>([
    ['pending_dns', 'missing', 'missing', 0, 'pending_dns'],
    ['pending_dns', 'missing', 'there', 0, 'pending_dns'],
    ['pending_dns', 'there', 'missing', 0, 'verifying'],
    ['pending_dns', 'there', 'unknown', 0, 'verifying'],
    ['pending_dns', 'there', 'there', 0, 'active'],
    ['pending_dns', 'unknown', 'there', 0, 'pending_dns'],
    ['verifying', 'there', 'there', 0, 'active'],
    ['verifying', 'missing', 'there', 0, 'pending_dns'],
    ['verifying', 'unknown', 'missing', 0, 'verifying'],
    ['pending_dns', 'missing', 'missing', 7 * DAY - 1, 'pending_dns'],
    ['pending_dns', 'missing', 'missing', 7 * DAY, 'failed'],
    ['verifying', 'there', 'missing', 7 * DAY, 'failed'],
    ['verifying', 'there', 'unknown', 7 * DAY, 'verifying'],
    ['pending_dns', 'unknown', 'unknown', 30 * DAY, 'pending_dns'],
    ['pending_dns', 'there', 'there', 30 * DAY, 'active'],
  ])('%s, TXT %s, routing %s after %d ms: %s', (status, ownership, routing, elapsed, expected) => {
    expect(afterCheck(standing(status), ownership, routing, later(elapsed)).status).toBe(expected);
  });
});

describe('a domain that was active', () => {
  const lost = { lostSince: START, unsettledChecks: 1 };

  it.each<[DomainStatus, Sight, Sight, number, DomainStatus]>([
    ['active', 'there', 'missing', 3 * DAY - 1, 'active'],
    ['active', 'there', 'missing', 3 * DAY, 'degraded'],
    ['active', 'missing', 'there', 3 * DAY, 'degraded'],
    ['active', 'unknown', 'unknown', 30 * DAY, 'active'],
    ['degraded', 'there', 'missing', 7 * DAY - 1, 'degraded'],
    ['degraded', 'there', 'missing', 7 * DAY, 'failed'],
    ['degraded', 'unknown', 'there', 30 * DAY, 'degraded'],
    ['degraded', 'there', 'there', 30 * DAY, 'active'],
  ])('%s, TXT %s, routing %s, lost for %d ms: %s', (status, ownership, routing, elapsed, expected) => {
    expect(afterCheck(standing(status, lost), ownership, routing, later(elapsed)).status).toBe(expected);
  });

  it('is not degraded by the first check that misses a record, however late it comes', () => {
    const first = afterCheck(standing('active'), 'there', 'missing', later(30 * DAY));
    expect(first).toMatchObject({ status: 'active', lostSince: later(30 * DAY), unsettledChecks: 1 });
  });

  it('forgets a loss once all records are there', () => {
    expect(afterCheck(standing('active', lost), 'there', 'there', later(DAY))).toMatchObject({
      lostSince: null,
      unsettledChecks: 0,
    });
  });
});

describe('the next check', () => {
  it.each([
    [0, 1],
    [1, 2],
    [5, 32],
    [6, 60],
    [500, 60],
  ])('after %d unsuccessful ones and another comes in %d minutes', (unsettledChecks, minutes) => {
    const { dueAt } = afterCheck(standing('pending_dns', { unsettledChecks }), 'missing', 'missing', START);
    expect(dueAt).toEqual(later(minutes * MINUTE));
  });

  it('comes in a day if all is well, and never after the domain failed', () => {
    expect(afterCheck(standing('active'), 'there', 'there', START).dueAt).toEqual(later(DAY));
    expect(afterCheck(standing('pending_dns'), 'missing', 'missing', later(8 * DAY)).dueAt).toBeNull();
  });
});
