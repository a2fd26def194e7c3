import { parse } from 'libpg-query';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { createTestDatabase, dropTestDatabase } from '../support/database/test-database';
import { KNOWN_BREAKS, STATEMENT_BREAKS } from '../support/sharding/known-breaks';
import { LOCAL, REFERENCE } from '../support/sharding/places';
import { type Ask, placesOf, schemaBreaks } from '../support/sharding/schema-breaks';
import { functionsOf, statementBreaks } from '../support/sharding/statement-breaks';

/** By the rules of Citus, which runs nowhere in these tests: what the catalogue says is all that they read. */
describe('the schema, distributed by workspace_id', () => {
  let url: string;
  let client: Client;
  const ask: Ask = async <Row>(sql: string) => (await client.query(sql)).rows as Row[];
  beforeAll(async () => {
    url = await createTestDatabase();
    client = new Client(url);
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await dropTestDatabase(url);
  });

  it('has a place for every table, and a reason where that is not the shard of a workspace', async () => {
    const places = await placesOf(ask);
    const listed = [...Object.keys(REFERENCE), ...Object.keys(LOCAL)];
    expect([...places].filter(([, place]) => place === undefined)).toEqual([]);
    expect(listed.filter((table) => !places.has(table))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
    expect([...places.values()].filter((place) => place === 'distributed').length).toBeGreaterThan(60);
    // What belongs to a workspace in every row is kept nowhere else.
    const rows = await ask<{ name: string }>(
      `SELECT attrelid::regclass::text AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'
       WHERE attname = 'workspace_id' AND attnotnull AND relnamespace = 'public'::regnamespace`,
    );
    expect(rows.filter(({ name }) => places.get(name) !== 'distributed')).toEqual([]);
  });

  it('asks of a new table where it is to be kept', async () => {
    await client.query('BEGIN');
    await client.query('CREATE TABLE notes (workspace_id uuid); CREATE TABLE words (id uuid)');
    const places = await placesOf(ask);
    await client.query('ROLLBACK');
    expect([...places].filter(([, place]) => place === undefined).map(([name]) => name)).toEqual(['notes', 'words']);
  });

  it('breaks no rule but those that are listed, each of which it does break', async () => {
    expect(await schemaBreaks(ask)).toEqual(KNOWN_BREAKS.flatMap(({ breaks }) => breaks).sort());
  });

  it('has statements that break no rule but those that are listed, each of which one breaks', async () => {
    const schema = { places: await placesOf(ask), ...(await functionsOf(ask)) };
    const found = new Set<string>();
    for (const sql of writtenByHand()) {
      // What is made of parts that are not in sight is left to the suites that send it.
      const tree = await parse(sql).catch(() => undefined);
      for (const one of statementBreaks(tree, schema)) found.add(one);
    }
    const listed = STATEMENT_BREAKS.flatMap(({ breaks }) => breaks);
    expect([...found].filter((one) => !listed.includes(one))).toEqual([]);
    const inSight = STATEMENT_BREAKS.filter(({ isBuilt }) => !isBuilt).flatMap(({ breaks }) => breaks);
    expect(inSight.filter((one) => !found.has(one))).toEqual([]);
  });

  const NOTES = 'CREATE TABLE notes (workspace_id uuid NOT NULL, id uuid, author uuid, PRIMARY KEY (workspace_id, id))';
  it.each([
    ['nothing of a table that keeps them', NOTES, []],
    ['a key without the workspace', `${NOTES}; CREATE UNIQUE INDEX x ON notes (id)`, ['unique x']],
    [
      'a key that only includes the workspace',
      `${NOTES}; CREATE UNIQUE INDEX x ON notes (id) INCLUDE (workspace_id)`,
      ['unique x'],
    ],
    ['a key of an expression', `${NOTES}; CREATE UNIQUE INDEX x ON notes ((workspace_id::text))`, ['unique x']],
    [
      'an exclusion without the workspace',
      `${NOTES}; ALTER TABLE notes ADD CONSTRAINT x EXCLUDE USING btree (author WITH =)`,
      ['unique x'],
    ],
    [
      'a foreign key that leaves the shard',
      `${NOTES}; ALTER TABLE notes ADD CONSTRAINT x FOREIGN KEY (author) REFERENCES members (id)`,
      ['foreign key x'],
    ],
    [
      'a foreign key that has the workspace at another place',
      `${NOTES}; ALTER TABLE notes ADD CONSTRAINT x FOREIGN KEY (author, workspace_id) REFERENCES agents (workspace_id, id)`,
      ['foreign key x'],
    ],
    [
      'a foreign key that takes the workspace away',
      `${NOTES}; ALTER TABLE notes ADD CONSTRAINT x FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE SET NULL`,
      ['foreign key x'],
    ],
    [
      'a foreign key that changes the workspace',
      `${NOTES}; ALTER TABLE notes ADD CONSTRAINT x FOREIGN KEY (workspace_id) REFERENCES workspaces ON UPDATE CASCADE`,
      ['foreign key x'],
    ],
    [
      'nothing of a foreign key to what every node has',
      `${NOTES}; ALTER TABLE notes ADD CONSTRAINT x FOREIGN KEY (author) REFERENCES accounts ON DELETE SET NULL`,
      [],
    ],
    [
      'a foreign key to the coordinator',
      `${NOTES}; ALTER TABLE notes ADD CONSTRAINT x FOREIGN KEY (author) REFERENCES mail_outbox`,
      ['foreign key x'],
    ],
    [
      'a foreign key from what every node has to a shard',
      'ALTER TABLE sessions ADD workspace uuid CONSTRAINT x REFERENCES workspaces',
      ['foreign key x'],
    ],
    [
      'a trigger',
      `${NOTES}; CREATE TRIGGER x BEFORE UPDATE ON notes FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
      ['trigger x'],
    ],
    ['a rule', `${NOTES}; CREATE RULE x AS ON DELETE TO notes DO INSTEAD NOTHING`, ['rule x']],
    ['a shard key of another type', 'CREATE TABLE notes (workspace_id text NOT NULL)', ['shard key of notes']],
    ['what is not logged', 'CREATE UNLOGGED TABLE notes (workspace_id uuid NOT NULL)', ['persistence of notes']],
    [
      'a transaction id',
      `${NOTES}; ALTER TABLE notes ADD x bigint DEFAULT pg_current_xact_id()::text::bigint`,
      ['transaction id notes.x'],
    ],
    ['a counter of 32 bits', `${NOTES}; ALTER TABLE notes ADD x serial`, ['sequence notes.x']],
    ['nothing of a counter of 64 bits', `${NOTES}; ALTER TABLE notes ADD x bigint GENERATED ALWAYS AS IDENTITY`, []],
  ])('would show %s', async (_what, ddl, breaks) => {
    const before = new Set(await schemaBreaks(ask));
    await client.query('BEGIN');
    try {
      await client.query(ddl);
      expect((await schemaBreaks(ask)).filter((one) => !before.has(one))).toEqual(breaks);
    } finally {
      await client.query('ROLLBACK');
    }
  });
});

/** Changes in the sources: the constants of files for SQL, and texts elsewhere, whose parts are taken to be true. */
function writtenByHand(): Set<string> {
  const all = new Set<string>();
  for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name === 'metadata.ts') continue;
    const path = join('src', name);
    const texts = [...readFileSync(path, 'utf8').matchAll(/`(\s*(?:WITH|UPDATE|INSERT|DELETE)\b[^`]*)`/g)];
    for (const [, text] of texts) all.add(text!.replace(/\$\{[^}]*\}/g, 'true'));
    if (!name.endsWith('.sql.ts')) continue;
    for (const constant of Object.values(jest.requireActual<object>(resolve(path)))) {
      if (typeof constant === 'string' && /\b(UPDATE|INSERT|DELETE)\b/.test(constant)) all.add(constant);
    }
  }
  return all;
}
