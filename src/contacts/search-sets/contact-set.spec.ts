import fc from 'fast-check';
import { ContactSet, segmentOf, slotOf } from './contact-set';
import { SEGMENT_SLOTS, SlotSet } from './slot-set';

const seed = 20_260_115;
/** In the first segments, and far beyond 32 bits. */
const seq = fc
  .tuple(fc.constantFrom(0, 1, 2, 7, 200_000, 2_000_000_000), fc.integer({ min: 0, max: 40 }), fc.boolean())
  .map(([segment, slot, top]) => segment * SEGMENT_SLOTS + (top ? SEGMENT_SLOTS - 1 - slot : slot));
const seqs = fc.uniqueArray(seq, { maxLength: 60 });
const page = fc.record({ offset: fc.nat(70), limit: fc.integer({ min: 1, max: 20 }) });

const newest = (members: Iterable<number>): number[] => [...members].sort((a, b) => b - a);

function expectSame(set: ContactSet, members: readonly number[], { offset, limit }: { offset: number; limit: number }) {
  expect(set.size).toBe(members.length);
  expect(set.newest(0, members.length + 1)).toEqual(newest(members));
  expect(set.newest(offset, limit)).toEqual(newest(members).slice(offset, offset + limit));
}

/** The sets as the index stores them. */
function stored(members: readonly number[]): Map<number, SlotSet> {
  const segments = new Map<number, SlotSet>();
  for (const member of members) {
    const segment = segments.get(segmentOf(member)) ?? new SlotSet();
    segment.add(slotOf(member));
    segments.set(segmentOf(member), segment);
  }
  return segments;
}

describe('ContactSet', () => {
  it('pages through the members, newest first', () => {
    fc.assert(
      fc.property(seqs, seqs, page, (added, removed, where) => {
        const set = ContactSet.of(added);
        for (const one of removed) set.remove(one, added.includes(one));
        const left = added.filter((one) => !removed.includes(one));
        expectSame(set, left, where);
        expectSame(set.clone(), left, where);
      }),
      { seed, numRuns: 300 },
    );
  });

  it('keeps the members of another set, and does not change the other', () => {
    fc.assert(
      fc.property(seqs, seqs, page, (ours, theirs, where) => {
        const [set, other] = [ContactSet.of(ours), ContactSet.of(theirs)];
        set.keepOnly(other);
        const common = ours.filter((one) => theirs.includes(one));
        expectSame(set, common, where);
        for (const one of theirs) set.add(one);
        for (const one of common) set.remove(one, true);
        expectSame(other, theirs, where);
      }),
      { seed, numRuns: 300 },
    );
  });

  it('adds a stored set, even twice', () => {
    fc.assert(
      fc.property(seqs, seqs, page, (first, second, where) => {
        const set = new ContactSet();
        for (const part of [first, second]) {
          for (const [segment, slots] of stored(part)) set.addStored(segment, slots.encode());
        }
        expectSame(set, [...new Set([...first, ...second])], where);
      }),
      { seed, numRuns: 300 },
    );
  });

  it('skips segments that are only counted, with corrections for changes', () => {
    fc.assert(
      fc.property(seqs, seqs, page, (indexed, changed, where) => {
        const expected = newest(indexed);
        const shown = expected.slice(where.offset, where.offset + where.limit);
        // As the index reads it: the slots where the page can be after all corrections.
        const set = new ContactSet();
        let upto = 0;
        for (const [segment, slots] of [...stored(indexed)].sort(([a], [b]) => b - a)) {
          const size = slots.count();
          upto += size;
          const near =
            upto > where.offset - changed.length && upto - size < where.offset + where.limit + changed.length;
          if (near) set.addStored(segment, slots.encode());
          else set.addCounted(segment, size);
        }
        expect(set.size).toBe(indexed.length);
        expect(set.newest(where.offset, where.limit)).toEqual(shown);
        // Each changed contact is removed if it was there, and added if it was not.
        for (const one of changed) {
          set.remove(one, indexed.includes(one));
          if (!indexed.includes(one)) set.add(one);
        }
        const after = newest([
          ...indexed.filter((one) => !changed.includes(one)),
          ...changed.filter((one) => !indexed.includes(one)),
        ]);
        expect(set.size).toBe(after.length);
        expect(set.newest(where.offset, where.limit)).toEqual(after.slice(where.offset, where.offset + where.limit));
      }),
      { seed, numRuns: 1_000 },
    );
  });
});
