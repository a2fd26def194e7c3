import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';

export const DAY_MS = 86_400_000;

/** The number of cached days: more than five years. */
const OFFSETS_KEPT = 2_000;

/** Converts local times of one time zone to instants. */
export class Zone {
  /** Offsets at midnight UTC by days since the epoch. A look-up costs microseconds, and calendars request the same days repeatedly. */
  private readonly offsets: LRUCache<number, number>;

  constructor(private readonly name: string) {
    this.offsets = new LRUCache({ max: OFFSETS_KEPT, memoMethod: (day) => this.lookUpOffset(day * DAY_MS) });
  }

  /**
   * The instant of a local time, which is passed as if it were UTC. A local time that the zone skips moves forward by the length of
   * the gap; of a local time that occurs twice, the first is used (`compatible` in RFC 5545 §3.3.5 and Temporal).
   */
  instantOf(local: number): number {
    return local - (this.steadyOffset(local) ?? this.lookUpOffsetOf(local));
  }

  /** The offset if it does not change within a day before and after; otherwise null. */
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
