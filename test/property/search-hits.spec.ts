import fc from 'fast-check';
import { hitsIn, queryOf } from '../../src/inbox/search/search-query';
import { tokensOf } from '../../src/inbox/search/text-tokens';

const RUNS = Number(process.env['RUNS'] ?? 1_000);
const seed = Number(process.env['SEED'] ?? 20_260_115);

const LONG = 'a '.repeat(10_000);
const words = fc.array(fc.constantFrom('a', 'b', 'ab', 'c', 'a-b', '東京', '京'), { minLength: 1, maxLength: 12 });
const queries = fc
  .array(fc.tuple(words, fc.boolean()), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map(([part, isPhrase]) => (isPhrase ? `"${part.join(' ')}"` : part.join(' '))).join(' '));

describe('the hits of a query', () => {
  it('are those that the definition of a sequence gives, within the length', () => {
    fc.assert(
      fc.property(words, queries, fc.integer({ min: 1, max: 40 }), (text, q, length) => {
        const [tokens, query] = [tokensOf(text.join(' ')), queryOf(q)!];
        const placesOf = query.sequences.map(({ terms, isPrefix }) =>
          tokens.flatMap((_token, place) =>
            terms.every((term, index) => {
              const other = tokens[place + index]?.term;
              return isPrefix && index === terms.length - 1 ? other?.startsWith(term) : other === term;
            })
              ? [{ place, size: terms.length }]
              : [],
          ),
        );
        const all = placesOf.some((found) => found.length === 0) ? [] : placesOf.flat();
        const end = Math.min(...all.map(({ place }) => tokens[place]!.from)) + length;
        const shown = all.filter(({ place }) => tokens[place]!.from < end);
        const expected = tokens.filter((_token, at) =>
          shown.some(({ place, size }) => at >= place && at < place + size),
        );
        expect([text, q, hitsIn(tokens, query, length)]).toEqual([text, q, expected]);
      }),
      { numRuns: RUNS, seed },
    );
  });

  it.each(['a '.repeat(40), `"${'a '.repeat(40)}"`])('are few in a text that repeats a word, for %s', (q) => {
    const hits = hitsIn(tokensOf(LONG), queryOf(q)!, 200);
    expect([hits.length, hits[0]!.from]).toEqual([q.startsWith('"') ? 139 : 100, 0]);
  });

  it('are looked for once where the query repeats them', () => {
    expect(queryOf('tea pot tea "tea pot" "TEA pot" tea')!.sequences).toEqual([
      { terms: ['tea'], isPrefix: false },
      { terms: ['pot'], isPrefix: false },
      { terms: ['tea', 'pot'], isPrefix: false },
      { terms: ['tea'], isPrefix: true },
    ]);
  });
});
