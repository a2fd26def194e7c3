import assert from 'node:assert';
import type { CaseFigures } from '../support/report';
import type { ServerProcess } from '../support/server-process';
import type { BareSql } from './bare/bare-sql';
import type { Caller, Listing } from './caller';
import { figure } from '../support/figure';
import { type Contender, interleaved, USUAL_EFFORT } from '../support/interleaved';
import { pageOf, ServiceContacts } from './service-contacts';

export interface ListCase {
  name: string;
  /** Requested in turn. */
  listings: readonly Listing[];
  /** Requests each at most once. Otherwise starts again after the last one. */
  once?: boolean;
  /** Largest acceptable ratio to bare SQL. */
  goal: number | null;
  /** Another list of the service to compare with. */
  beside?: { name: string; caller: Caller; listing: Listing; goal: number };
}

export interface Sides {
  service: ServerProcess;
  bare: BareSql;
}

/** Compares lists of the service with bare SQL, after checking that both find the same. */
export async function compareList({ service, bare }: Sides, caller: Caller, of: ListCase): Promise<CaseFigures[]> {
  const own = new ServiceContacts(service, caller);
  const other = of.beside && new ServiceContacts(service, of.beside.caller);
  const [sample] = of.listings;
  const best = await bare.best(caller, sample!);
  const name = `${of.name}, ${caller.name}`;
  try {
    const expected = await best.run(sample!);
    // Figures of wrong answers would be worthless.
    assert.deepStrictEqual(pageOf(await own.list(sample!)), expected, `${name}: the two do not find the same`);
    const found = `${expected.externalIds.length} of ${expected.total}`;
    const contenders: Contender[] = [
      { name: 'Parley', run: inTurn(of.listings, (listing) => own.list(listing)) },
      { name: 'bare SQL', run: inTurn(of.listings, best.run) },
      ...(of.beside ? [{ name: of.beside.name, run: () => other!.list(of.beside!.listing) }] : []),
    ];
    const effort = { ...USUAL_EFFORT, ...(of.once ? { warmUp: 0, most: of.listings.length - 1 } : {}) };
    const [subject, ...references] = await interleaved(contenders, effort);
    return references.map((reference, index) =>
      index === 0
        ? figure(name, subject!, reference, { goal: of.goal, note: `${best.name}, ${found}` })
        : figure(name, subject!, reference, { goal: of.beside!.goal }),
    );
  } finally {
    own.close();
    other?.close();
    await best.done();
  }
}

/** Starts at the second, since the first has been requested already. */
function inTurn<T>(listings: readonly Listing[], list: (listing: Listing) => Promise<T>): () => Promise<T> {
  let turn = 0;
  return () => list(listings[++turn % listings.length]!);
}
