import { SEGMENT_SLOTS, SlotSet } from './slot-set';

/** A part of a set: its slots, or only their number if no reader needs the slots. */
type Segment = SlotSet | { counted: number };

/** A set of contacts by seq. The upper part of a seq is the segment; the lower part is the slot. */
export class ContactSet {
  private readonly segments = new Map<number, Segment>();

  static of(seqs: Iterable<number>): ContactSet {
    const set = new ContactSet();
    for (const seq of seqs) set.add(seq);
    return set;
  }

  clone(): ContactSet {
    const clone = new ContactSet();
    for (const [number, segment] of this.segments) {
      clone.segments.set(number, segment instanceof SlotSet ? segment.clone() : { ...segment });
    }
    return clone;
  }

  /** In a segment that is only counted, the contact must not be in the set yet. */
  add(seq: number): void {
    const segment = this.segment(segmentOf(seq));
    if (segment instanceof SlotSet) segment.add(slotOf(seq));
    else segment.counted++;
  }

  /** `present`: whether the contact is in the set. A segment that is only counted cannot determine it. */
  remove(seq: number, present: boolean): void {
    const segment = this.segment(segmentOf(seq));
    if (segment instanceof SlotSet) segment.remove(slotOf(seq));
    else if (present) segment.counted--;
  }

  /** Adds the stored set of a segment. */
  addStored(number: number, slots: Uint8Array): void {
    (this.segment(number) as SlotSet).addStored(slots);
  }

  /** Adds a segment of which only the size is needed. */
  addCounted(number: number, counted: number): void {
    this.segments.set(number, { counted });
  }

  keepOnly(other: ContactSet): void {
    for (const [number, segment] of this.segments) {
      const common = other.segments.get(number);
      if (common) (segment as SlotSet).keepOnly(common as SlotSet);
      else this.segments.delete(number);
    }
  }

  get size(): number {
    let size = 0;
    for (const segment of this.segments.values()) size += sizeOf(segment);
    return size;
  }

  /** Returns `limit` contacts, newest first, after the first `offset`. Skips whole segments by their size. */
  newest(offset: number, limit: number): number[] {
    const found: number[] = [];
    let skip = offset;
    for (const [number, segment] of [...this.segments].sort(([a], [b]) => b - a)) {
      if (found.length === limit) break;
      const size = sizeOf(segment);
      if (skip >= size) {
        skip -= size;
        continue;
      }
      for (const slot of (segment as SlotSet).descending()) {
        if (skip > 0) skip--;
        else if (found.length < limit) found.push(number * SEGMENT_SLOTS + slot);
        else break;
      }
    }
    return found;
  }

  private segment(number: number): Segment {
    let segment = this.segments.get(number);
    if (!segment) this.segments.set(number, (segment = new SlotSet()));
    return segment;
  }
}

export const segmentOf = (seq: number): number => Math.floor(seq / SEGMENT_SLOTS);
export const slotOf = (seq: number): number => seq % SEGMENT_SLOTS;

function sizeOf(segment: Segment): number {
  return segment instanceof SlotSet ? segment.count() : segment.counted;
}
