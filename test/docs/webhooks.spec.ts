import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { issueWebhookSecret, signedHeaders } from '../../src/webhooks/secrets/signature';
import { accepts, freePort } from '../support/ports';

const PAGE = readFileSync(join(__dirname, '../../docs/webhooks.md'), 'utf8');

/** The receivers of the page, and the programs that run them. */
const RECEIVERS = [
  { language: 'js', file: 'receiver.mjs', program: process.execPath, run: (file: string) => [file] },
  { language: 'python', file: 'receiver.py', program: 'python3', run: (file: string) => [file] },
  { language: 'go', file: 'receiver.go', program: 'go', run: (file: string) => ['run', file] },
];
const ATTEMPTS = Number(process.env['ATTEMPTS'] ?? 25);

describe.each(RECEIVERS)('the receiver in $language', ({ language, file, program, run }) => {
  const isThere = !spawnSync(program, [language === 'go' ? 'version' : '--version']).error;
  const folder = mkdtempSync(join(tmpdir(), 'parley-receiver-'));
  const [former, present] = [issueWebhookSecret(), issueWebhookSecret()];
  let child: ChildProcess | undefined;
  let url = '';

  beforeAll(async () => {
    if (!isThere) return;
    const code = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(PAGE)![1]!;
    writeFileSync(join(folder, file), code);
    const port = await freePort();
    url = `http://127.0.0.1:${port}/`;
    const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: present };
    child = spawn(program, run(join(folder, file)), { env, stdio: 'ignore', detached: true });
    await listening(port);
  }, 120_000);
  afterAll(async () => {
    if (child?.pid !== undefined && child.exitCode === null) {
      const ended = once(child, 'exit');
      // `go run` starts another program.
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    }
    rmSync(folder, { recursive: true });
  });

  const post = async (body: Buffer, headers: Record<string, string>): Promise<number> =>
    (await fetch(url, { method: 'POST', body: new Uint8Array(body), headers })).status;
  const now = (): number => Math.floor(Date.now() / 1_000);

  const title = 'accepts requests on both sides of a rotation, and refuses each with one bit changed';
  (isThere ? it : it.skip)(isThere ? title : `${title} (${program} is not installed)`, async () => {
    for (let n = 0; n < ATTEMPTS; n++) {
      const id = `4b0f8c1e-5b6c-4d7e-8f90-${String(n).padStart(12, '0')}`;
      const body = Buffer.from(JSON.stringify({ id, type: 'message.created', data: { text: 'Grüße 🦓', n } }));
      const secrets = [[present], [present, former], [former, present]][n % 3]!;
      const headers = signedHeaders(secrets, { id, timestamp: now(), body });
      expect(await post(body, headers)).toBe(204);
      const changed = Buffer.from(body);
      changed[n % body.length]! ^= 1;
      expect(await post(changed, headers)).toBe(400);
    }
    const body = Buffer.from('{"id":"1","type":"x.y"}');
    const of = (secret: string, timestamp: number): Record<string, string> =>
      signedHeaders([secret], { id: '1', timestamp, body });
    expect(await post(body, of(former, now()))).toBe(400);
    expect(await post(body, of(present, now() - 400))).toBe(400);
    expect(await post(body, of(present, now() + 400))).toBe(400);
    expect(await post(body, { ...of(present, now()), 'webhook-id': '2' })).toBe(400);
    expect(await post(body, {})).toBe(400);
  });
});

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 1_000; tries++) {
    if (await accepts(port)) return;
    await pause(100);
  }
  throw new Error('The receiver does not listen');
}
