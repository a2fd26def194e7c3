import assert from 'node:assert';
import { Client } from 'pg';
import { from, to } from 'pg-copy-streams';
import { pipeline } from 'node:stream/promises';
import type { Bench } from '../../support/bench';
import { withClient } from '../../support/database';
import type { CaseFigures } from '../../support/report';
import { type Listing, PAGE_SIZE } from '../caller';
import { contactRow } from '../contact-row';
import { figure } from '../../support/figure';
import { interleaved } from '../../support/interleaved';
import type { Place, Places } from '../load/workspaces';
import { SEARCHES } from '../searches';
import { pageOf as servicePageOf, ServiceContacts } from '../service-contacts';
import { DirectusContacts, pageOf } from './directus-contacts';
import { HOW_TO_GET, startDirectus } from './directus-server';
import { COPY_IN, copyOut, CREATE_TABLE, INDEXES } from './table.sql';

/** Time limit, because the bench must not take minutes if Directus takes seconds. */
const EFFORT = { warmUp: 1, least: 3, most: 50, milliseconds: 3_000 };
/** Number of runs before the measurement. */
const GOAL = 1;

/**
 * Compares the owner's lists and creates with Directus on a table of the same rows, in its own database on the same
 * server.
 */
export async function directus(bench: Bench, client: Client, { big }: Places): Promise<void> {
  const folder = bench.options.directus;
  if (!folder) {
    console.log(`\nWithout Directus: --directus FOLDER names a folder that this makes:\n  ${HOW_TO_GET}`);
    return;
  }
  const databaseUrl = await bench.createDatabase();
  const server = await startDirectus({ folder, databaseUrl }, () => fill(client, databaseUrl, big));
  const [own, peer] = [new ServiceContacts(bench.service, big.owner), new DirectusContacts(server)];
  try {
    await peer.register();
    bench.cases('Beside Directus, ms', [...(await lists(own, peer)), await creates(own, peer, big)]);
  } finally {
    own.close();
    peer.close();
    await server.stop();
  }
}

async function fill(source: Client, databaseUrl: string, { workspaceId }: Place): Promise<void> {
  await withClient(databaseUrl, async (target) => {
    await target.query(CREATE_TABLE);
    await pipeline(source.query(to(copyOut(workspaceId))), target.query(from(COPY_IN)));
    for (const statement of INDEXES) await target.query(statement);
  });
}

async function lists(own: ServiceContacts, peer: DirectusContacts): Promise<CaseFigures[]> {
  const { total } = servicePageOf(await own.list({ offset: 0, search: null }));
  const pages = [
    { name: 'first page with total', offset: 0 },
    { name: 'halfway', offset: Math.floor(total / 2) },
    { name: 'last page', offset: Math.max(0, total - PAGE_SIZE) },
  ];
  const cases: (Listing & { name: string })[] = [
    ...pages.map(({ name, offset }) => ({ name, offset, search: null })),
    ...SEARCHES.map(({ name, texts }) => ({ name: `search: ${name}`, offset: 0, search: texts[0]! })),
  ];
  const figures: CaseFigures[] = [];
  for (const one of cases) {
    const answer = await peer.list(one);
    if (answer) assert.deepStrictEqual(servicePageOf(await own.list(one)), pageOf(answer), one.name);
    const before = peer.timeouts;
    const [of, other] = await interleaved(
      [
        { name: 'Parley', run: () => own.list(one) },
        { name: 'Directus', run: () => peer.list(one) },
      ],
      EFFORT,
    );
    const timeouts = peer.timeouts - before;
    figures.push(
      figure(one.name, of!, other!, { goal: GOAL, note: timeouts > 0 ? `${timeouts} × no answer in 10 s` : '' }),
    );
  }
  return figures;
}

async function creates(own: ServiceContacts, peer: DirectusContacts, { agentIds }: Place): Promise<CaseFigures> {
  let [ours, theirs] = [30_000_000, 30_000_000];
  const [of, other] = await interleaved([
    { name: 'Parley', run: () => own.create({ ...contactRow(ours++, []), agentIds: [agentIds[0]!] }) },
    { name: 'Directus', run: () => peer.create(contactRow(theirs++, [])) },
  ]);
  return figure('create', of!, other!, { goal: GOAL });
}
