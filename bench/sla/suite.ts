import type { Bench } from '../support/bench';
import { partsOf } from '../support/parts';
import { clocks } from './clocks/part';
import { lists } from './lists/part';

const PARTS = ['clock', 'list'] as const;

/** The service levels of a big workspace: a hundred thousand clocks, and lists ordered by due time. */
export async function sla(bench: Bench): Promise<void> {
  const parts = partsOf(PARTS, bench.options.only);
  if (parts.has('clock')) await clocks(bench);
  if (parts.has('list')) await lists(bench);
}
