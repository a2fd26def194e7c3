import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aWorkspace } from '../factories/workspace';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { freePort } from '../support/ports';

const PATIENCE_MS = 60_000;
const NAME = 'chat.good.test';
const PROGRAMS = ['caddy', 'pebble', 'pebble-challtestsrv', 'openssl'];

const missing = PROGRAMS.filter((program) => {
  try {
    execFileSync('which', [program]);
    return false;
  } catch {
    return true;
  }
});
if (missing.length > 0) console.log(`Skipped for want of ${missing.join(', ')}.`);

/** By real DNS, ACME and TLS, all on this machine: with the Caddyfile of docs/custom-domains.md. */
(missing.length > 0 ? describe.skip : describe)('a custom domain behind Caddy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-tls-'));
  const processes: ChildProcess[] = [];
  let parley: Parley;
  let dnsControl: string;
  let httpsPort: number;
  let parleyPort: number;
  let caddy: ChildProcess;
  let domain: { path: string; token: string };
  let admin: { secret: string };
  let workspace: { id: string };

  const run = (program: string, args: string[], env: Record<string, string> = {}): ChildProcess => {
    const child = spawn(program, args, { env: { ...process.env, HOME: folder, ...env }, stdio: 'ignore' });
    processes.push(child);
    return child;
  };
  const setDns = async (what: string, body: object): Promise<void> => {
    const reply = await fetch(`${dnsControl}/${what}`, { method: 'POST', body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${what}: ${reply.status}`);
  };
  const call = (method: string, path: string, body?: object): Promise<Reply> =>
    parley.call(method, path, { token: admin.secret, ...(body && { body }) });
  const verify = async (): Promise<Reply> => {
    await parley.database.query('UPDATE custom_domains SET verify_asked_at = NULL WHERE workspace_id = $1', [
      workspace.id,
    ]);
    return call('POST', `${domain.path}/verify`);
  };
  const startCaddy = (): void => {
    caddy = run('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
      TLS_ASK_KEY: 'a-key-of-the-proxy',
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    });
  };

  beforeAll(async () => {
    const [dns, control, acme, management, http, https] = await Promise.all(Array.from({ length: 6 }, freePort));
    [dnsControl, httpsPort] = [`http://127.0.0.1:${control}`, https!];
    run('pebble-challtestsrv', [
      ...['-dns01', `127.0.0.1:${dns}`, '-management', `127.0.0.1:${control}`, '-defaultIPv6', ''],
      ...['-http01', '', '-https01', '', '-tlsalpn01', ''],
    ]);
    makeCertificate(folder);
    writeFileSync(
      join(folder, 'pebble.json'),
      JSON.stringify({
        pebble: {
          listenAddress: `127.0.0.1:${acme}`,
          managementListenAddress: `127.0.0.1:${management}`,
          certificate: join(folder, 'acme.pem'),
          privateKey: join(folder, 'acme.key'),
          httpPort: http,
          tlsPort: https,
        },
      }),
    );
    run('pebble', ['-config', join(folder, 'pebble.json'), '-dnsserver', `127.0.0.1:${dns}`], {
      PEBBLE_VA_NOSLEEP: '1',
    });
    parley = await startParley({
      settings: {
        DNS_SERVERS: `127.0.0.1:${dns}`,
        VISITOR_URL: `https://localhost:${https}`,
        TLS_ASK_KEY: 'a-key-of-the-proxy',
      },
    });
    parleyPort = Number(new URL(parley.url).port);
    const [, caddyfile] = /```caddyfile\n([^]*?)```/.exec(readFileSync('docs/custom-domains.md', 'utf8')) ?? [];
    const here = `{
	admin off
	http_port ${http}
	https_port ${https}
	acme_ca https://localhost:${acme}/dir
	acme_ca_root ${join(folder, 'acme.pem')}`;
    const text = caddyfile!.replace('{', () => here).replaceAll('parley:3000', `127.0.0.1:${parleyPort}`);
    writeFileSync(join(folder, 'Caddyfile'), text);
    await until(async () => (await fetch(`${dnsControl}/clear-txt`, { method: 'POST', body: '{"host":"x."}' })).ok);
    startCaddy();
    await until(() => handshake(httpsPort, 'nobody.test').then((end) => end.error !== 'ECONNREFUSED'));
    admin = await aCredential(parley, await anAccount(parley));
    workspace = await aWorkspace(parley, admin, { planId: 'pro' });
    const agent = await anAgent(parley, workspace, admin, { chatPageEnabled: true });
    const domains = `/workspaces/${workspace.id}/custom-domains`;
    const { body } = await call('POST', domains, { agentId: agent.id, domain: NAME });
    const path = `${domains}/${body.id}`;
    domain = { path, token: (await call('GET', path)).body.records[0].value };
  }, PATIENCE_MS * 2);

  afterAll(async () => {
    for (const child of processes) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('gets no certificate before its records are there', async () => {
    expect((await handshake(httpsPort, NAME)).error).not.toBeNull();
  });

  it(
    'is served over TLS under its name a moment after its records are there',
    async () => {
      await setDns('set-txt', { host: `_parley.${NAME}.`, value: domain.token });
      await setDns('set-cname', { host: `${NAME}.`, target: 'localhost.' });
      expect((await verify()).body).toMatchObject({ status: 'active', lastError: null });
      const proof = await get(httpsPort, NAME, '/.well-known/parley-domain');
      expect(proof).toMatchObject({ status: 200, names: expect.stringContaining(NAME) });
      expect((await get(httpsPort, NAME, '/docs')).status).toBe(404);
      const { certificate } = (await verify()).body;
      expect(Date.parse(certificate.expiresAt)).toBeGreaterThan(Date.now());
    },
    PATIENCE_MS,
  );

  it(
    'is served by a Caddy that was killed and started again',
    async () => {
      caddy.kill('SIGKILL');
      await once(caddy, 'exit');
      startCaddy();
      await until(async () => (await get(httpsPort, NAME, '/.well-known/parley-domain')).status === 200);
    },
    PATIENCE_MS,
  );

  it(
    'stays active where DNS fails, and says so',
    async () => {
      await setDns('set-servfail', { host: `_parley.${NAME}.` });
      await setDns('set-servfail', { host: `${NAME}.` });
      const { body } = await verify();
      expect(body).toMatchObject({ status: 'active', lastError: expect.stringContaining('did not answer') });
      await setDns('clear-servfail', { host: `_parley.${NAME}.` });
      await setDns('clear-servfail', { host: `${NAME}.` });
    },
    PATIENCE_MS,
  );

  it(
    'says which record is gone, and is served for three days yet',
    async () => {
      await setDns('clear-txt', { host: `_parley.${NAME}.` });
      const { body } = await verify();
      expect(body).toMatchObject({ status: 'active', lastError: `There is no TXT record _parley.${NAME}.` });
      expect((await get(httpsPort, NAME, '/.well-known/parley-domain')).status).toBe(200);
    },
    PATIENCE_MS,
  );

  it(
    'answers nothing once it is removed, though Caddy still has its certificate',
    async () => {
      expect((await call('DELETE', domain.path)).status).toBe(200);
      expect((await get(httpsPort, NAME, '/api/v1/visitor/session')).status).toBe(404);
      expect((await get(httpsPort, NAME, '/')).status).toBe(404);
    },
    PATIENCE_MS,
  );

  it(
    'leads to no certificate for another name',
    async () => {
      for (const name of ['nobody.test', 'www.chat.good.test', 'xn--bcher-kva.test']) {
        expect([name, (await handshake(httpsPort, name)).error]).not.toEqual([name, null]);
      }
    },
    PATIENCE_MS,
  );

  it(
    'leads to no certificate while the service is away, and shows those that are there',
    async () => {
      await parley.stop();
      expect((await handshake(httpsPort, 'new.good.test')).error).not.toBeNull();
      expect(await get(httpsPort, NAME, '/')).toMatchObject({ status: 502, names: expect.stringContaining(NAME) });
    },
    PATIENCE_MS,
  );
});

/** For localhost, which Pebble shows and Caddy trusts. */
function makeCertificate(folder: string): void {
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...[
        '-addext',
        'subjectAltName=DNS:localhost',
        '-keyout',
        join(folder, 'acme.key'),
        '-out',
        join(folder, 'acme.pem'),
      ],
    ],
    { stdio: 'ignore' },
  );
}

interface Handshake {
  /** Of the certificate. */
  names: string;
  error: string | null;
  text: string;
}

function handshake(port: number, servername: string, request?: string): Promise<Handshake> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false });
    let text = '';
    let names = '';
    const end = (error: string | null): void => {
      socket.destroy();
      resolve({ names, error, text });
    };
    socket.setTimeout(20_000, () => end('timeout'));
    socket.once('error', ({ code, message }: NodeJS.ErrnoException) => end(code ?? message));
    socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
    socket.once('end', () => end(null));
    socket.once('secureConnect', () => {
      names = socket.getPeerCertificate().subjectaltname ?? '';
      if (request === undefined) end(null);
      else socket.write(request);
    });
  });
}

async function get(port: number, host: string, path: string): Promise<{ status: number; names: string }> {
  const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  const { text, names } = await handshake(port, host, request);
  return { status: Number(text.split(' ')[1] ?? 0), names };
}

async function until(isThere: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isThere().catch(() => false))) {
    if (Date.now() > deadline) throw new Error('It took too long.');
    await sleep(100);
  }
}
