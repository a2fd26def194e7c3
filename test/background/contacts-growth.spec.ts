import { anAccount } from '../factories/account';
import { ContactDesk } from '../factories/contact-fixtures';
import { aCredential } from '../factories/credential';
import { type Parley, startParley } from '../support/parley';

/** More than plans that were made for no contacts could read once for each of them. */
const MANY = 40_000;

describe('a workspace that grows at once', () => {
  let parley: Parley;
  let desk: ContactDesk;
  beforeAll(async () => {
    parley = await startParley();
    desk = await ContactDesk.open(parley, await aCredential(parley, await anAccount(parley)));
    // The planner's statistics are not updated as the tables grow.
    for (const table of ['contacts', 'contact_postings', 'contact_changes']) {
      await parley.database.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    }
  });
  afterAll(() => parley.stop());

  it('is listed and searched by plans from before', async () => {
    // Beyond five executions PostgreSQL keeps one plan for all parameters; every connection of the pool has its own.
    for (let round = 0; round < 10; round++) {
      await Promise.all(Array.from({ length: 10 }, () => desk.list({})));
      await Promise.all(Array.from({ length: 10 }, () => desk.list({ search: 'an' })));
    }
    await parley.database.query(
      `INSERT INTO contacts (workspace_id, id, name, search_text)
       SELECT $1, gen_random_uuid(), 'Ann ' || n, 'ann ' || n FROM generate_series(1, $2::int) n`,
      [desk.workspace.id, MANY],
    );
    for (const query of [{}, { search: 'an' }, { search: 'ann 39999' }] as Record<string, string>[]) {
      const { status, body } = await desk.list(query);
      expect([query, status, body.total > 0]).toEqual([query, 200, true]);
    }
  }, 120_000);
});
