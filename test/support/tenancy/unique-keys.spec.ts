import { parse } from 'libpg-query';
import { Client } from 'pg';
import { createTestDatabase, dropTestDatabase } from '../database/test-database';
import { lookUps } from './unbound-tables';
import { isAmbiguous, OF_SEVERAL, type UniqueKeys, uniqueKeys } from './unique-keys';

const COLUMNS = new Map([
  ['workspaces', 'id'],
  ...[
    'agents',
    'conversations',
    'custom_domains',
    'labels',
    'members',
    'replies',
    'support_requests',
    'workspace_keys',
  ].map((table) => [table, 'workspace_id'] as const),
]);

describe('a look-up without the workspace', () => {
  let url: string;
  let client: Client;
  let keys: UniqueKeys;
  beforeAll(async () => {
    url = await createTestDatabase();
    client = new Client(url);
    await client.connect();
    keys = await uniqueKeys(async <Row>(sql: string) => (await client.query(sql)).rows as Row[]);
  });
  afterAll(async () => {
    await client.end();
    await dropTestDatabase(url);
  });

  const ambiguous = async (sql: string): Promise<string[]> =>
    lookUps(await parse(sql), COLUMNS)
      .filter((one) => isAmbiguous(one, keys))
      .map(({ table, by }) => `${table} ${by.join(' ')}`);

  it.each([
    ['agents by their id', 'SELECT FROM agents WHERE id = $1'],
    ['conversations by their id', 'SELECT FROM "conversations" "c" WHERE (("c"."id" = $1)) LIMIT 1'],
    ['more than the key', 'SELECT FROM replies WHERE message_id = $1 AND channel = $2'],
    [
      'a key by its hash, and its workspace',
      'SELECT FROM workspace_keys k JOIN workspaces w ON w.id = k.workspace_id WHERE k.secret_hash = $1',
    ],
    [
      'a part of the rows that is unique',
      `SELECT FROM custom_domains d WHERE domain = $1 AND d.status IN ('verifying', 'active', 'degraded')`,
    ],
    [
      'what another part found',
      'WITH used AS (SELECT $1::uuid AS id) UPDATE workspace_keys t SET name = $2 FROM used WHERE t.id = used.id',
    ],
    ['what is due', `SELECT FROM conversations WHERE closed_at < now() AND status = 'closed'`],
    [
      'rows of the same workspace',
      `SELECT FROM replies r JOIN conversations c ON c.workspace_id = r.workspace_id AND c.id = r.conversation_id WHERE r.status = 'queued'`,
    ],
    ['what is in a state', `SELECT FROM conversations WHERE status IN ('open', 'closed') AND handler = 'human'`],
    ['what belongs to no workspace', 'DELETE FROM "labels" WHERE ("workspace_id" IS NULL AND "id" IN ($1))'],
    ['one of the workspace', 'SELECT FROM labels WHERE workspace_id = $1 AND id = $2'],
  ])('may be for %s', async (_what, sql) => {
    expect(await ambiguous(sql)).toEqual([]);
  });

  it.each([
    ['an id that is unique in a workspace only', 'SELECT FROM labels WHERE id = $1', 'labels id'],
    ['one of several of those', 'SELECT FROM support_requests r WHERE r.id = ANY ($1::uuid[])', 'support_requests id'],
    [
      'all but some of those',
      'SELECT FROM support_requests WHERE resume_at < now() AND id <> ALL ($1)',
      'support_requests id',
    ],
    ['a change', 'UPDATE labels SET name = $2 WHERE id = $1', 'labels id'],
    ['a removal', 'DELETE FROM labels WHERE id = $1', 'labels id'],
    ['a host name that was given up', 'SELECT FROM custom_domains WHERE domain = $1', 'custom_domains domain'],
    [
      'what another part found',
      'WITH t AS (SELECT $1::uuid AS id) SELECT FROM t, labels l WHERE l.id = t.id',
      'labels id',
    ],
  ])('would show %s', async (_what, sql, shown) => {
    expect(await ambiguous(sql)).toEqual([shown]);
  });

  it('has no exception that a unique key makes needless', () => {
    for (const exception of Object.keys(OF_SEVERAL)) {
      const [table = '', ...by] = exception.split(' ');
      const covering = (keys.get(table) ?? []).filter(({ columns }) => columns.every((column) => by.includes(column)));
      expect([exception, covering]).toEqual([exception, []]);
    }
  });
});
