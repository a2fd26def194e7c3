import { anAccount } from '../factories/account';
import { type By, ContactDesk } from '../factories/contact-fixtures';
import { aCredential } from '../factories/credential';
import { everyPlan, genericPlanOf } from '../support/generic-plan';
import { type Parley, startParley } from '../support/parley';

const TABLES = /^(?:contacts|contact_postings|contact_changes|conversations)$/;
/** Contacts of the workspace that is asked, and of 200 others. */
const [OWN, OTHERS] = [30_000, 100];

let parley: Parley;
let desk: ContactDesk;
let member: By;
let id: string;

beforeAll(async () => {
  parley = await startParley();
  desk = await ContactDesk.open(parley, await aCredential(parley, await anAccount(parley)));
  // Statistics come when a test says so.
  for (const table of ['contacts', 'contact_postings', 'contact_changes', 'conversations']) {
    await parley.database.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
  }
  const agents = [await desk.agent(), await desk.agent()];
  member = await desk.restricted(agents[0]!);
  await parley.database.query(
    `INSERT INTO workspaces (id, owner_account_id, name, name_key)
     SELECT gen_random_uuid(), owner_account_id, n::text, n::text
     FROM workspaces, generate_series(1, 200) n WHERE id = $1`,
    [desk.workspace.id],
  );
  const fill = `
    INSERT INTO contacts (workspace_id, id, agent_ids, name, search_text)
    SELECT w.id, gen_random_uuid(), CASE n % 3 WHEN 0 THEN '{}'::uuid[] ELSE ARRAY[($3::uuid[])[n % 3]] END,
      'Contact ' || n, 'contact ' || n
    FROM workspaces w, generate_series(1, $2::int) n`;
  await parley.database.query(`${fill} WHERE w.id = $1`, [desk.workspace.id, OWN, agents]);
  await desk.indexed();
  await parley.database.query(`${fill} WHERE w.id <> $1`, [desk.workspace.id, OTHERS, agents]);
  id = (await desk.contact({ name: 'Ann Lee', agentIds: [agents[0]] })).id;
  await parley.database.query(
    `INSERT INTO conversations (workspace_id, id, agent_id, contact_id)
     SELECT workspace_id, gen_random_uuid(), $1, id FROM contacts`,
    [agents[0]],
  );
}, 240_000);
afterAll(() => parley.stop());

/** How the tables are read by the plan for all parameters that prepared statements get. */
async function scansOf(sql: string): Promise<{ table: string; by: string }[]> {
  return everyPlan(await genericPlanOf(parley, sql))
    .map((plan) => ({ table: plan['Relation Name'] ?? '', by: plan['Node Type'] }))
    .filter(({ table, by }) => TABLES.test(table) && by !== 'ModifyTable');
}

const calls: Record<string, () => Promise<unknown>> = {
  'a page': () => desk.list(),
  'a page far down': () => desk.list({ offset: 20_000 }),
  'a page of a restricted member': () => desk.list({}, member),
  'a short search': () => desk.list({ search: 'act' }),
  'a long search': () => desk.list({ search: 'contact 1234' }),
  'a long search of a restricted member': () => desk.list({ search: 'contact 1234' }, member),
  'a profile': () => desk.read(id, member),
  'a change': () => desk.update(id, { notes: 'New' }, member),
  'a contact that is not there': () => desk.read(desk.workspace.id),
};

describe.each(['without', 'with'])('contacts, %s fresh statistics', (statistics) => {
  beforeAll(async () => {
    if (statistics === 'with') await parley.database.query('ANALYZE');
  });

  it.each(Object.keys(calls))('%s reads no table from end to end', async (name) => {
    const statements = await parley.statementsOf(calls[name]!);
    let seen = 0;
    for (const sql of statements.filter((one) => /^\s*(?:SELECT|UPDATE|DELETE)/.test(one))) {
      for (const { table, by } of await scansOf(sql)) {
        expect({ sql, table, by }).toEqual({ sql, table, by: expect.stringMatching(/^(?:Index|Bitmap)/) });
        seen += 1;
      }
    }
    expect(seen).toBeGreaterThan(0);
  });

  it('removing a contact reads no table from end to end', async () => {
    const { id: another } = await desk.contact();
    const statements = await parley.statementsOf(() => desk.remove(another));
    const scans = await Promise.all(statements.filter((sql) => /^\s*(?:SELECT|DELETE)/.test(sql)).map(scansOf));
    expect(scans.flat().length).toBeGreaterThan(2);
    for (const { by } of scans.flat()) expect(by).toMatch(/^(?:Index|Bitmap)/);
  });
});
