import { ApiProperty } from '@nestjs/swagger';
import type { Span } from '../common/time/working-time';

/** Beyond that, one interval has the rest. */
const MOST_INTERVALS = 5_000;

/** Working time that was counted. */
export class CountedIntervalDto {
  /** @example "2026-01-15T09:30:00.000Z" */
  from: string;
  /** @example "2026-01-15T09:40:00.000Z" */
  to: string;
  /** Whole seconds. A part of a second counts in the interval in which it becomes a whole one. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 600 })
  seconds: number;

  /** Of all intervals. Their seconds add up to the whole seconds of all. */
  static listFrom(spans: readonly Span[]): CountedIntervalDto[] {
    let counted = 0;
    const intervals = spans.map(({ from, to }) => {
      const before = Math.floor(counted / 1_000);
      counted += to - from;
      const seconds = Math.floor(counted / 1_000) - before;
      return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), seconds };
    });
    const [listed, rest] = [intervals.slice(0, MOST_INTERVALS), intervals.slice(MOST_INTERVALS)];
    const first = rest[0];
    const last = rest.at(-1);
    if (!first || !last) return listed;
    return [...listed, { from: first.from, to: last.to, seconds: rest.reduce((sum, { seconds }) => sum + seconds, 0) }];
  }
}
