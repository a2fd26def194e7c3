import { ExportPlan } from '../../src/backup/workspace/export-plan';
import { BUILT_IN } from '../../src/features';
import { withClient } from '../support/database/whole-database';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let plan: ExportPlan;
beforeAll(async () => {
  parley = await startParley();
  plan = await withClient(parley.databaseUrl, (client) => ExportPlan.of(client, BUILT_IN));
});
afterAll(() => parley.stop());

it('every exported table is planned, after those that it refers to', async () => {
  const keys = await parley.database.query<{ from: string; to: string; columns: string[] }[]>(
    `SELECT f.conrelid::regclass::text AS "from", f.confrelid::regclass::text AS "to",
       (SELECT array_agg(a.attname::text) FROM pg_attribute a WHERE a.attrelid = f.conrelid AND a.attnum = ANY (f.conkey)) AS columns
     FROM pg_constraint f WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace`,
  );
  const exported = keys.filter(({ from }) => plan.find(from));
  expect(plan.names.length).toBeGreaterThan(40);
  expect([...plan.names].sort()).toEqual(BUILT_IN.exported.map(([name]) => name).sort());
  expect(exported.filter(({ from, to }) => plan.names.indexOf(to) > plan.names.indexOf(from))).toEqual([]);
  // A trigger tells visitors of a message that is inserted.
  expect(plan.names.indexOf('visitor_messages')).toBeGreaterThan(plan.names.indexOf('messages'));
  // Ids of accounts are those of the accounts here, and are found by the names of their columns.
  const ofAccounts = exported.filter(({ to }) => to === 'accounts').flatMap((key) => key.columns);
  expect(ofAccounts.length).toBeGreaterThan(1);
  expect(ofAccounts.filter((column) => !column.endsWith('account_id'))).toEqual([]);
});

it('a table that is left out has a reason that can be read', () => {
  expect(BUILT_IN.leftOut.filter(([, { reason }]) => reason.length < 20)).toEqual([]);
});

const columnsOf = (condition: string): Promise<{ table: string; column: string }[]> =>
  parley.database.query(
    `SELECT c.relname AS "table", a.attname AS "column" FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname = ANY ($1) AND ${condition} ORDER BY 1, 2`,
    [plan.names],
  );
const byTable = <T extends { table: string }>(rows: T[]): T[] =>
  rows.sort((one, other) => (one.table < other.table ? -1 : 1));

it('every column that a sequence numbers is numbered anew, with all that refers to it', async () => {
  const sequences = await columnsOf(
    `(a.attidentity <> '' OR EXISTS (SELECT FROM pg_attrdef d WHERE d.adrelid = c.oid AND d.adnum = a.attnum
       AND pg_get_expr(d.adbin, d.adrelid) LIKE '%nextval%'))`,
  );
  const numbered = plan.tables.flatMap(({ name, numbered: one }) => (one ? [{ table: name, ...one }] : []));
  expect(byTable(numbered.map(({ table, column }) => ({ table, column })))).toEqual(sequences);
  const referring = await columnsOf(
    `(a.attname = 'chunk_id' OR EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.conrelid = c.oid
       AND EXISTS (SELECT FROM unnest(f.conkey, f.confkey) AS pair (own, foreign_number)
         JOIN pg_attribute n ON n.attrelid = f.confrelid AND n.attnum = pair.foreign_number AND n.attidentity <> ''
         WHERE pair.own = a.attnum)))`,
  );
  const references = numbered.flatMap((one) => Object.entries(one.references ?? {}));
  expect(byTable(references.map(([table, column]) => ({ table, column })))).toEqual(referring);
});

it('what says when or by whom work is done is set anew, but for what is over or a person has wished', async () => {
  const found = await columnsOf(`a.attname ~ '^(due_at|look_at|lease_ends_at|fence|attempts|is_held)$'`);
  const left = found.filter(({ table, column }) => !(column in (plan.find(table)?.anew ?? {})));
  expect(left.map(({ table, column }) => `${table}.${column}`)).toEqual([
    'chat_turns.fence',
    'deliveries.attempts',
    'deliveries.fence',
    // When what was never used, or never uploaded whole, is deleted.
    'files.due_at',
    'knowledge_files.due_at',
    'knowledge_sources.is_held',
    'replies.attempts',
    'replies.fence',
    // What the clocks of a request come to.
    'sla_clocks.due_at',
    'support_requests.due_at',
  ]);
});
