import { between, type Random } from '../support/random';

/** Prefixes of mobile numbers that are in use, and how many digits follow. */
const PLANS: readonly (readonly [prefix: string, digits: number])[] = [
  ['+4915123', 6],
  ['+4917623', 6],
  ['+447412', 6],
  ['+447400', 6],
  ['+1212555', 4],
  ['+1415626', 4],
  ['+1312867', 4],
  ['+33612', 6],
  ['+33765', 6],
  ['+34612', 6],
  ['+39347', 7],
  ['+46701', 6],
  ['+48601', 6],
  ['+90532', 7],
  ['+8190', 8],
];

/** In E.164, valid by the numbering plan of its country. */
export function phoneOf(random: Random): string {
  const [prefix, digits] = PLANS[Math.floor(random() * PLANS.length)]!;
  return prefix + String(between(random, 0, 10 ** digits - 1)).padStart(digits, '0');
}
