import fc from 'fast-check';
import { FIELD_SEPARATOR } from '../search-text';
import { SegmentEdits } from './segment-edits';
import { EVERY_CONTACT, type IndexedContact, labelsOf } from './terms';

const text = fc
  .array(fc.constantFrom('a', 'b', '💥', 'é', FIELD_SEPARATOR), { maxLength: 12 })
  .map((characters) => characters.join(''));
const contact = fc.option(fc.record({ searchText: text, agentIds: fc.subarray(['1', '2']) }), { nil: null });
const changes = fc.array(fc.tuple(contact, contact), { maxLength: 24 });

/** The terms of a contact by definition. */
function termsOf(contact: IndexedContact | null): Set<string> {
  if (!contact) return new Set();
  const terms = new Set(labelsOf(contact.agentIds));
  for (const field of contact.searchText.split(FIELD_SEPARATOR)) {
    const characters = Array.from(field);
    for (let start = 0; start < characters.length; start++) {
      for (const length of [1, 2, 3]) {
        if (start + length <= characters.length) terms.add(characters.slice(start, start + length).join(''));
      }
    }
  }
  return terms;
}

describe('SegmentEdits', () => {
  it('adds and removes exactly the difference between the contacts before and after', () => {
    fc.assert(
      fc.property(changes, (taken) => {
        const edits = new SegmentEdits();
        const expected = new Map<string, { add: number[]; remove: number[] }>();
        const note = (term: string, what: 'add' | 'remove', slot: number): void => {
          if (!expected.has(term)) expected.set(term, { add: [], remove: [] });
          expected.get(term)![what].push(slot);
        };
        for (const [slot, [before, after]] of taken.entries()) {
          edits.take(slot, before, after);
          const [had, has] = [termsOf(before), termsOf(after)];
          for (const term of has) if (!had.has(term)) note(term, 'add', slot);
          for (const term of had) if (!has.has(term)) note(term, 'remove', slot);
        }
        const found = new Map(
          [...edits.byTerm()].map(([term, { add, remove }]) => [
            term,
            { add: [...add.values()], remove: [...remove.values()] },
          ]),
        );
        expect(found).toEqual(expected);
      }),
      { seed: 20_261_121, numRuns: 1_000 },
    );
  });

  it('includes a contact without text', () => {
    const edits = new SegmentEdits();
    edits.take(7, null, { searchText: '', agentIds: ['1'] });
    expect([...edits.byTerm()].map(([term]) => term)).toContain(EVERY_CONTACT);
  });
});
