import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { installedPackage } from '../../src/common/database/embedded/binaries';
import { EmbeddedPostgres } from '../../src/common/database/embedded/embedded-postgres';
import { UnsupportedPlatform } from '../../src/common/database/embedded/embedded.errors';
import { asRoot, isRoot, Owner, query, remove, temporaryFolder } from '../faults/embedded-postgres-support';

describe('where the embedded PostgreSQL can live', () => {
  let folder: string;

  beforeEach(() => (folder = temporaryFolder()));
  afterEach(() => remove(folder));

  async function works(options: Parameters<typeof EmbeddedPostgres.start>[0]): Promise<void> {
    const server = await EmbeddedPostgres.start(options);
    expect(await query(server.url, 'SELECT current_user AS role')).toEqual([{ role: 'parley' }]);
    await server.stop();
  }

  it('in a directory too deep for a socket, with a name that asks for quoting', async () => {
    const dataDir = join(folder, 'déép, "and" \'quoted\' '.repeat(3), 'x'.repeat(100), 'data');
    await works({ dataDir, durable: false });
    await works({ dataDir, durable: false });
    const left = ['cluster', 'lock.2', 'pg_hba.conf', 'pg_ident.conf', 'server.log'];
    expect(readdirSync(join(dataDir, 'postgres')).sort()).toEqual(left);
  });

  asRoot('as root below a home that is closed to others, with its programs there too', async () => {
    const home = join(folder, 'home');
    const places = { package: join(home, 'node_modules/pg'), cache: join(folder, 'cache'), data: join(folder, 'far') };
    const dataDir = join(home, 'parley/data');
    const notes: string[] = [];
    const options = { dataDir, durable: false, places, log: (line: string) => notes.push(line) };
    cpSync(installedPackage(), places.package, { recursive: true, verbatimSymlinks: true });
    chmodSync(home, 0o700);

    await works(options);
    const elsewhere = readFileSync(join(dataDir, 'postgres.location'), 'utf8').trim();
    expect(elsewhere.startsWith(places.data)).toBe(true);
    expect(notes).toEqual([expect.stringContaining(elsewhere)]);
    expect(readdirSync(places.cache)).toHaveLength(1);

    // Once there, it stays there; and what is gone is not silently begun anew.
    chmodSync(home, 0o755);
    await works(options);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    rmSync(elsewhere, { recursive: true });
    await expect(works(options)).rejects.toThrow(elsewhere);
  });

  asRoot('not where its account has lost the way to it', async () => {
    const dataDir = join(folder, 'home/data');
    await works({ dataDir, durable: false });
    chmodSync(join(folder, 'home'), 0o700);
    const places = { data: join(folder, 'far') };
    await expect(works({ dataDir, durable: false, places })).rejects.toThrow(`has no permission for ${dataDir}`);
  });

  asRoot('as root on what an ordinary user began', async () => {
    const { uid, gid } = ordinaryUser();
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    chownSync(dataDir, uid, gid);
    const owner = new Owner('idle', { dataDir, durable: false }, { uid, gid });
    await owner.says('ready');
    process.kill(owner.process.pid!, 'SIGINT');
    await owner.says('stopped');
    await works({ dataDir, durable: false });
    expect(lstatSync(join(dataDir, 'postgres/cluster')).uid).toBe(uid);
  });

  it('with programs whose library links an install without scripts left out', async () => {
    const places = { package: packageWithoutLinks(), cache: join(folder, 'cache') };
    await works({ dataDir: join(folder, 'data'), durable: false, places });
    expect(existsSync(places.cache)).toBe(false);
  });

  it('with such programs in a read-only place', async () => {
    const places = { package: packageWithoutLinks(), cache: join(folder, 'cache') };
    const account = isRoot ? ordinaryUser() : undefined;
    if (account) chownSync(folder, account.uid, account.gid);
    chmodSync(join(places.package, 'native/lib'), 0o555);
    const owner = new Owner('idle', { dataDir: join(folder, 'data'), durable: false, places }, account);
    await owner.says('ready');
    process.kill(owner.process.pid!, 'SIGINT');
    await owner.says('stopped');
    expect(readdirSync(places.cache)).toHaveLength(1);
    chmodSync(join(places.package, 'native/lib'), 0o755);
  });

  it('not on a platform without a package, which it says with the way out', async () => {
    const real = process.arch;
    Object.defineProperty(process, 'arch', { value: 's390x' });
    try {
      const attempt = EmbeddedPostgres.start({ dataDir: join(folder, 'data'), durable: false });
      await expect(attempt).rejects.toThrow(UnsupportedPlatform);
      await expect(attempt).rejects.toThrow(/(linux|darwin)-s390x.*DATABASE_URL/);
    } finally {
      Object.defineProperty(process, 'arch', { value: real });
    }
  });

  /** A user account, for processes that root starts as that user. */
  function ordinaryUser(): { uid: number; gid: number } {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'nobody']))) as [number, number];
    return { uid, gid };
  }

  function packageWithoutLinks(): string {
    const copy = join(folder, 'package');
    cpSync(installedPackage(), copy, { recursive: true, verbatimSymlinks: true });
    const links = JSON.parse(readFileSync(join(copy, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[];
    for (const { target } of links) rmSync(join(copy, target));
    return copy;
  }
});
