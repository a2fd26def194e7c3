import { IDLE_SECONDS } from './idle';
import { quantile } from './interleaved';
import { MESSAGES } from './reached';
import type { PlainFigure } from './report';

/** Transactions of the idle database, before streams are open and with them. */
export function idleFigures(before: number, open: number): PlainFigure[] {
  return [
    { name: 'transactions, no stream', value: before, unit: 'per second', n: IDLE_SECONDS, note: '' },
    { name: 'transactions, idle streams', value: open, unit: 'per second', n: IDLE_SECONDS, note: '' },
  ];
}

/** `times`: from {@link reached}. `heard`: a verb phrase, such as the label of the last arrival. */
export function reachedFigures(times: readonly number[], heard: string): PlainFigure[] {
  return [
    { name: `until a stream ${heard}, p50`, value: quantile(times, 0.5), unit: 'ms', n: times.length, note: '' },
    { name: `until a stream ${heard}, p99`, value: quantile(times, 0.99), unit: 'ms', n: times.length, note: '' },
    { name: `until the last one ${heard}`, value: times.at(-1)!, unit: 'ms', n: MESSAGES, note: 'the slowest' },
  ];
}
