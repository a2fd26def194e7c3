import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lchownSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedPostgres } from '../../src/common/database/embedded/embedded-postgres';
import { asRoot, Owner, query, remove, temporaryFolder } from '../faults/embedded-postgres-support';

interface Account {
  uid: number;
  gid: number;
}

/** Accounts of the machine that other programs run as, too. */
const strangers = ['nobody', 'postgres'].map(accountOf).filter((account) => account !== undefined);
const pg = createRequire(__filename).resolve('pg');

describe('who gets into the embedded PostgreSQL that root has started', () => {
  let folder: string;
  let dataDir: string;
  let home: string;
  let running: EmbeddedPostgres | undefined;
  const start = async () => (running = await EmbeddedPostgres.start({ dataDir, durable: false }));

  beforeEach(() => {
    folder = temporaryFolder();
    dataDir = join(folder, 'data');
    home = join(dataDir, 'postgres');
  });
  afterEach(async () => {
    await running?.stop();
    remove(folder);
  });

  asRoot('root, and no process of another account: by the socket, by the files, by a signal', async () => {
    const server = await start();
    expect(await query(server.url, 'SELECT current_user AS role')).toEqual([{ role: 'parley' }]);
    const pid = Number(readFileSync(join(home, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);
    expect(strangers.length).toBeGreaterThan(0);
    for (const stranger of strangers) {
      expect(connectAs(stranger, server.url)).toMatch(/^EACCES/);
      expect(run(stranger, ['ls', join(home, 'cluster')])).not.toBe(0);
      expect(run(stranger, ['cat', join(home, 'server.log')])).not.toBe(0);
      expect(run(stranger, ['kill', '-0', String(pid)])).not.toBe(0);
    }
  });

  asRoot('no other user, even if the path to the socket is open: the system identifies the user', async () => {
    const server = await start();
    openWay(home);
    for (const stranger of [...strangers, accountThatRuns(home)]) {
      expect(connectAs(stranger, server.url)).toMatch(/^28000 Peer authentication failed/);
    }
  });

  asRoot('no other user while the first start creates the files', async () => {
    const owner = new Owner('idle', { dataDir, durable: false });
    while (!existsSync(join(home, 'cluster.new'))) await pause(1);
    let looks = 0;
    for (; !existsSync(join(home, 'cluster')); looks++) {
      for (const stranger of strangers) expect(run(stranger, ['ls', join(home, 'cluster.new/files')])).not.toBe(0);
    }
    expect(looks).toBeGreaterThan(0);
    await owner.says('ready');
    await owner.kill();
  });

  asRoot.each(['at once', 'after a hand-over that was killed halfway'])(
    'those that had it before lose it, and no row is lost, %s',
    async (when) => {
      const [former] = strangers as [Account];
      const first = await start();
      await query(first.url, 'CREATE TABLE note (text text)');
      await query(first.url, `INSERT INTO note VALUES ('still here')`);
      await first.stop();
      const keeps = when === 'at once' ? () => true : (path: string) => !path.includes('/base/');
      asBefore(home, former, keeps);

      const server = await start();
      expect(await query(server.url, 'SELECT text FROM note')).toEqual([{ text: 'still here' }]);
      await query(server.url, 'INSERT INTO note SELECT generate_series(1, 1000)::text');
      expect(everything(join(home, 'cluster')).some((path) => statSync(path).uid === former.uid)).toBe(false);
      openWay(home);
      for (const stranger of strangers) expect(connectAs(stranger, server.url)).toMatch(/^28000/);
    },
  );

  asRoot('a hand-over gives away nothing that the former account did not own', async () => {
    const [former] = strangers as [Account];
    await (await start()).stop();
    asBefore(home, former);
    const precious = join(folder, 'precious');
    writeFileSync(precious, 'of root', { mode: 0o600 });
    const cluster = join(home, 'cluster');
    execFileSync('ln', ['-s', precious, join(cluster, 'link')]);
    execFileSync('ln', [precious, join(cluster, 'hard')]);
    execFileSync('ln', ['-s', folder, join(cluster, 'away')]);
    await start();
    expect(statSync(precious)).toMatchObject({ uid: 0, gid: 0 });
    expect(statSync(folder).uid).toBe(0);
  });
});

function accountOf(name: string): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
  return uid?.status === 0 && gid?.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined;
}

function accountThatRuns(home: string): Account {
  const { uid, gid } = statSync(join(home, 'cluster'));
  return { uid, gid };
}

function run({ uid, gid }: Account, [command, ...more]: string[]): number | null {
  return spawnSync(command!, more, { uid, gid, cwd: '/', stdio: 'ignore' }).status;
}

/** What connecting to the server comes to in a process of that account: `in`, or the error. */
function connectAs({ uid, gid }: Account, url: string): string {
  const script = `
    const client = new (require(process.argv[1]).Client)({ connectionString: process.argv[2] });
    client.connect().then(
      () => console.log('in'),
      ({ code, message }) => console.log(code, message),
    ).finally(() => process.exit());`;
  const options = { uid, gid, cwd: '/', encoding: 'utf8', env: { PATH: process.env['PATH'] } } as const;
  return spawnSync(process.execPath, ['-e', script, pg, url], options).stdout;
}

/** Makes every folder and the socket accessible to all users. */
function openWay(home: string): void {
  chmodSync(join(home, 'socket'), 0o777);
  chmodSync(join(home, 'socket/.s.PGSQL.5432'), 0o777);
}

/** The data directory of earlier versions: owned by the account, with trust authentication. */
function asBefore(home: string, { uid, gid }: Account, keeps: (path: string) => boolean = () => true): void {
  for (const path of everything(join(home, 'cluster')).filter(keeps)) lchownSync(path, uid, gid);
  writeFileSync(join(home, 'cluster/pg_hba.conf'), 'local all all trust\n');
  for (const name of ['pg_hba.conf', 'pg_ident.conf']) rmSync(join(home, name), { force: true });
}

function everything(folder: string): string[] {
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return [folder, ...inside.map((name) => join(folder, name))];
}
