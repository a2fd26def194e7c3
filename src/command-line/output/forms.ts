import type { CommandColumn } from '../capability';
import { cellOf, fieldOf, isRecord } from './fields';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The value of a column for people. */
export function columnText(record: unknown, { fields, as }: CommandColumn, now: number): string {
  const values = fields.map((field) => fieldOf(record, field));
  const value = values.find((one) => cellOf(one) !== '');
  switch (as) {
    case 'age':
      return ageOf(value, now);
    case 'left':
      return timeLeft(value, now);
    case 'mark':
      return value === true ? '●' : '';
    case 'text':
      return cellOf(value).replace(/\s+/g, ' ');
  }
}

/** `5m`, `3h`, `2d`: how long ago a time was. Empty for any other value. */
export function ageOf(value: unknown, now: number): string {
  const time = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? '' : durationOf(Math.max(0, now - time));
}

/** The time until the target of the clock that is due first: `12m`, or `5m over`. Empty without a running clock. */
function timeLeft(value: unknown, now: number): string {
  const clocks = [value].flat().filter(isRecord);
  const due = clocks
    .filter(({ status }) => ['pending', 'imminent', 'breaching'].includes(String(status)))
    .map(({ dueAt }) => Date.parse(String(dueAt)))
    .filter((time) => !Number.isNaN(time));
  if (due.length === 0) return clocks.some(({ status }) => status === 'paused') ? 'paused' : '';
  const left = Math.min(...due) - now;
  return left >= 0 ? durationOf(left) : `${durationOf(-left)} over`;
}

/** One unit is enough to see what is urgent. */
export function durationOf(milliseconds: number): string {
  if (milliseconds < MINUTE) return 'now';
  if (milliseconds < HOUR) return `${Math.floor(milliseconds / MINUTE)}m`;
  if (milliseconds < 2 * DAY) return `${Math.floor(milliseconds / HOUR)}h`;
  return `${Math.floor(milliseconds / DAY)}d`;
}
