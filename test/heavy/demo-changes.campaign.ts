import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { remove, temporaryFolder } from '../faults/embedded-postgres-support';
import { call, type Reply } from '../support/call';
import { DemoRun } from '../support/demo-run';

const STAYS = 'Keeps running until Ctrl-C';
const ANEW = 'starts again with a new account';

interface Remembered {
  email: string;
  password: string;
  session: string;
  workspaceId: string;
  agentId: string;
  key: { id: string };
}

type Body = Record<string, unknown>;

/** The demonstration's account in a running demo, as a visitor uses it. */
class Visitor {
  constructor(
    private readonly url: string,
    readonly data: Remembered,
  ) {}

  /** Fails unless the service accepts it. */
  async does(method: string, path: string, body?: Body): Promise<Reply> {
    const reply = await call(`${this.url}/api/v1${path}`, method, {
      body,
      cookie: this.data.session,
      origin: this.url,
    });
    expect([path, reply.status, reply.status < 300 ? '' : reply.text]).toEqual([path, reply.status, '']);
    return reply;
  }

  inWorkspace(method: string, path: string, body?: Body): Promise<Reply> {
    return this.does(method, `/workspaces/${this.data.workspaceId}${path}`, body);
  }
}

describe('npm run demo after a visitor has changed its data', () => {
  const folder = temporaryFolder();
  const settings = { DATA_DIR: join(folder, 'data'), PORT: '0' };
  let run: DemoRun;
  afterAll(async () => {
    await run.interrupt();
    remove(folder);
  });

  async function start(): Promise<Visitor> {
    run = new DemoRun(settings);
    await run.says(STAYS);
    expect(run.operations.filter((one) => one === 'sendChatTurn').length).toBeGreaterThanOrEqual(5);
    return visitorOf(run);
  }

  function visitorOf({ output }: DemoRun): Visitor {
    const data = JSON.parse(readFileSync(join(settings.DATA_DIR, 'demo.json'), 'utf8')) as Remembered;
    const [, url = ''] = /The service runs at (\S+)\./.exec(output) ?? [];
    return new Visitor(url, data);
  }

  it('goes on with the same account where it can make up for the changes', async () => {
    const visitor = await start();
    const { agentId, key } = visitor.data;
    const agent = `/agents/${agentId}`;
    await visitor.inWorkspace('POST', '/sla-policies', {
      name: 'Office hours',
      position: 1,
      targets: [{ milestone: 'first_response', seconds: 3_600 }],
    });
    await visitor.inWorkspace('PATCH', '', { name: 'Renamed' });
    await visitor.inWorkspace('PATCH', agent, { name: 'Renamed', status: 'inactive' });
    await visitor.inWorkspace('DELETE', `/keys/${key.id}`);
    const { body } = await visitor.inWorkspace('GET', `${agent}/sources`);
    const [first] = (body as { sources: { id: string }[] }).sources;
    await visitor.inWorkspace('DELETE', `${agent}/sources/${first?.id}`);
    await visitor.inWorkspace('POST', `${agent}/sources`, { type: 'text', name: 'Mine', content: 'My own words.' });
    const contacts = await visitor.inWorkspace('GET', '/contacts');
    const [dana] = (contacts.body as { contacts: { id: string }[] }).contacts;
    await visitor.inWorkspace('DELETE', `/contacts/${dana?.id}`);
    await visitor.does('DELETE', '/sessions/current');
    expect(await run.interrupt()).toBe(0);

    const later = await start();
    expect(run.output).not.toContain(ANEW);
    expect(later.data).toMatchObject({ email: visitor.data.email, agentId });
    const names = await later.inWorkspace('GET', `${agent}/sources`);
    expect(names.text).toContain('"Mine"');
  }, 300_000);

  it('starts again with a new account where it cannot', async () => {
    const visitor = visitorOf(run);
    const { agentId, password } = visitor.data;
    await visitor.inWorkspace('PATCH', `/agents/${agentId}`, { rateLimitPerMinute: 1 });
    const newPassword = 'incorrect zebra battery staple';
    await visitor.does('POST', '/account/password', { currentPassword: password, newPassword });
    expect(await run.interrupt()).toBe(0);

    const later = await start();
    expect(run.output).toContain(ANEW);
    expect(later.data.email).not.toBe(visitor.data.email);
  }, 300_000);
});
