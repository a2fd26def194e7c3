import { SqlLog } from '../../src/common/database/sql-log';
import type { RegisteredOperation } from '../../src/common/operations/registered-operation';
import { OperationRegistry } from '../../src/common/registry/operation.registry';
import { issueSecret } from '../../src/common/secrets/token';
import { Cast } from '../contract/cast';
import { idsOf } from '../contract/tenant';
import { committedDocument } from '../support/committed-document';
import type { CallOptions, Reply } from '../support/call';
import { CommandLine } from '../support/command-line';
import { type Condition, DatabaseProxy } from '../support/database/database-proxy';
import { type Parley, startParley } from '../support/parley';
import { callerOf } from './every-input';

const document = committedDocument();
/** What the document shows that each operation takes. */
const bodies = new Map(
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, requestBody }) => [operationId, requestBody?.content['application/json']?.example]),
);
/** One place distinguishes these errors for all operations: for most conditions, every fifth operation is called. */
const AWAY: [string, Condition, every?: number][] = [
  ['is stopped', 'refusing', 1],
  ['resets connections', 'resetting'],
  ['ends', { sqlState: '57P01' }],
  ['starts', { sqlState: '57P03' }],
  ['recovers', { sqlState: '55000' }],
  ['has too many connections', { sqlState: '53300' }],
  ['does not answer', 'hanging', 1],
];

/** These read no account and no key, so a lock on those does not block them: an answer in time is right. */
const PUBLIC = new Set(['listCapabilities', 'listEventTypes', 'getVisitorAgent']);

describe('while the database', () => {
  let parley: Parley;
  let proxy: DatabaseProxy;
  let cast: Cast;
  let operations: readonly RegisteredOperation[];
  /** Who is admitted, by operation: what they send was prepared while the database was there. */
  let admitted: Map<string, { path: string; send: CallOptions }>;
  beforeAll(async () => {
    parley = await startParley({
      settings: { LIMIT_CAPABILITIES_PER_ADDRESS: '100000', LIMIT_SIGN_UP_PER_ADDRESS: '100000' },
      through: async (databaseUrl) => (proxy = await DatabaseProxy.before(databaseUrl)).url,
    });
    ({ operations } = parley.get(OperationRegistry));
    cast = await Cast.gather(parley);
    admitted = new Map();
    for (const operation of operations) {
      const { headers } = await callerOf(parley, cast, operation);
      const { operationId } = operation;
      const ids = idsOf(cast.home, operation.pathParameters);
      const path = operation.path.replace(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? '');
      admitted.set(operationId, {
        path,
        send: { headers: { ...headers, ...formHeaders(operation) }, ...bodyOf(operation) },
      });
    }
  });
  afterAll(async () => {
    await proxy.become('working');
    await parley.stop();
    await proxy.close();
  });
  afterEach(() => proxy.become('working'));

  const send = (operation: RegisteredOperation, without: boolean): Promise<Reply> => {
    const { path, send: prepared } = admitted.get(operation.operationId)!;
    const { authorization: _a, cookie: _c, ...rest } = prepared.headers ?? {};
    return parley.call(operation.method, path, { ...prepared, headers: without ? rest : prepared.headers });
  };

  it.each(AWAY)('%s, no operation answers 500, and each says when to come back', async (what, condition, every = 5) => {
    await proxy.become(condition);
    const code = /too many|not answer/.test(what) ? 'overloaded' : 'not_ready';
    const called = operations.filter((_, n) => n % every === 0);
    const requests = called.flatMap((operation) => [true, false].map((without) => ({ operation, without })));
    const wrong: unknown[] = [];
    const check = async ({ operation, without }: (typeof requests)[number]): Promise<void> => {
      const reply = await send(operation, without);
      const answer = [reply.status, reply.body?.code ?? reply.body?.error, reply.headers.get('retry-after') !== null];
      const expected = expectedOf(operation, without, code);
      if (JSON.stringify(answer) !== JSON.stringify(expected)) wrong.push([operation.operationId, answer, expected]);
    };
    // More at once than the pool has connections would wait for one, and a slow machine would answer `overloaded`.
    const atOnce = code === 'overloaded' ? requests.length : parley.settings.values.DATABASE_POOL_SIZE;
    while (requests.length > 0) await Promise.all(requests.splice(0, atOnce).map(check));
    expect(wrong).toEqual([]);
    await proxy.become('working');
    expect(
      (
        await send(
          operations.find(({ operationId }) => operationId === 'listWorkspaces')!,
          false,
        )
      ).status,
    ).toBe(200);
  });

  it.each(AWAY)('%s, what needs none goes on', async (_what, condition) => {
    await proxy.become(condition);
    const paths = ['/capabilities', '/health/live', '/docs', '/llms.txt', '/.well-known/oauth-authorization-server'];
    const replies = await Promise.all([...paths, '/health/ready', '/nothing'].map((path) => parley.call('GET', path)));
    expect(replies.map(({ status }) => status)).toEqual([...paths.map(() => 200), 503, 404]);
    expect(replies.at(-2)!.body.code).toBe('not_ready');
  });

  it('is stopped, MCP says so as well, and the command line ends with 6', async () => {
    const token = await cast.credential(cast.home.owner);
    const line = await CommandLine.at(parley.url, { PARLEY_TOKEN: token });
    await proxy.become('refusing');
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { accept: 'application/json, text/event-stream' };
    const reply = await parley.call('POST', '/mcp', { token, headers, body: message });
    expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([
      503,
      'authorization_unavailable',
      '5',
    ]);
    expect((await line.run(['workspaces', 'list'])).code).toBe(6);
  });

  it('has no connection and no answer in time for any caller, no operation answers 500', async () => {
    const holder = parley.database.createQueryRunner();
    const wrong: unknown[] = [];
    try {
      await holder.startTransaction();
      await holder.query('LOCK TABLE accounts, workspace_keys');
      const all = [...operations, ...operations].filter(({ operationId }) => !PUBLIC.has(operationId));
      await Promise.all(
        all.map(async (operation) => {
          const { status, text, headers } = await send(operation, false);
          const isAnnounced = status === 503 && headers.get('retry-after') !== null;
          if (!isAnnounced && status >= 500) wrong.push([operation.operationId, status, text]);
          if (status < 400) wrong.push([operation.operationId, status]);
        }),
      );
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
    expect(wrong).toEqual([]);
  });

  /** What deletes comes last, so that the others find their records. */
  it.each([2, 3, 5])('goes away at the %d. statement of an operation, it answers 503 or is done', async (nth) => {
    const wrong: unknown[] = [];
    let unavailable = 0;
    for (const operation of [...operations].sort((a, b) => rank(a) - rank(b))) {
      let count = 0;
      const stop = SqlLog.listen(() => {
        if (++count === nth) void proxy.become('refusing');
      });
      const reply = await send(operation, false).catch(() => null);
      stop();
      await proxy.become('working');
      // A file that has begun is broken off.
      if (reply === null && operation.gives) continue;
      const isAnnounced = reply?.status === 503 && reply.headers.get('retry-after') !== null;
      if (isAnnounced) unavailable += 1;
      if (reply === null || (reply.status >= 500 && !isAnnounced)) wrong.push([operation.operationId, reply?.text]);
    }
    expect(wrong).toEqual([]);
    expect(unavailable).toBeGreaterThan(nth === 2 ? 40 : 10);
  });

  function bodyOf(operation: RegisteredOperation): Pick<CallOptions, 'body'> {
    if (operation.access.kind === 'client') return { body: 'grant_type=client_credentials' };
    if (operation.takes) return { body: 'name\nAnn Lee\n' };
    const shown = bodies.get(operation.operationId) as Record<string, unknown> | undefined;
    if (!operation.takesBody || !shown) return {};
    const body = { ...shown };
    if ('token' in body) body['token'] = issueSecret('cm_');
    if ('currentPassword' in body) body['currentPassword'] = cast.home.owner.password;
    if ('expiresAt' in body) delete body['expiresAt'];
    return { body };
  }

  function formHeaders({ access, takes }: RegisteredOperation): Record<string, string> {
    if (takes) return { 'content-type': Object.keys(takes.mediaTypes)[0]! };
    if (access.kind !== 'client') return {};
    const { id, secret } = cast.home.key;
    return {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
  }
});

function expectedOf(
  { access, errors, operationId }: RegisteredOperation,
  without: boolean,
  unavailable: string,
): [number, string | undefined, boolean] {
  if (operationId === 'listCapabilities' || operationId === 'listEventTypes') return [200, undefined, false];
  switch (access.kind) {
    case 'public':
      return [503, errors?.includes('identity_unavailable') ? 'identity_unavailable' : unavailable, true];
    case 'client':
      return without ? [401, 'invalid_client', false] : [503, 'temporarily_unavailable', true];
    default:
      return without ? [401, 'api_key_missing', false] : [503, 'authorization_unavailable', true];
  }
}

function rank({ method, destructive, operationId }: RegisteredOperation): number {
  if (/^(changePassword|endCurrentSession)$/.test(operationId)) return 3;
  return method === 'GET' ? 0 : destructive ? 2 : 1;
}
