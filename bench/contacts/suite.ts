import { Client } from 'pg';
import type { Bench } from '../support/bench';
import { partsOf } from '../support/parts';
import { BareSql } from './bare/bare-sql';
import { directus } from './directus/part';
import { lists, listsAfterWrites, searches } from './lists';
import { importBeside } from './load/import';
import { loadByCopy } from './load/load';
import { createPlaces } from './load/workspaces';
import { writes } from './writes';

/** Without `import` the contacts are loaded by COPY. */
const PARTS = ['import', 'list', 'search', 'write', 'directus'] as const;

/** Compares the contacts of a workspace of a million with bare SQL on the same rows, and with Directus. */
export async function contacts(bench: Bench): Promise<void> {
  const { service, tenant, options, conditions } = bench;
  const parts = partsOf(PARTS, options.only);
  const client = new Client({ connectionString: conditions.databaseUrl });
  await client.connect();
  const bare = await BareSql.connect(conditions.databaseUrl);
  const sides = { service, bare };
  try {
    const places = await createPlaces(client, tenant);
    if (parts.has('import')) {
      bench.cases(
        'Import, ms',
        await importBeside(client, { service, places, contacts: options.contacts, file: options.file }),
      );
    } else {
      await loadByCopy(client, places, options.contacts);
    }
    if (parts.has('list')) bench.cases('List, ms', await lists(sides, places));
    if (parts.has('search')) bench.cases('Search, ms', await searches(sides, places));
    if (parts.has('write')) {
      bench.cases('One contact, ms', await writes(sides, client, places));
      bench.cases('List after writes, ms', await listsAfterWrites(sides, places));
    }
    if (parts.has('directus')) await directus(bench, client, places);
  } finally {
    await bare.close();
    await client.end();
  }
}
