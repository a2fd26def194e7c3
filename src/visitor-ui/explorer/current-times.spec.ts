import { atPresent } from './current-times';

const NOW = Date.parse('2031-05-06T07:08:09.123Z');

describe('atPresent', () => {
  it('moves the first time to now, and keeps the distance of the others', () => {
    const examples = {
      wait: { value: { occurredAt: '2026-01-15T09:32:00Z', until: ['2026-01-16T10:32:00+01:00'] } },
      end: { value: { occurredAt: '2026-01-15T09:33:00.500Z' } },
    };
    expect(atPresent(examples, NOW)).toEqual({
      wait: { value: { occurredAt: '2031-05-06T07:08:09.123Z', until: ['2031-05-07T07:08:09.123Z'] } },
      end: { value: { occurredAt: '2031-05-06T07:09:09.623Z' } },
    });
  });

  it('leaves everything else as it is', () => {
    const example = { date: '2026-01-15', text: 'at 2026-01-15T09:32:00Z', n: 7, none: null, list: [true] };
    expect(atPresent(example, NOW)).toEqual(example);
    expect(atPresent(undefined, NOW)).toBeUndefined();
  });
});
