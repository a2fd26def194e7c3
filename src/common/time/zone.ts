import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';

export const DAY_MS = 86_400_000;

/** In days: more than five years. */
const OFFSETS_KEPT = 2_000;

/** The instants of local times in one time zone. */
export class Zone {
  /** At midnight UTC, by days since the epoch: a look-up costs microseconds, and calendars ask for the same days all the time. */
  private readonly offsets: LRUCache<number, number>;

  constructor(private readonly name: string) {
    this.offsets = new LRUCache({ max: OFFSETS_KEPT, memoMethod: (day) => this.lookUpOffset(day * DAY_MS) });
  }

  /**
   * The instant of a local time, which is given as if it were UTC. One that the zone skips is moved on by as much as was
   * skipped, and of one that comes twice the first is meant (`compatible` of RFC 5545 §3.3.5 and of Temporal).
   */
  instantOf(local: number): number {
    return local - (this.steadyOffset(local) ?? this.lookUpOffsetOf(local));
  }

  /** Where nothing changes within a day before and after, there is nothing to find out. Null: something does. */
  private steadyOffset(local: number): number | null {
    const day = Math.floor(local / DAY_MS);
    const offset = this.offsets.memo(day);
    for (const other of [day - 1, day + 1, day + 2]) if (this.offsets.memo(other) !== offset) return null;
    return offset;
  }

  private lookUpOffsetOf(local: number): number {
    const plain = Temporal.Instant.fromEpochMilliseconds(local).toZonedDateTimeISO('UTC').toPlainDateTime();
    return local - plain.toZonedDateTime(this.name, { disambiguation: 'compatible' }).epochMilliseconds;
  }

  private lookUpOffset(instant: number): number {
    return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(this.name).offsetNanoseconds / 1e6;
  }
}
