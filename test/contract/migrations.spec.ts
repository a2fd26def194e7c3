import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BUILT_IN } from '../../src/features';
import { PAST } from './migrations/past';
import { whatBreaks } from './migrations/what-breaks';

interface Migration extends MigrationInterface {
  /** Why what it does to tables that were there is safe while the version before runs. */
  readonly exemption?: string;
}

/** What it sends to a database where nothing is found. A migration that asks for more than `query` fails here. */
async function statementsOf(migration: Migration): Promise<string[]> {
  const statements: string[] = [];
  const query = (sql: string): Promise<unknown[]> => Promise.resolve(statements.push(sql)).then(() => []);
  await migration.up({ query } as unknown as QueryRunner);
  return statements;
}

async function problemsOf(migration: Migration): Promise<string[]> {
  const problems = await whatBreaks(await statementsOf(migration), migration.transaction ?? true);
  if (migration.exemption === undefined) return problems;
  return problems.length === 0 ? ['an exemption that nothing needs'] : [];
}

describe('migrations', () => {
  const all = BUILT_IN.migrations.map(({ migration: Class }) => new Class() as Migration);

  it('leave a schema on which the version before runs, or say why they may', async () => {
    const later = all.filter(({ name }) => !PAST.includes(name!));
    const problems = await Promise.all(later.map(async (one) => [one.name, await problemsOf(one)] as const));
    expect(problems.filter(([, some]) => some.length > 0)).toEqual([]);
  });

  it('of the past are still there, and can be looked at', async () => {
    expect(PAST.filter((name) => !all.some((one) => one.name === name))).toEqual([]);
    const widening = all.find(({ name }) => name === 'WidenNumbers1795000063000')!;
    expect(await problemsOf(widening)).toEqual([
      'AT_AlterColumnType rate_limits.hits',
      'AT_AlterColumnType support_requests.episode_number',
    ]);
  });

  it.each([
    [
      'CREATE TABLE notes (id uuid PRIMARY KEY)',
      'CREATE INDEX notes_id ON notes (id)',
      'ALTER TABLE notes ALTER id SET DEFAULT gen_random_uuid()',
    ],
    ['ALTER TABLE agents ADD colour text, ADD size integer NOT NULL DEFAULT 3, ADD seen_at timestamptz DEFAULT now()'],
    ['ALTER TABLE agents ADD size int', 'ALTER TABLE agents ADD CONSTRAINT small CHECK (size < 9) NOT VALID'],
    ['ALTER TABLE agents VALIDATE CONSTRAINT small'],
    ['ALTER TABLE agents ALTER name SET DEFAULT $$new$$, ALTER name SET STATISTICS 500'],
    ['CREATE FUNCTION one() RETURNS integer LANGUAGE sql RETURN 1', "COMMENT ON TABLE agents IS 'they chat'"],
  ])('may: %s', async (...statements) => {
    expect(await whatBreaks(statements)).toEqual([]);
  });

  it('may: an index without a lock, in a migration without a transaction', async () => {
    const sql = ['DROP INDEX CONCURRENTLY IF EXISTS by_name', 'CREATE INDEX CONCURRENTLY by_name ON agents (name)'];
    expect(await whatBreaks(sql, false)).toEqual([]);
    expect(await whatBreaks(sql)).toContain('CONCURRENTLY in a transaction agents.by_name');
    expect(await whatBreaks(sql.slice(0, 1), false)).toEqual(['DropStmt by_name']);
    expect(await whatBreaks(sql.slice(1), false)).toEqual(['an index not dropped before agents.by_name']);
  });

  it.each([
    ['DROP TABLE agents', 'DropStmt agents'],
    ['DROP INDEX agents_name', 'DropStmt agents_name'],
    ['DROP FUNCTION one()', 'DropStmt one'],
    ['DROP TYPE colour', 'DropStmt'],
    ['TRUNCATE agents', 'TruncateStmt'],
    ['ALTER TABLE agents RENAME TO bots', 'RenameStmt agents'],
    ['ALTER TABLE agents RENAME name TO title', 'RenameStmt agents'],
    ['ALTER TABLE agents DROP name', 'AT_DropColumn agents.name'],
    ['ALTER TABLE agents ALTER name TYPE varchar(9)', 'AT_AlterColumnType agents.name'],
    ['ALTER TABLE agents ALTER name SET NOT NULL', 'AT_SetNotNull agents.name'],
    ['ALTER TABLE agents ALTER name DROP NOT NULL', 'AT_DropNotNull agents.name'],
    ['ALTER TABLE agents ALTER name DROP DEFAULT', 'AT_ColumnDefault agents.name'],
    ['ALTER TABLE agents DROP CONSTRAINT small', 'AT_DropConstraint agents.small'],
    ['ALTER TABLE agents ADD size integer NOT NULL', 'NOT NULL without DEFAULT agents.size'],
    ['ALTER TABLE agents ADD key uuid DEFAULT gen_random_uuid()', 'a DEFAULT for each row agents.key'],
    ['ALTER TABLE agents ADD size integer UNIQUE', 'CONSTR_UNIQUE of a new column agents.size'],
    ['ALTER TABLE agents ADD size integer CHECK (size < 9)', 'CONSTR_CHECK of a new column agents.size'],
    ['ALTER TABLE agents ADD boss uuid REFERENCES accounts', 'CONSTR_FOREIGN of a new column agents.boss'],
    ['ALTER TABLE agents ADD n int GENERATED ALWAYS AS (1) STORED', 'CONSTR_GENERATED of a new column agents.n'],
    ['ALTER TABLE agents ADD CONSTRAINT small CHECK (size < 9)', 'a constraint without NOT VALID agents.small'],
    [
      'ALTER TABLE agents ADD CONSTRAINT small CHECK (size < 9) NOT VALID',
      'a constraint of columns that were there agents.small',
    ],
    [
      'ALTER TABLE agents ADD CONSTRAINT boss FOREIGN KEY (boss) REFERENCES accounts NOT VALID',
      'a constraint of columns that were there agents.boss',
    ],
    ['ALTER TABLE agents ADD UNIQUE (name)', 'a constraint without NOT VALID agents.'],
    ['CREATE INDEX agents_name ON agents (name)', 'an index without CONCURRENTLY agents.agents_name'],
    ['UPDATE agents SET size = 3', 'UpdateStmt agents'],
    ['DELETE FROM agents', 'DeleteStmt agents'],
    ['INSERT INTO agents DEFAULT VALUES', 'InsertStmt agents'],
    ['LOCK TABLE agents', 'LockStmt'],
    ['CREATE OR REPLACE FUNCTION one() RETURNS integer LANGUAGE sql RETURN 2', 'CreateFunctionStmt'],
    ['CREATE TRIGGER one AFTER INSERT ON agents EXECUTE FUNCTION one()', 'CreateTrigStmt agents'],
    ['DO $$ BEGIN DROP TABLE agents; END $$', 'DoStmt'],
  ])('may not: %s', async (sql, problem) => {
    expect(await whatBreaks([sql])).toEqual([expect.stringContaining(problem)]);
  });

  it('may not: validate what the same migration adds; an index that is unique', async () => {
    const adding = ['ALTER TABLE agents ADD n int', 'ALTER TABLE agents ADD CONSTRAINT small CHECK (n < 9) NOT VALID'];
    expect(await whatBreaks([...adding, 'ALTER TABLE agents VALIDATE CONSTRAINT small'])).toEqual([
      'VALIDATE in the migration that adds agents.small',
    ]);
    const unique = ['DROP INDEX CONCURRENTLY IF EXISTS x', 'CREATE UNIQUE INDEX CONCURRENTLY x ON agents (name)'];
    expect(await whatBreaks(unique, false)).toEqual(['a unique index agents.x']);
  });

  it('may with an exemption, but carry none that nothing needs', async () => {
    const of = (sql: string, exemption?: string): Promise<string[]> =>
      problemsOf({
        up: (queries) => queries.query(sql),
        down: () => Promise.resolve(),
        ...(exemption && { exemption }),
      });
    expect(await of('DROP TABLE agents')).toEqual(['DropStmt agents']);
    expect(await of('DROP TABLE agents', 'nothing reads it since 0.2.0')).toEqual([]);
    expect(await of('ALTER TABLE agents ADD n int', 'it is small')).toEqual(['an exemption that nothing needs']);
  });
});
