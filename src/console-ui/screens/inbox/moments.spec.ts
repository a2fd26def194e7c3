import { age } from './moments';

const NOW = Date.parse('2026-01-15T09:30:00.000Z');
const ago = (seconds: number): string => new Date(NOW - seconds * 1_000).toISOString();

test('how long ago a moment was, in the language of the reader', () => {
  expect([0, 59, 60, 3_600, 86_400 * 2].map((seconds) => age(ago(seconds), NOW, 'en'))).toEqual([
    'now',
    'now',
    '1 min',
    '1 hr',
    '2 days',
  ]);
  expect(age(ago(5), NOW, 'de')).toBe('jetzt');
  // A clock that runs ahead of this one.
  expect(age(ago(-5), NOW, 'en')).toBe('now');
});
