import { ENCRYPTED, EXPORTED, LEFT_OUT, SET_ANEW } from '../../src/backup/workspace/exported-tables';
import { NUMBERED } from '../../src/backup/workspace/numbers';
import { Seal } from '../../src/common/secrets/seal';
import { SealedColumns } from '../../src/common/secrets/sealed-columns';
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

const columnsOf = (condition: string): Promise<{ table: string; column: string }[]> =>
  parley.database.query(
    `SELECT c.relname AS "table", a.attname AS "column" FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname = ANY ($1) AND ${condition} ORDER BY 1, 2`,
    [EXPORTED],
  );

it('every column that a sequence numbers is numbered anew, with all that refers to it', async () => {
  const sequences = await columnsOf(
    `(a.attidentity <> '' OR EXISTS (SELECT FROM pg_attrdef d WHERE d.adrelid = c.oid AND d.adnum = a.attnum
       AND pg_get_expr(d.adbin, d.adrelid) LIKE '%nextval%'))`,
  );
  const numbered = Object.entries(NUMBERED).map(([table, { column }]) => ({ table, column }));
  expect(numbered).toEqual(sequences);
  const referring = await columnsOf(
    `(a.attname = 'chunk_id' OR EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.conrelid = c.oid
       AND EXISTS (SELECT FROM unnest(f.conkey, f.confkey) AS pair (own, foreign_number)
         JOIN pg_attribute n ON n.attrelid = f.confrelid AND n.attnum = pair.foreign_number AND n.attidentity <> ''
         WHERE pair.own = a.attnum)))`,
  );
  const references = Object.values(NUMBERED).flatMap((one) => Object.entries(one.references));
  const listed = references.map(([table, column]) => ({ table, column }));
  expect(listed.sort((one, other) => one.table.localeCompare(other.table))).toEqual(referring);
});

it('what says when or by whom work is done is set anew, but for what is over or a person has wished', async () => {
  const found = await columnsOf(`a.attname ~ '^(due_at|look_at|lease_ends_at|fence|attempts|is_held)$'`);
  const left = found.filter(({ table, column }) => !(column in (SET_ANEW[table as 'replies'] ?? {})));
  expect(left.map(({ table, column }) => `${table}.${column}`)).toEqual([
    'chat_turns.fence',
    // When what was never uploaded whole is deleted.
    'knowledge_files.due_at',
    'knowledge_sources.is_held',
    'replies.attempts',
    'replies.fence',
    // What the clocks of a request come to.
    'sla_clocks.due_at',
    'support_requests.due_at',
  ]);
});

it('every sealed column is one of which what cannot be read is left out', () => {
  const columns = parley.get(SealedColumns).all.filter(({ table }) => exported.has(table));
  const sealed = Object.entries(ENCRYPTED).filter(([, { sealedFor }]) => sealedFor !== null);
  expect(columns.map(({ table, column }) => [table, column]).sort()).toEqual(
    sealed.map(([table, { column }]) => [table, column]).sort(),
  );
  for (const { table, seal } of columns) {
    const { sealedFor } = ENCRYPTED[table as 'visitor_identity_keys']!;
    expect([table, seal.look(new Seal(parley.settings.values, sealedFor!).seal('x'))?.text]).toEqual([table, 'x']);
  }
});
