/** Contacts of one segment: a power of two, so that a set is at most 4 KiB. */
export const SEGMENT_SLOTS = 32_768;

const BYTES = SEGMENT_SLOTS / 8;

/** Sets of this size and larger are stored as bits. */
export const MOST_NUMBERS = BYTES / 2;

/**
 * A set of slots 0 to 32,767. In memory, one bit each. Stored as 16-bit numbers (little-endian, ascending) as long as
 * that is shorter than the bits.
 */
export class SlotSet {
  private readonly bytes = new Uint8Array(BYTES);
  /** The same memory, 32 slots at a time, for operations that do not depend on their order. */
  private readonly words = new Uint32Array(this.bytes.buffer);

  static decode(stored: Uint8Array): SlotSet {
    const set = new SlotSet();
    set.addStored(stored);
    return set;
  }

  clone(): SlotSet {
    return SlotSet.decode(this.bytes);
  }

  /** Encodes slots like {@link encode}. They must ascend, and be few enough to be stored as numbers. */
  static numbers(slots: Uint16Array): Buffer {
    const numbers = Buffer.allocUnsafe(slots.length * 2);
    for (const [index, slot] of slots.entries()) numbers.writeUInt16LE(slot, index * 2);
    return numbers;
  }

  encode(): Buffer {
    const size = this.count();
    if (size >= MOST_NUMBERS) return Buffer.from(this.bytes);
    const numbers = Buffer.allocUnsafe(size * 2);
    let written = 0;
    for (let byte = 0; byte < BYTES; byte++) {
      for (let left = this.bytes[byte]!; left !== 0; left &= left - 1) {
        written = numbers.writeUInt16LE(byte * 8 + 31 - Math.clz32(left & -left), written);
      }
    }
    return numbers;
  }

  has(slot: number): boolean {
    return (this.bytes[slot >> 3]! & (1 << (slot & 7))) !== 0;
  }

  /** Returns false if the slot was in the set. */
  add(slot: number): boolean {
    if (this.has(slot)) return false;
    this.bytes[slot >> 3]! |= 1 << (slot & 7);
    return true;
  }

  /** Returns false if the slot was not in the set. */
  remove(slot: number): boolean {
    if (!this.has(slot)) return false;
    this.bytes[slot >> 3]! &= ~(1 << (slot & 7));
    return true;
  }

  /** Adds a set in the format of {@link encode}. */
  addStored(stored: Uint8Array): void {
    if (stored.length === BYTES) {
      for (let at = 0; at < BYTES; at++) this.bytes[at]! |= stored[at]!;
    } else {
      for (let at = 0; at < stored.length; at += 2) this.add(stored[at]! | (stored[at + 1]! << 8));
    }
  }

  keepOnly(other: SlotSet): void {
    for (let at = 0; at < this.words.length; at++) this.words[at]! &= other.words[at]!;
  }

  count(): number {
    let size = 0;
    for (const word of this.words) if (word !== 0) size += ones(word);
    return size;
  }

  /** In descending order. */
  *descending(): Generator<number> {
    for (let byte = BYTES - 1; byte >= 0; byte--) {
      if (this.bytes[byte] === 0) continue;
      for (let slot = byte * 8 + 7; slot >= byte * 8; slot--) if (this.has(slot)) yield slot;
    }
  }
}

/** The number of bits that are set in a 32-bit word, added up in pairs, fours and bytes. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
