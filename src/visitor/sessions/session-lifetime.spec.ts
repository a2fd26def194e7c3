import { expiryOf } from './session-lifetime';

const day = (n: number): Date => new Date(Date.UTC(2026, 0, 1 + n));

describe('a session of a visitor ends', () => {
  it.each([
    ['30 days after it began, where nothing was said in it', null, null, 30],
    ['30 days after its last use', day(100), null, 130],
    ['180 days after it began, however much it is used', day(179), null, 180],
    ['with what says who the visitor is', day(1), day(2), 2],
    ['30 days after its last use, where what says who the visitor is lasts longer', day(1), day(90), 31],
  ])('%s', (_, lastUsedAt, verifiedUntil, end) => {
    expect(expiryOf({ createdAt: day(0), verifiedUntil }, lastUsedAt)).toEqual(day(end));
  });
});
