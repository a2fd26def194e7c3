import type { Bench } from '../support/bench';
import { partsOf } from '../support/parts';
import { inBrowser } from './browser';
import { pages } from './pages';
import { streams } from './streams';

const PARTS = ['pages', 'browser', 'streams'] as const;

/** The cost of visitors of websites: pages, their time in browsers, and streams of events. */
export async function visitor(bench: Bench): Promise<void> {
  const parts = partsOf(PARTS, bench.options.only);
  if (parts.has('pages')) await pages(bench);
  if (parts.has('browser')) await inBrowser(bench);
  if (parts.has('streams')) await streams(bench);
}
