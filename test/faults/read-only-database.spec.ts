import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedPostgres } from '../../src/common/database/embedded/embedded-postgres';
import { migrate } from '../../src/common/database/migrate';
import { BUILT_IN } from '../../src/features';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aSource } from '../factories/source';
import { aWorkspace, type TestWorkspace } from '../factories/workspace';
import type { Reply } from '../support/call';
import { onServer } from '../support/database/test-server';
import { type Parley, startParley } from '../support/parley';
import { Scrape } from '../support/scrape';
import { remove, temporaryFolder } from './embedded-postgres-support';

const SETTINGS = { RUN_WORKER: 'yes', MANAGEMENT_PORT: '0', LIMIT_CAPABILITIES_PER_ADDRESS: '1000' };

/** Callers, and work that was accepted while the database took writes. */
class Team {
  private constructor(
    readonly parley: Parley,
    readonly admin: { secret: string },
    readonly workspace: TestWorkspace,
    readonly agent: { id: string; workspaceId: string },
  ) {}

  static async of(parley: Parley): Promise<Team> {
    const admin = await aCredential(parley, await anAccount(parley));
    const workspace = await aWorkspace(parley, admin);
    return new Team(parley, admin, workspace, await anAgent(parley, workspace, admin));
  }

  rename(name: string): Promise<Reply> {
    const { id } = this.workspace;
    return this.parley.call('PATCH', `/workspaces/${id}`, { token: this.admin.secret, body: { name } });
  }

  async name(): Promise<string> {
    const reply = await this.parley.call('GET', `/workspaces/${this.workspace.id}`, { token: this.admin.secret });
    return reply.body.name as string;
  }

  async aSource(): Promise<string> {
    return (await aSource(this.parley, this.agent, this.admin)).id;
  }

  async statusOf(sourceId: string): Promise<string> {
    const path = `/workspaces/${this.workspace.id}/agents/${this.agent.id}/sources/${sourceId}`;
    return (await this.parley.call('GET', path, { token: this.admin.secret })).body.status as string;
  }

  ready(): Promise<Reply> {
    return this.parley.call('GET', '/health/ready');
  }

  async untilReady(status: number): Promise<Reply> {
    for (;;) {
      const reply = await this.ready();
      if (reply.status === status) return reply;
      await pause(20);
    }
  }

  /** Everything that callers are answered while writes are impossible. */
  async expectRefusals(): Promise<void> {
    const { parley, admin } = this;
    const renamed = await this.rename('Written nowhere');
    expect([renamed.status, renamed.body.code, renamed.headers.get('retry-after')]).toEqual([503, 'not_ready', '5']);
    const email = `${Date.now()}@example.com`;
    const joining = { name: 'Ann', email, password: 'correct horse battery staple', acceptTerms: true };
    const others = [
      await parley.call('POST', '/auth/register', { body: joining }),
      await parley.call('GET', `/visitor/agents/${this.agent.id}`),
      await parley.call('POST', '/workspaces', { token: admin.secret, body: { name: 'None' } }),
    ];
    for (const { status, headers, text } of others) {
      if (status >= 500) expect([text, status, headers.get('retry-after')]).toEqual([text, 503, '5']);
    }
    expect((await parley.call('GET', '/capabilities')).status).toBe(200);
    expect((await parley.call('GET', '/health/live')).status).toBe(200);
    expect((await Scrape.of(parley)).value('parley_ready', { process: 'api' })).toBe(0);
  }

  async expectWorkDone(...sourceIds: string[]): Promise<void> {
    for (const sourceId of sourceIds) {
      while ((await this.statusOf(sourceId)) !== 'ready') await pause(20);
    }
  }
}

const READ_ONLY = {
  code: 'not_ready',
  details: [{ code: 'read_only', message: 'the database does not accept writes' }],
};

describe('a database whose sessions are read-only', () => {
  let team: Team;
  beforeAll(async () => {
    team = await Team.of(await startParley({ settings: SETTINGS }));
  });
  afterAll(() => team.parley.stop());

  const become = async (value: 'on' | 'off'): Promise<void> => {
    const name = new URL(team.parley.databaseUrl).pathname.slice(1);
    await onServer((client) => client.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = ${value}`));
  };
  /** As a server does that is demoted: sessions that come are read-only. */
  const demote = async (): Promise<void> => {
    await become('on');
    const name = new URL(team.parley.databaseUrl).pathname.slice(1);
    await onServer((client) =>
      client.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [name]),
    );
  };

  it('is not ready, refuses writes with 503, and goes on when they are possible again', async () => {
    const accepted = await team.aSource();
    await demote();
    expect((await team.untilReady(503)).body).toMatchObject({ code: 'not_ready' });
    let ready = await team.ready();
    while (ready.body.details?.[0]?.code === 'database') ready = await team.ready();
    expect(ready.body).toMatchObject(READ_ONLY);
    await team.expectRefusals();
    await become('off');
    await team.untilReady(200);
    expect((await team.rename('Written')).status).toBe(200);
    expect(await team.name()).toBe('Written');
    await team.expectWorkDone(accepted, await team.aSource());
  });

  it('keeps no session that was made while it was, regardless of its first user', async () => {
    await demote();
    // Sessions for many requests at once, all of which only read.
    await Promise.all(Array.from({ length: 20 }, () => team.name().catch(() => null)));
    await become('off');
    const writes = (): Promise<Reply[]> =>
      Promise.all(Array.from({ length: 20 }, (_, place) => team.rename(`Again ${place}`)));
    while ((await writes()).some(({ status }) => status !== 200)) await pause(20);
  });
});

describe('a server that has become a standby', () => {
  const folder = temporaryFolder();
  const start = (): Promise<EmbeddedPostgres> => EmbeddedPostgres.start({ dataDir: folder, durable: false });
  let server: EmbeddedPostgres;
  let team: Team;
  beforeAll(async () => {
    server = await start();
    await migrate({ url: server.url, setting: 'DATABASE_URL' }, BUILT_IN);
    team = await Team.of(await startParley({ settings: SETTINGS, through: () => Promise.resolve(server.url) }));
  });
  afterAll(async () => {
    await team.parley.stop();
    await server.stop();
    remove(folder);
  });

  it('is not ready and refuses writes with 503 until it is promoted; what was accepted is done then', async () => {
    const accepted = await team.aSource();
    expect((await team.rename('Acknowledged')).status).toBe(200);
    await server.stop();
    writeFileSync(join(folder, 'postgres', 'cluster', 'standby.signal'), '');
    server = await start();
    expect((await team.untilReady(503)).body).toMatchObject(READ_ONLY);
    await team.expectRefusals();
    await team.parley.database.query('SELECT pg_promote()');
    await team.untilReady(200);
    expect(await team.name()).toBe('Acknowledged');
    expect((await team.rename('Written')).status).toBe(200);
    await team.expectWorkDone(accepted, await team.aSource());
  });
});
