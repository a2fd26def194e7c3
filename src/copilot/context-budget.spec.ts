import fc from 'fast-check';
import { withinBudget } from './context-budget';

const line = (id: string, text: string) => ({ id, role: 'customer' as const, text });

describe('withinBudget', () => {
  it('leaves alone what fits', () => {
    const lines = [line('1', 'Hello'), line('2', 'こんにちは')];
    expect(withinBudget(lines)).toEqual(lines);
  });

  it('keeps the newest lines, and the beginning of the oldest that has room', () => {
    const kept = withinBudget([line('1', 'a'.repeat(9)), line('2', 'b'.repeat(100)), line('3', '字'.repeat(11_990))]);
    expect(kept.map(({ id, text }) => [id, text.length])).toEqual([
      ['2', 40],
      ['3', 11_990],
    ]);
  });

  it('parts no character, and gives no more than four characters a token', () => {
    const texts = fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(texts, (some) => {
        const kept = withinBudget([
          line('0', 'ab🙂'.repeat(13_000)),
          ...some.map((text, id) => line(`${id + 1}`, text)),
        ]);
        expect(kept.at(0)?.text.endsWith('\ud83d')).toBe(false);
        expect(kept.slice(1).map(({ text }) => text)).toEqual(some);
        expect(Array.from(kept.map(({ text }) => text).join('')).length).toBeLessThanOrEqual(48_000);
      }),
      { numRuns: 20 },
    );
  });
});
