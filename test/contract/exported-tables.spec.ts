import { EXPORTED, LEFT_OUT } from '../../src/backup/workspace/exported-tables';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

const exported = new Set<string>(EXPORTED);

it('every table with rows of workspaces is exported, or left out with a reason', async () => {
  const rows = await parley.database.query<{ name: string }[]>(
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'workspace_id'`,
  );
  const tables = ['workspaces', ...rows.map(({ name }) => name)].sort();
  expect([...EXPORTED, ...Object.keys(LEFT_OUT)].sort()).toEqual(tables);
  expect(Object.values(LEFT_OUT).filter((reason) => reason.length < 20)).toEqual([]);
});

it('a table comes after those that it refers to, which are exported as well', async () => {
  const keys = await parley.database.query<{ from: string; to: string; columns: string[] }[]>(
    `SELECT f.conrelid::regclass::text AS "from", f.confrelid::regclass::text AS "to",
       (SELECT array_agg(a.attname::text) FROM pg_attribute a WHERE a.attrelid = f.conrelid AND a.attnum = ANY (f.conkey)) AS columns
     FROM pg_constraint f WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace`,
  );
  const place = (table: string): number => EXPORTED.findIndex((name) => name === table);
  const wrong = keys
    .filter(({ from, to }) => exported.has(from) && from !== to && to !== 'accounts')
    // A label on a conversation of another workspace is left out with its link.
    .filter(({ to }) => to !== 'conversation_links')
    .filter(({ from, to }) => !exported.has(to) || place(to) > place(from));
  expect(wrong).toEqual([]);
  // Ids of accounts are those of the accounts here, and are found by the names of their columns.
  const ofAccounts = keys
    .filter(({ from, to }) => exported.has(from) && to === 'accounts')
    .flatMap((key) => key.columns);
  expect(ofAccounts.length).toBeGreaterThan(1);
  expect(ofAccounts.filter((column) => !column.endsWith('account_id'))).toEqual([]);
});
