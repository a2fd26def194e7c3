import { userInfo } from 'node:os';
import { Client } from 'pg';
import { isInstalled } from '../docker/manifest';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aVisitor } from '../factories/visitor';
import { call, type CallOptions, type Reply } from '../support/call';
import { dropRunDatabases, SERVER_URL } from '../support/database/test-server';
import { type Parley, startParley } from '../support/parley';
import { PGBOUNCER, PgBouncer } from '../support/pgbouncer';
import { freePort } from '../support/ports';
import { REDIS_URL } from '../support/redis';
import { TestSmtpServer } from '../support/smtp-server';
import { SpawnedService } from '../support/spawned-service';
import { installed, StreamProxy } from '../support/stream-proxy';
import { streamedEvents } from '../support/visitor-stream';

const server = new URL(process.env['TEST_DATABASE_URL'] ?? `postgres://${userInfo().username}@127.0.0.1:5432/postgres`);
const LOOK = `
  const client = new (require('pg').Client)({ connectionString: process.argv[1], connectionTimeoutMillis: 3000 });
  client.connect().then(() => client.end()).catch(() => (process.exitCode = 1));`;
const missing = [
  ...(installed('haproxy') === null ? ['haproxy'] : []),
  ...(isInstalled(PGBOUNCER, '--version') ? [] : ['pgbouncer']),
  ...(isInstalled(process.execPath, '-e', LOOK, server.href) ? [] : [`PostgreSQL at ${server.host}`]),
];
if (missing.length > 0) console.log(`Skipped for want of ${missing.join(' and ')}.`);

const POOL_SIZE = 8;
const SECRET_KEY = `the key that all of these processes have, ${process.hrtime.bigint()}`;
const LIMIT = 30;

/** Three API and two worker processes behind HAProxy, on one PostgreSQL through PgBouncer; with Redis where there is one. */
(missing.length === 0 ? describe : describe.skip)('three API and two worker processes', () => {
  const embedded = process.env[SERVER_URL];
  let pgbouncer: PgBouncer;
  let smtp: TestSmtpServer;
  let parley: Parley;
  let desk: HelpDesk;
  let proxy: StreamProxy;
  let apis: SpawnedService[];
  let workers: SpawnedService[];

  beforeAll(async () => {
    process.env[SERVER_URL] = server.href;
    pgbouncer = await PgBouncer.start(server, POOL_SIZE);
    process.env['TEST_POOLER'] = pgbouncer.place;
    smtp = await TestSmtpServer.start();
    // Only what makes accounts and agents, and looks into the database: it neither answers nor works in the background.
    parley = await startParley({ settings: { SECRET_KEY } });
    desk = await aHelpDesk(parley);
    await ask(`ALTER ROLE CURRENT_USER IN DATABASE "${databaseName()}" SET statement_timeout = '30s'`);
    // Connections that the pooler has from before know nothing of it.
    await ask(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE datname = '${databaseName()}' AND pid <> pg_backend_pid()`);
    const common = {
      ...{ DATABASE_URL: pgbouncer.urlOf(parley.databaseUrl), DATABASE_DIRECT_URL: parley.databaseUrl, SECRET_KEY },
      ...{ SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, ...(REDIS_URL !== null && { REDIS_URL }) },
      ...{ RUN_WORKER: 'no', LIMIT_CAPABILITIES_PER_ADDRESS: String(LIMIT) },
    };
    const ports = [await freePort(), await freePort(), await freePort()];
    apis = await Promise.all(ports.map((port) => SpawnedService.start({ ...common, PORT: String(port) })));
    workers = await Promise.all([1, 2].map(() => SpawnedService.start(common, 'worker')));
    proxy = await StreamProxy.start('haproxy', ports, 60);
  }, 180_000);
  afterAll(async () => {
    await proxy?.stop();
    await Promise.all([...(apis ?? []), ...(workers ?? [])].map((service) => service.stop()));
    await parley.stop();
    await smtp.stop();
    pgbouncer.stop();
    await dropRunDatabases();
    process.env[SERVER_URL] = embedded;
    delete process.env['TEST_POOLER'];
  });

  const databaseName = (): string => new URL(parley.databaseUrl).pathname.slice(1);
  const ask = async <Row>(sql: string): Promise<Row[]> => {
    const client = new Client({ connectionString: parley.databaseUrl });
    await client.connect();
    try {
      return (await client.query(sql)).rows as Row[];
    } finally {
      await client.end();
    }
  };
  /** By way of the proxy, which chooses the process. */
  const send = (method: string, path: string, options: CallOptions = {}): Promise<Reply> =>
    call(`${proxy.url}/api/v1${path}`, method, options);
  const chatPath = (): string => `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/chat`;
  const served = (operation: string): number[] =>
    apis.map(({ lines }) => lines.filter((line) => line.includes(`"operation":"${operation}"`)).length);

  it('answer turns of one conversation, whichever of them is asked', async () => {
    const token = desk.key.secret;
    const first = await send('POST', chatPath(), { token, body: { message: 'How do I reset my password?' } });
    expect([first.status, first.body.outcome]).toEqual([200, 'answered']);
    const { conversationId } = first.body as { conversationId: string };
    for (const api of apis) {
      const body = { message: 'When are invoices issued?', conversationId };
      const reply = await call(`${api.url}${chatPath()}`, 'POST', { token, body });
      expect([reply.status, reply.body.conversationId]).toEqual([200, conversationId]);
    }
    const many = await Promise.all(
      Array.from({ length: 60 }, () =>
        send('POST', chatPath(), { token, body: { message: 'How do I reset my password?' } }),
      ),
    );
    expect(
      many.filter(({ status, body }) => status !== 200 || body.outcome !== 'answered').map(({ text }) => text),
    ).toEqual([]);
    for (const turns of served('sendChatTurn')) expect(turns).toBeGreaterThan(5);
  });

  it('give a request that is sent again to another one the answer of the first', async () => {
    const [token, headers] = [desk.admin.secret, { 'idempotency-key': 'once-among-three' }];
    const body = { name: 'Once' };
    const path = `/workspaces/${desk.workspace.id}/agents`;
    const replies = await Promise.all(apis.map((api) => call(`${api.url}${path}`, 'POST', { token, headers, body })));
    const later = await send('POST', path, { token, headers, body });
    const ids = [...replies, later].filter(({ status }) => status === 201).map((reply) => reply.body.id as string);
    expect(new Set(ids).size).toBe(1);
    expect(later.status).toBe(201);
    // Callers that came while the first was being served were asked to wait.
    expect(replies.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const agents = await ask<{ n: number }>(`SELECT count(*)::int AS n FROM agents WHERE name = 'Once'`);
    expect(agents).toEqual([{ n: 1 }]);
  });

  it('tell a visitor live what a member replies by another one, once', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const body = { message: 'I want to talk to a human, please.', requestId: 'topology-1' };
    const messageReply = await send('POST', '/visitor/messages', { token, body });
    expect(messageReply.status).toBe(200);
    const { conversationId } = messageReply.body as { conversationId: string };
    const streams = await Promise.all(
      apis.map(({ url }) => streamedEvents({ url: new URL(url).origin }, token, conversationId)),
    );
    await Promise.all(streams.map((stream) => stream.until('ready')));
    const reply = await send('POST', `/workspaces/${desk.workspace.id}/inbox/${conversationId}/messages`, {
      token: desk.admin.secret,
      body: { content: 'This is a human.', channel: 'widget' },
    });
    expect(reply.status).toBe(201);
    for (const stream of streams) {
      const events = await stream.until('message.created');
      expect(JSON.stringify(events.at(-1))).toContain('This is a human.');
      stream.leave();
    }
  }, 60_000);

  it('send each email once, by the workers', async () => {
    const addresses = Array.from({ length: 20 }, (_, n) => `customer-${n}@example.com`);
    const replies = await Promise.all(
      addresses.map((email) =>
        send('POST', '/accounts', {
          origin: 'http://localhost:3000',
          body: { email, password: 'a long pass-phrase of theirs', name: 'Ada' },
        }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(addresses.map(() => 202));
    const arrived = (): string[] => smtp.received.map(({ to }) => to).filter((to) => addresses.includes(to));
    while (new Set(arrived()).size < addresses.length) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(arrived().sort()).toEqual([...addresses].sort());
    const sent = (services: SpawnedService[]): number =>
      services.flatMap(({ lines }) => lines).filter((line) => line.includes('"msg":"mail sent"')).length;
    // The event arrives a moment after the server has it.
    while (sent(workers) < addresses.length) await new Promise((resolve) => setTimeout(resolve, 50));
    expect([sent(workers), sent(apis)]).toEqual([addresses.length, 0]);
  }, 60_000);

  it('count limits together, exactly', async () => {
    const replies = await Promise.all(Array.from({ length: 3 * LIMIT }, () => send('GET', '/capabilities')));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2 * LIMIT);
    const rows = await ask<object>(`SELECT hits FROM rate_limits WHERE key LIKE 'capabilities:%'`);
    expect(rows).toHaveLength(REDIS_URL === null ? 1 : 0);
  });

  it('share fewer connections than one of them has', async () => {
    const used = await ask<{ n: number }>(`SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = '${databaseName()}' AND pid <> pg_backend_pid()`);
    expect(used[0]!.n).toBeLessThanOrEqual(POOL_SIZE);
  });

  it('revoke for all of them at once, and go on without one that was killed', async () => {
    const token = desk.key.secret;
    const body = { message: 'How do I reset my password?' };
    await apis[0]!.stop('SIGKILL');
    // Requests in progress fail with an error, or HAProxy closes the caller's connection so that it retries. After the
    // proxy's next health check, no request is sent there any more.
    const DROPPED = 599;
    const statuses: number[] = [];
    while (statuses.slice(-20).filter((status) => status === 200).length < 20) {
      statuses.push(
        await send('POST', chatPath(), { token, body }).then(
          ({ status }) => status,
          () => DROPPED,
        ),
      );
    }
    expect(statuses.filter((status) => status >= 500).length).toBeLessThan(5);
    const path = `/workspaces/${desk.workspace.id}/keys/${desk.key.id}`;
    const revoked = await call(`${apis[1]!.url}${path}`, 'DELETE', { token: desk.admin.secret });
    expect(revoked.status).toBeLessThan(300);
    expect((await call(`${apis[2]!.url}${chatPath()}`, 'POST', { token, body })).status).toBe(401);
  }, 60_000);
});
