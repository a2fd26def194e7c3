import { subjectGains } from './subject';

const passages = (title: string, ...scores: number[]) => scores.map((score) => ({ title, score }));

describe('subjectGains', () => {
  it('favours the title whose best passages do well, all of its passages alike', () => {
    const [rome, gaul, gaulToo] = subjectGains([...passages('Rome', 10), ...passages('Gaul', 9, 9)]);
    expect(gaul).toBeGreaterThan(rome ?? 0);
    expect(gaulToo).toBe(gaul);
  });

  it('lets no title win by the number of its passages', () => {
    const few = subjectGains([...passages('Answers', 10), ...passages('Manual', 6, 6, 6)]);
    const many = subjectGains([...passages('Answers', 10), ...passages('Manual', ...Array<number>(40).fill(6))]);
    expect(many[0]).toBeCloseTo(few[0] ?? 0);
  });

  it('has nothing to say of no passages', () => expect(subjectGains([])).toEqual([]));
});
