import fc from 'fast-check';
import { termsOfContact } from '../contact-visibility';
import { FIELD_SEPARATOR } from '../search-text';
import { SegmentEdits } from './segment-edits';
import { EVERY_CONTACT, termsOfSearch } from './terms';

const seed = 20_260_115;
const character = fc.constantFrom('a', 'b', 'é', '💥', ' ', '*', '@', '~', '\u0307');
const field = fc.array(character, { maxLength: 10 }).map((characters) => characters.join(''));
const fields = fc.array(field, { minLength: 1, maxLength: 4 });

function termsOf(searchText: string, agentIds: readonly string[] = []): Set<string> {
  const edits = new SegmentEdits();
  edits.take(0, null, { searchText, agentIds });
  return new Set([...edits.byTerm()].map(([term]) => term));
}

describe('a contact', () => {
  it('has terms for sequences of up to three characters, for its existence, and for its agents', () => {
    expect(termsOf(`ann${FIELD_SEPARATOR}x💥`)).toEqual(
      new Set([EVERY_CONTACT, ...termsOfContact([]), 'a', 'n', 'an', 'nn', 'ann', 'x', '💥', 'x💥']),
    );
    expect(termsOf('a', ['1', '2'])).toEqual(new Set([EVERY_CONTACT, ...termsOfContact(['1', '2']), 'a']));
  });

  it('has no text term that equals a term of another kind', () => {
    fc.assert(
      fc.property(field, (text) => {
        const { terms } = termsOfSearch(text);
        for (const own of [EVERY_CONTACT, ...termsOfContact([]), ...termsOfContact(['1'])])
          expect(terms).not.toContain(own);
      }),
      { seed },
    );
  });
});

describe('termsOfSearch', () => {
  it('returns terms of all contacts with the text, and of no others if exact', () => {
    fc.assert(
      fc.property(fields, field, fc.nat(9), (texts, other, at) => {
        const characters = Array.from(texts[0]!);
        for (const search of [characters.slice(at % (characters.length + 1)).join(''), other]) {
          if (search === '') continue;
          const { terms, exact } = termsOfSearch(search);
          const has = termsOf(texts.join(FIELD_SEPARATOR));
          const found = texts.some((text) => text.includes(search));
          const possible = terms.every((term) => has.has(term));
          if (found) expect(possible).toBe(true);
          if (exact) expect(possible).toBe(found);
          expect(exact).toBe(Array.from(search).length <= 3);
        }
      }),
      { seed, numRuns: 1_000 },
    );
  });

  it('looks up few terms of the longest text, including its ends', () => {
    const text = Array.from({ length: 200 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
    const { terms } = termsOfSearch(text);
    expect(terms.length).toBeLessThanOrEqual(6);
    expect(terms).toEqual(expect.arrayContaining([text.slice(0, 3), text.slice(-3)]));
  });
});
