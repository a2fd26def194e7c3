import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { isInstalled } from '../docker/manifest';
import { accepts, freePort } from '../support/ports';

const missing = ['caddy', 'setpriv', 'setcap'].filter((program) => !isInstalled('which', program));
const canRun = missing.length === 0 && process.getuid?.() === 0;
if (!canRun) console.log(`Skipped for want of ${[...missing, 'root'].join(' or ')}.`);

const CADDYFILE = 'docker/kubernetes/components/custom-domains/Caddyfile';

/** With the rights that the pod has, and the mark that the file of Caddy's image has. */
(canRun ? describe : describe.skip)('Caddy as Kubernetes runs it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-proxy-'));
  const paths: string[] = [];
  const program = join(folder, 'caddy');
  let ports: { http: number; https: number; management: number };
  let api: Server;
  let caddy: ChildProcess;

  const rights = (bounding: string): string[] => [
    '--no-new-privs',
    '--reuid',
    '10001',
    '--regid',
    '10001',
    '--clear-groups',
    '--inh-caps',
    '-all',
    '--bounding-set',
    bounding,
    program,
  ];

  beforeAll(async () => {
    chmodSync(folder, 0o777);
    execFileSync('sh', ['-c', 'cp "$(command -v caddy)" "$0" && setcap cap_net_bind_service=+ep "$0"', program]);
    api = createServer((incoming, response) => {
      paths.push(incoming.url ?? '');
      response.writeHead(incoming.url?.includes('domain=good.test') ? 200 : 404).end();
    });
    await new Promise<void>((resolve) => void api.listen(0, '127.0.0.1', resolve));
    ports = { http: await freePort(), https: await freePort(), management: await freePort() };
    const config = readFileSync(CADDYFILE, 'utf8')
      .replaceAll('parley:3000', `127.0.0.1:${(api.address() as AddressInfo).port}`)
      .replace('http_port 8080', `http_port ${ports.http}`)
      .replace('https_port 8443', `https_port ${ports.https}`)
      .replace('http://:9464', `http://:${ports.management}`)
      // It would look for an authority on the internet.
      .replace('on_demand\n', 'on_demand\n\t\tissuer internal\n')
      .replace('{\n\tadmin off', '{\n\tskip_install_trust\n\tshutdown_delay 100ms\n\tadmin off')
      .replace('\tshutdown_delay 10s\n', '');
    writeFileSync(join(folder, 'Caddyfile'), config);
    const env = {
      PATH: process.env['PATH'],
      HOME: folder,
      XDG_DATA_HOME: join(folder, 'data'),
      XDG_CONFIG_HOME: join(folder, 'config'),
      TLS_ASK_KEY: 'the-key',
    };
    const command = [...rights('-all,+net_bind_service'), 'run', '--config', join(folder, 'Caddyfile')];
    caddy = spawn('setpriv', command, { env, stdio: 'ignore' });
    for (let look = 0; look < 200 && !(await accepts(ports.management)); look++) await sleep(50);
  });
  afterAll(async () => {
    caddy.kill();
    api.close();
    await new Promise((resolve) => caddy.once('exit', resolve));
    rmSync(folder, { recursive: true });
  });

  const get = (port: number, path: string, host = 'good.test'): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, headers: { host } }, resolve).on('error', reject).end();
    });
  /** The answer's first line, where a certificate is presented at all. */
  const overTls = (servername: string, path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: ports.https, servername, rejectUnauthorized: false });
      socket.once('secureConnect', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${servername}\r\nConnection: close\r\n\r\n`),
      );
      socket.once('data', (data) => resolve(data.toString().split('\r\n')[0]));
      socket.once('error', reject);
    });

  it('does not start without the capability that its file asks for', () => {
    expect(() => execFileSync('setpriv', [...rights('-all'), 'version'], { stdio: 'pipe' })).toThrow(/not permitted/);
  });

  it('answers for its health', async () => {
    for (const path of ['/health/live', '/health/ready'])
      expect((await get(ports.management, path)).statusCode).toBe(200);
  });

  it('sends browsers to the port that the load balancer has', async () => {
    const { statusCode, headers } = await get(ports.http, '/a');
    expect([statusCode, headers.location]).toEqual([308, 'https://good.test/a']);
  });

  it('has certificates for what the service says, and asks it with the key', async () => {
    await expect(overTls('bad.test', '/')).rejects.toThrow();
    expect(paths).toContain('/internal/tls/ask?domain=bad.test&key=the-key');
    expect(await overTls('good.test', '/somewhere')).toBe('HTTP/1.1 404 Not Found');
    expect(paths).toContain('/somewhere');
  });

  it('refuses all clients but the proxy', async () => {
    expect(await overTls('good.test', '/internal/tls/ask?domain=good.test&key=the-key')).toBe('HTTP/1.1 404 Not Found');
    expect(paths.filter((url) => url === '/internal/tls/ask?domain=good.test&key=the-key')).toHaveLength(1);
  });
});
