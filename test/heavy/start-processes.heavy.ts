import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { Program } from '../support/program';
import { asRoot, onLinux, remove, temporaryFolder, untilGone } from '../faults/embedded-postgres-support';

const SECRET = 's3cret-passw0rd';
const NOWHERE = `postgres://parley:${SECRET}@127.0.0.1:1/parley`;

describe('a process that cannot start', () => {
  const folder = temporaryFolder();
  let taken: Server;
  let port: string;
  beforeAll(async () => {
    taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    port = String((taken.address() as AddressInfo).port);
  });
  afterAll(() => {
    taken.close();
    remove(folder);
  });

  onLinux('because its PORT is taken says so and nothing else, every time, and leaves no database behind', async () => {
    const lanes = ['one', 'two'].map(async (lane) => {
      for (let start = 0; start < 4; start++) {
        const service = new Program('main', { PORT: port, DATA_DIR: join(folder, lane) });
        expect([await service.ended(), service.logLines, service.stdout]).toEqual([
          1,
          [`PORT ${port} is in use by another program. Choose another PORT.`],
          '',
        ]);
        await untilGone(join(folder, lane));
      }
    });
    await Promise.all(lanes);
  });

  it.each([
    ['worker', []],
    ['migrate', []],
    ['admin', ['accounts', 'list']],
  ] as const)('%s names DATABASE_URL, in one line, without its password', async (name, words) => {
    const program = new Program(name, { DATABASE_URL: NOWHERE, DATA_DIR: folder }, { words });
    expect([await program.ended(), logLines(name, program), program.stdout]).toEqual([
      1,
      ['DATABASE_URL cannot be used: nothing listens at 127.0.0.1:1. Start PostgreSQL there, or correct the address.'],
      '',
    ]);
  });

  it.each([
    ['main', []],
    ['admin', ['accounts', 'list']],
    ['demo', []],
  ] as const)('%s names DATA_DIR, in one line', async (name, words) => {
    const DATA_DIR = join(folder, 'file');
    writeFileSync(DATA_DIR, '');
    const program = new Program(name, { DATA_DIR }, { words });
    expect(await program.ended()).toBe(1);
    expect(logLines(name, program)).toEqual([
      expect.stringMatching(/^DATA_DIR \S+file cannot be used: a part of its path is a file[^\n]*$/),
    ]);
  });

  asRoot('of an ordinary user names what that user may not do', async () => {
    const account = { uid: id('-u'), gid: id('-g') };
    const DATA_DIR = join(folder, 'of-root');
    mkdirSync(DATA_DIR);
    const closed = new Program('main', { DATA_DIR }, { account });
    const lowest = Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'));
    expect(await closed.ended()).toBe(1);
    expect(closed.logLines).toEqual([
      expect.stringMatching(/^DATA_DIR \S+ cannot be used: this user may not write there\. /),
    ]);
    if (lowest <= 1) return console.warn('Not tested here, where every user may have every port: PORT 1.');
    const own = join(folder, 'of-nobody');
    spawnSync('install', ['-d', '-o', String(account.uid), own]);
    const low = new Program('main', { DATA_DIR: own, PORT: '1' }, { account });
    expect(await low.ended()).toBe(1);
    expect(low.logLines).toEqual([
      'PORT 1 is reserved for privileged users on this machine. Choose a PORT from 1024 on.',
    ]);
  });

  /** Services write for collectors of logs, the other programs for the person in front of them. */
  function logLines(name: string, program: Program): unknown[] {
    return ['admin', 'demo'].includes(name) ? program.stderr.trim().split('\n') : program.logLines;
  }

  function id(flag: string): number {
    return Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  }
});

describe('a process that is asked to end while it starts', () => {
  const folder = temporaryFolder();
  afterAll(() => remove(folder));

  const home = (name: string): string => join(folder, name, 'postgres');
  const moments: [string, string, NodeJS.Signals, (program: Program) => boolean][] = [
    ['its folder is made', 'folder', 'SIGTERM', () => existsSync(join(folder, 'folder'))],
    ['its database is made', 'draft', 'SIGTERM', () => existsSync(join(home('draft'), 'cluster.new/files/PG_VERSION'))],
    ['its database starts', 'start', 'SIGINT', () => existsSync(join(home('start'), 'socket'))],
    ['its database takes connections', 'in', 'SIGTERM', () => existsSync(join(home('in'), 'socket/.s.PGSQL.5432'))],
    ['it is ready', 'ready', 'SIGINT', ({ stdout }) => stdout.includes('"ready"')],
  ];

  onLinux.each(moments)('ends in order as soon as %s', async (_moment, name, signal, condition) => {
    const DATA_DIR = join(folder, name);
    const service = new Program('main', { DATA_DIR });
    await service.until(condition);
    service.signal(signal);
    expect([await service.ended(), service.stderr]).toEqual([0, '']);
    expect(service.stdout).toContain('"stopped"');
    // Nothing is left even for a moment.
    await untilGone(DATA_DIR, 0);
  });

  onLinux('and can be started again', async () => {
    const service = new Program('main', { DATA_DIR: join(folder, 'in') });
    await service.until(({ stdout }) => stdout.includes('"ready"'));
    service.signal('SIGTERM');
    expect(await service.ended()).toBe(0);
  });
});
