import { parse } from 'libpg-query';
import { unboundTables } from './unbound-tables';

const COLUMNS = new Map([
  ['workspaces', 'id'],
  ...['agents', 'members', 'sources'].map((table) => [table, 'workspace_id'] as const),
]);

describe('unboundTables', () => {
  it.each([
    ['a value', 'SELECT FROM agents WHERE workspace_id = $1 AND id = $2'],
    ['a cast value, the other way round', 'SELECT FROM agents a WHERE $1::uuid = a.workspace_id'],
    ['one of several values', 'SELECT FROM agents WHERE workspace_id = ANY ($1::uuid[])'],
    ['a change', 'UPDATE agents SET name = $3 WHERE workspace_id = $1 AND id = $2 RETURNING id'],
    ['a removal', 'DELETE FROM agents WHERE (workspace_id, id) = ($1, $2)'],
    ['a workspace by its id', 'SELECT FROM workspaces WHERE id = $1'],
    ['a join', 'SELECT FROM agents a JOIN sources s ON s.workspace_id = a.workspace_id WHERE a.workspace_id = $1'],
    [
      'a join that names its columns',
      'SELECT FROM agents a JOIN sources USING (workspace_id) WHERE a.workspace_id = $1',
    ],
    [
      'a chain of joins',
      'SELECT FROM workspaces w, agents a, members m WHERE a.workspace_id = w.id AND m.workspace_id = a.workspace_id AND w.id = $1',
    ],
    [
      'the empty side of an outer join',
      'SELECT FROM agents a LEFT JOIN sources s ON s.workspace_id = a.workspace_id WHERE a.workspace_id = $1',
    ],
    [
      'a correlated query',
      'SELECT (SELECT count(*) FROM sources s WHERE s.workspace_id = a.workspace_id) FROM agents a WHERE a.workspace_id = $1',
    ],
    [
      'what another part found',
      'WITH due AS (SELECT $1::uuid AS workspace_id) UPDATE sources s SET x = 1 FROM due WHERE s.workspace_id = due.workspace_id',
    ],
    [
      'what is inserted',
      'INSERT INTO agents (workspace_id, id) VALUES ($1, $2) ON CONFLICT (workspace_id, id) DO UPDATE SET x = 1',
    ],
    ['a table of all workspaces', 'SELECT FROM accounts WHERE id = $1'],
  ])('is content with %s', async (_what, sql) => {
    expect(unboundTables(await parse(sql), COLUMNS)).toEqual([]);
  });

  it.each([
    ['no condition', 'SELECT FROM agents', ['agents agents']],
    ['another condition', 'SELECT FROM agents a WHERE a.id = $2', ['agents a']],
    ['a change', 'UPDATE agents SET workspace_id = $1 WHERE id = $2', ['agents agents']],
    ['a removal', 'DELETE FROM agents WHERE id = $2', ['agents agents']],
    ['a condition for some rows only', 'SELECT FROM agents WHERE workspace_id = $1 OR id = $2', ['agents agents']],
    ['every workspace but one', 'SELECT FROM agents WHERE NOT workspace_id = $1', ['agents agents']],
    ['another comparison', 'SELECT FROM agents WHERE workspace_id >= $1', ['agents agents']],
    ['itself', 'SELECT FROM agents a WHERE a.workspace_id = a.workspace_id', ['agents a']],
    ['another column', 'SELECT FROM agents a WHERE a.workspace_id = a.id', ['agents a']],
    ['each other', 'SELECT FROM agents a JOIN sources s ON s.workspace_id = a.workspace_id', ['agents a', 'sources s']],
    [
      'one table of two',
      'SELECT FROM agents a, sources s WHERE a.workspace_id = $1 AND s.agent_id = a.id',
      ['sources s'],
    ],
    [
      'the full side of an outer join',
      'SELECT FROM agents a LEFT JOIN sources s ON a.workspace_id = $1',
      ['agents a', 'sources s'],
    ],
    ['a query inside', 'SELECT FROM accounts WHERE id IN (SELECT account_id FROM members)', ['members members']],
    [
      'one side of a union',
      'SELECT id FROM agents WHERE workspace_id = $1 UNION SELECT id FROM sources WHERE id = $2',
      ['sources sources'],
    ],
    [
      'a part of its own',
      'WITH gone AS (DELETE FROM sources WHERE id = $1 RETURNING id) SELECT FROM gone',
      ['sources sources'],
    ],
    ['what is inserted from elsewhere', 'INSERT INTO agents SELECT * FROM agents a WHERE a.id = $1', ['agents a']],
    ['a workspace by its name', 'SELECT FROM workspaces WHERE name = $1', ['workspaces workspaces']],
  ])('finds %s', async (_what, sql, tables) => {
    expect(unboundTables(await parse(sql), COLUMNS)).toEqual(tables);
  });
});
