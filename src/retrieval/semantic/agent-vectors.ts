import type { CooperativeYield } from '../../common/jobs/cooperative-yield';

/** Vectors that are compared before it is asked whether others want their turn. */
const COMPARED_AT_ONCE = 256;

/** The vectors of one agent, by one model, side by side in memory. All have length 1. */
export class AgentVectors {
  private ids = new Float64Array(0);
  private values = new Float32Array(0);
  private count = 0;
  private readonly places = new Map<number, number>();

  constructor(readonly dimensions: number) {}

  get size(): number {
    return this.count;
  }

  /** In place of what the passage had. A vector of another number of dimensions is nothing that could be compared. */
  set(chunkId: number, vector: Float32Array): void {
    if (vector.length !== this.dimensions) return;
    const place = this.places.get(chunkId) ?? this.added(chunkId);
    this.values.set(vector, place * this.dimensions);
  }

  /** Forgets all other passages. */
  keep(chunkIds: ReadonlySet<number>): void {
    for (let place = this.count - 1; place >= 0; place -= 1) {
      const chunkId = this.ids[place]!;
      if (chunkIds.has(chunkId)) continue;
      // The last one takes its place.
      const last = this.count - 1;
      this.ids[place] = this.ids[last]!;
      this.values.copyWithin(place * this.dimensions, last * this.dimensions, this.count * this.dimensions);
      this.places.set(this.ids[place]!, place);
      this.places.delete(chunkId);
      this.count = last;
    }
  }

  /** The passages whose vectors point most nearly the same way, nearest first. Every one is compared. */
  async nearest(vector: Float32Array, limit: number, yielding: CooperativeYield): Promise<number[]> {
    if (vector.length !== this.dimensions) return [];
    const best: { chunkId: number; product: number }[] = [];
    for (let place = 0; place < this.count; place += 1) {
      const product = this.product(place, vector);
      if (best.length < limit || product > best.at(-1)!.product) {
        if (best.length === limit) best.pop();
        const at = best.findIndex((other) => other.product < product);
        best.splice(at === -1 ? best.length : at, 0, { chunkId: this.ids[place]!, product });
      }
      if (place % COMPARED_AT_ONCE === 0 && yielding.isDue) await yielding.now();
    }
    return best.map(({ chunkId }) => chunkId);
  }

  private product(place: number, vector: Float32Array): number {
    const { values, dimensions } = this;
    const from = place * dimensions;
    let sum = 0;
    for (let index = 0; index < dimensions; index += 1) sum += values[from + index]! * vector[index]!;
    return sum;
  }

  private added(chunkId: number): number {
    if (this.count === this.ids.length) this.grow();
    this.ids[this.count] = chunkId;
    this.places.set(chunkId, this.count);
    return this.count++;
  }

  private grow(): void {
    const room = Math.max(64, Math.ceil(this.count * 1.5));
    const { ids, values } = this;
    this.ids = new Float64Array(room);
    this.values = new Float32Array(room * this.dimensions);
    this.ids.set(ids);
    this.values.set(values);
  }
}
