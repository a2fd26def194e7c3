import { parse } from 'libpg-query';
import type { Place } from './schema-breaks';
import { locksRows, type Schema, statementBreaks } from './statement-breaks';

const SCHEMA: Schema = {
  places: new Map<string, Place>([
    ['agents', 'distributed'],
    ['members', 'distributed'],
    ['accounts', 'reference'],
    ['mails', 'local'],
  ]),
  volatile: new Set(['clock_timestamp']),
  mutable: new Set(['clock_timestamp', 'now', 'age']),
};

describe('statementBreaks', () => {
  it.each([
    ['a value', 'UPDATE agents SET name = $2 WHERE workspace_id = $1'],
    ['the time of the transaction', 'UPDATE agents SET at = now() WHERE workspace_id = $1 AND due < now()'],
    ['any time in what is inserted', 'INSERT INTO agents (workspace_id, at) VALUES ($1, clock_timestamp())'],
    ['any time in what is read', 'SELECT clock_timestamp() FROM agents WHERE workspace_id = $1'],
    ['any time on the coordinator', 'UPDATE mails SET at = clock_timestamp()'],
    [
      'one workspace for all tables',
      'SELECT FROM agents a, members m WHERE a.workspace_id = $1 AND m.workspace_id = $1',
    ],
    ['a function that always answers the same', 'UPDATE agents SET name = lower(name) WHERE workspace_id = $1'],
  ])('is content with %s', async (_what, sql) => {
    expect(statementBreaks(await parse(sql), SCHEMA)).toEqual([]);
  });

  it.each([
    ['UPDATE agents SET at = clock_timestamp()', 'volatile function in a change: agents'],
    ['DELETE FROM agents WHERE at < clock_timestamp()', 'volatile function in a change: agents'],
    ['UPDATE accounts SET at = clock_timestamp()', 'volatile function in a change: accounts'],
    [
      'WITH due AS (SELECT clock_timestamp() AS at) UPDATE agents SET at = due.at FROM due',
      'volatile function in WITH of a change: agents',
    ],
    ['UPDATE agents SET days = age(at)', 'function of a column in a change: agents'],
    ['UPDATE agents SET at = coalesce(at, now())', 'function in CASE or COALESCE of a change: agents'],
    ['UPDATE agents SET at = CASE WHEN x THEN now() END', 'function in CASE or COALESCE of a change: agents'],
    [
      'INSERT INTO agents (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET at = CURRENT_TIMESTAMP',
      'function in ON CONFLICT: agents',
    ],
    ['UPDATE agents SET x = 1 RETURNING now()', 'function in RETURNING: agents'],
    ['INSERT INTO agents (id) VALUES ((SELECT 1))', 'query in VALUES: agents'],
    ['SELECT FROM agents a, members m WHERE a.workspace_id = $1 AND $2::uuid = m.workspace_id', 'several workspaces'],
    ['SELECT FROM agents a, members m WHERE (a.workspace_id, m.workspace_id) = ($1, $2)', 'several workspaces'],
  ])('finds in %s', async (sql, problem) => {
    expect(statementBreaks(await parse(sql), SCHEMA)).toEqual([problem]);
  });

  it.each([
    ['SELECT FROM agents FOR UPDATE SKIP LOCKED', true],
    ['DELETE FROM agents WHERE id IN (SELECT id FROM agents LIMIT 1 FOR UPDATE SKIP LOCKED)', true],
    ['SELECT FROM agents', false],
    ['SELECT FROM mails FOR UPDATE SKIP LOCKED', false],
    ['SELECT FROM accounts FOR NO KEY UPDATE', false],
  ])('tells of %s whether it locks rows of workspaces', async (sql, locks) => {
    expect(locksRows(await parse(sql), SCHEMA)).toBe(locks);
  });
});
