import fc from 'fast-check';
import { SEGMENT_SLOTS, SlotSet } from './slot-set';

const seed = 20_260_115;
const slot = fc.oneof(
  fc.integer({ min: 0, max: SEGMENT_SLOTS - 1 }),
  fc.constantFrom(0, 7, 8, 31, 32, SEGMENT_SLOTS - 1),
);
const few = fc.uniqueArray(slot, { maxLength: 40 });
/** Around the size from which a set is stored as bits. */
const many = fc
  .tuple(fc.integer({ min: 2_040, max: 2_056 }), fc.integer({ min: 0, max: 15 }))
  .map(([size, start]) => Array.from({ length: size }, (_, n) => (start + n * 13) % SEGMENT_SLOTS));
const slots = fc.oneof({ weight: 4, arbitrary: few }, { weight: 1, arbitrary: many });

function setOf(members: Iterable<number>): SlotSet {
  const set = new SlotSet();
  for (const member of members) set.add(member);
  return set;
}

const descending = (members: Iterable<number>): number[] => [...members].sort((a, b) => b - a);

function expectSame(set: SlotSet, members: Set<number>): void {
  expect([...set.descending()]).toEqual(descending(members));
  expect(set.count()).toBe(members.size);
}

describe('SlotSet', () => {
  it('contains the slots that were added and not removed', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 70 })), { maxLength: 200 }), (changes) => {
        const [set, model] = [new SlotSet(), new Set<number>()];
        for (const [adds, member] of changes) {
          const was = model.has(member);
          expect(adds ? set.add(member) : set.remove(member)).toBe(adds ? !was : was);
          if (adds) model.add(member);
          else model.delete(member);
          expect(set.has(member)).toBe(adds);
        }
        expectSame(set, model);
      }),
      { seed, numRuns: 200 },
    );
  });

  it('is the same after storage, in the shorter of the two forms', () => {
    fc.assert(
      fc.property(slots, (members) => {
        const stored = setOf(members).encode();
        expect(stored.length).toBe(Math.min(members.length * 2, SEGMENT_SLOTS / 8));
        expectSame(SlotSet.decode(stored), new Set(members));
        expect(SlotSet.decode(stored).encode().equals(stored)).toBe(true);
      }),
      { seed, numRuns: 100 },
    );
  });

  it('adds a stored set, and intersects with another set', () => {
    fc.assert(
      fc.property(slots, slots, (ours, theirs) => {
        const united = setOf(ours);
        united.addStored(setOf(theirs).encode());
        expectSame(united, new Set([...ours, ...theirs]));
        const common = setOf(ours);
        common.keepOnly(setOf(theirs));
        const other = new Set(theirs);
        expectSame(common, new Set(ours.filter((member) => other.has(member))));
      }),
      { seed, numRuns: 100 },
    );
  });

  it('has a clone of its own', () => {
    const set = setOf([1, 2, 3]);
    const clone = set.clone();
    clone.remove(2);
    expectSame(set, new Set([1, 2, 3]));
    expectSame(clone, new Set([1, 3]));
  });

  it('may be full', () => {
    const all = Array.from({ length: SEGMENT_SLOTS }, (_, n) => n);
    expectSame(SlotSet.decode(setOf(all).encode()), new Set(all));
  });
});
