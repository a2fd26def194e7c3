const EMPTY = new Uint16Array(0);
const SHORTEST = 8;

/** Slots of a segment in the order in which they are added. Two bytes each, since a batch has millions of them. */
export class SlotList {
  private slots = EMPTY;
  length = 0;

  push(slot: number): void {
    if (this.length === this.slots.length) {
      const longer = new Uint16Array(Math.max(SHORTEST, this.length * 2));
      longer.set(this.slots);
      this.slots = longer;
    }
    this.slots[this.length++] = slot;
  }

  endsWith(slot: number): boolean {
    return this.length > 0 && this.slots[this.length - 1] === slot;
  }

  pop(): void {
    this.length--;
  }

  values(): Uint16Array {
    return this.slots.subarray(0, this.length);
  }
}
