import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BILLING_ARTICLE, PASSWORDS_ARTICLE } from '../factories/help-desk-fixtures';
import { call, type CallOptions, type Reply } from '../support/call';
import { SpawnedService } from '../support/spawned-service';

const KILLS = Number(process.env['KILLS'] ?? 20);
const PASSWORD = 'correct horse battery staple';
const ORIGIN = 'http://localhost:3000';

/** The service with its embedded database, killed while customers chat: what was answered must still be there. */
describe('kill -9 of the whole service', () => {
  let dataDir: string;
  let service: SpawnedService;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'parley-kill-'));
    await chmod(dataDir, 0o711);
    service = await SpawnedService.start({ DATA_DIR: dataDir });
  });
  afterAll(async () => {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const send = async (method: string, path: string, options: CallOptions = {}): Promise<Reply> => {
    const reply = await call(service.url + path, method, options);
    if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`);
    return reply;
  };

  const mailedToken = async (): Promise<string> => {
    for (;;) {
      const names = await readdir(join(dataDir, 'mail')).catch(() => []);
      const [name] = names.filter((candidate) => candidate.endsWith('.eml'));
      const [token] = name
        ? (/cm_[0-9A-Za-z]{49}/.exec(await readFile(join(dataDir, 'mail', name), 'utf8')) ?? [])
        : [];
      if (token) return token;
      await sleep(50);
    }
  };

  /** From nothing to a chat address, as a newcomer gets there. */
  const setUp = async (): Promise<{ path: string; token: string }> => {
    const email = `${randomUUID()}@example.com`;
    await send('POST', '/accounts', { body: { email, password: PASSWORD, name: 'Ada' } });
    await send('POST', '/accounts/verify', { body: { token: await mailedToken(), password: PASSWORD } });
    const session = await send('POST', '/sessions', { body: { email, password: PASSWORD } });
    const [, cookie] = /parley_session=([^;]+)/.exec(session.headers.get('set-cookie') ?? '') ?? [];
    const owner = { cookie, origin: ORIGIN };
    const workspace = (await send('POST', '/workspaces', { ...owner, body: { name: 'Kill' } })).body;
    const agents = `/workspaces/${workspace.id}/agents`;
    const agent = (await send('POST', agents, { ...owner, body: { name: 'Help', status: 'active' } })).body;
    for (const content of [PASSWORDS_ARTICLE, BILLING_ARTICLE]) {
      const name = content.split('\n')[0];
      await send('POST', `${agents}/${agent.id}/sources`, { ...owner, body: { type: 'text', name, content } });
    }
    const key = (
      await send('POST', `/workspaces/${workspace.id}/keys`, { ...owner, body: { name: 'k', scopes: ['chat:write'] } })
    ).body;
    return { path: `${agents}/${agent.id}/chat`, token: key.secret };
  };

  it(`loses nothing that was answered in ${KILLS} kills`, async () => {
    const { path, token } = await setUp();
    const answered = new Map<string, string>();
    const message = 'How do I reset my password?';
    let chatting = true;
    const customer = async (): Promise<void> => {
      while (chatting) {
        const requestId = randomUUID();
        try {
          const reply = await call(service.url + path, 'POST', { token, body: { message, requestId } });
          if (reply.status === 200) answered.set(requestId, reply.text);
        } catch {
          await sleep(20);
        }
      }
    };
    const customers = Promise.all([customer(), customer(), customer()]);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(100 + Math.random() * 400);
      await service.stop('SIGKILL');
      service = await SpawnedService.start({ DATA_DIR: dataDir });
    }
    chatting = false;
    await customers;

    for (const [requestId, text] of answered) {
      const again = await call(service.url + path, 'POST', { token, body: { message, requestId } });
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(again.text).toBe(text);
    }
    process.stdout.write(`service kills: n=${KILLS}, answered turns ${answered.size}, lost 0\n`);
    expect(answered.size).toBeGreaterThan(KILLS);
  });

  it('leaves no database running', async () => {
    await service.stop('SIGKILL');
    const alive = async (): Promise<boolean> => (await processesOf(dataDir)).length > 0;
    for (let waited = 0; waited < 10_000 && (await alive()); waited += 100) await sleep(100);
    expect(await processesOf(dataDir)).toEqual([]);
    service = await SpawnedService.start({ DATA_DIR: dataDir });
  });
});

/** Command lines of the running processes that name a folder. */
async function processesOf(folder: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(folder));
}
