import { randomOf } from '../../support/random';

/** Of the normal distribution, for 95 %. */
const Z = 1.96;
const SAMPLES = 1_000;

/** Of values from 0 to 1, both ends included. */
export type Interval = readonly [lowest: number, highest: number];

/** Wilson's 95 % interval of a share. */
export function wilson(count: number, of: number): Interval {
  if (of === 0) return [0, 1];
  const share = count / of;
  const centre = share + Z ** 2 / (2 * of);
  const reach = Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  const scale = 1 + Z ** 2 / of;
  return [Math.max(0, (centre - reach) / scale), Math.min(1, (centre + reach) / scale)];
}

/** The 95 % interval of a mean, by drawing the values again and again, always in the same way. */
export function bootstrapped(values: readonly number[]): Interval {
  if (values.length === 0) return [0, 1];
  const random = randomOf(1);
  const means = Array.from({ length: SAMPLES }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < values.length; drawn += 1) sum += values[Math.floor(random() * values.length)]!;
    return sum / values.length;
  }).sort((left, right) => left - right);
  return [means[Math.floor(0.025 * SAMPLES)]!, means[Math.ceil(0.975 * SAMPLES) - 1]!];
}
