import { hasTooManyValues, MOST_VALUES } from './json-values';

const tooMany = (json: string) => hasTooManyValues(Buffer.from(json));

describe('hasTooManyValues', () => {
  it('counts items and members, however deep', () => {
    const items = (count: number) => `[${Array.from({ length: count }, () => 10_000).join(',')}]`;
    expect(tooMany(items(MOST_VALUES))).toBe(false);
    expect(tooMany(items(MOST_VALUES + 1))).toBe(true);
    expect(tooMany('['.repeat(100_000))).toBe(true);
    expect(tooMany(`[${'{"a":{}},'.repeat(MOST_VALUES / 2)}1]`)).toBe(true);
  });

  it('counts nothing inside of strings', () => {
    expect(tooMany(JSON.stringify(`,[{"\\`.repeat(MOST_VALUES)))).toBe(false);
    expect(tooMany(`["${'\\"'.repeat(MOST_VALUES)}","${','.repeat(MOST_VALUES)}`)).toBe(false);
  });
});
