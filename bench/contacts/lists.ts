import type { CaseFigures } from '../support/report';
import { type Caller, PAGE_SIZE } from './caller';
import { compareList, type ListCase, type Sides } from './comparison';
import type { Places } from './load/workspaces';
import { listingsOf, SEARCHES, searchesFor } from './searches';

const GOALS = { firstPage: 1.5, firstPageOfFew: 1.3, deepest: 3, search: 1.5 };

/** The first page, pages far down and past the end, for the owner and for a member of five agents. */
export async function lists(sides: Sides, { big, middle }: Places): Promise<CaseFigures[]> {
  const figures: CaseFigures[] = [];
  for (const kind of ['owner', 'restricted'] as const) {
    const caller = big[kind];
    const first = { offset: 0, search: null };
    const all = await total(sides, caller);
    const last = Math.max(0, all - PAGE_SIZE);
    const deep = (name: string, offset: number): ListCase => ({
      name: `${name}, offset ${offset}`,
      listings: [{ offset, search: null }],
      goal: null,
      beside: { name: 'its first page', caller, listing: first, goal: GOALS.deepest },
    });
    const fewer = { name: 'of 10 000', caller: middle[kind], listing: first, goal: GOALS.firstPageOfFew };
    const cases: ListCase[] = [
      { name: 'first page', listings: [first], goal: GOALS.firstPage, beside: fewer },
      deep('halfway', Math.floor(all / 2)),
      deep('last page', last),
      deep('past the end', all),
    ];
    for (const one of cases) figures.push(...(await compareList(sides, caller, one)));
  }
  return figures;
}

export async function searches(sides: Sides, { big }: Places): Promise<CaseFigures[]> {
  const figures: CaseFigures[] = [];
  for (const [who, caller] of [big.owner, big.restricted].entries()) {
    for (const search of searchesFor(who as 0 | 1)) {
      figures.push(
        ...(await compareList(sides, caller, { ...search, listings: listingsOf(search), goal: GOALS.search })),
      );
    }
  }
  return figures;
}

/** The first page while the service's index has yet to take in what {@link writes} has changed. */
export async function listsAfterWrites(sides: Sides, { big }: Places): Promise<CaseFigures[]> {
  const figures: CaseFigures[] = [];
  for (const caller of [big.owner, big.restricted]) {
    const surnames = SEARCHES.find(({ name }) => name.endsWith('surnames'))!;
    const cases: ListCase[] = [
      { name: 'first page after the writes', listings: [{ offset: 0, search: null }], goal: GOALS.firstPage },
      { name: 'surnames after the writes', listings: listingsOf(surnames), goal: GOALS.search },
    ];
    for (const one of cases) figures.push(...(await compareList(sides, caller, one)));
  }
  return figures;
}

async function total({ bare }: Sides, caller: Caller): Promise<number> {
  const best = await bare.best(caller, { offset: 0, search: null });
  const page = await best.run({ offset: 0, search: null });
  await best.done();
  return page.total;
}
