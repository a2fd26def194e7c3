import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  rmdirSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries';
import { accountForInitdb } from './database-account';
import type { DatabaseHome } from './database-home';
import { EmbeddedPostgresError, IncompatibleCluster } from './embedded.errors';
import { handOver } from './hand-over';
import type { ServerLog } from './server-log';
import { SupervisedProcess } from './supervisor';

/** The only role, a superuser. {@link writeAccessFiles} controls who can use it. */
export const ROLE = 'parley';

/**
 * Character classes determine where full-text search splits words. PostgreSQL uses the C library for them. The locale "C" treats
 * “quotes” and dashes as letters, and macOS has no C.UTF-8.
 */
const CHARACTER_CLASSES = ['C.UTF-8', 'en_US.UTF-8', 'C'];

export interface ClusterTools {
  binaries: Binaries;
  log: ServerLog;
  durable: boolean;
  /** Opens the pipe that a supervised program keeps open. See {@link SupervisedProcess}. */
  serverEnd: () => number;
  signal?: AbortSignal;
}

/**
 * Creates the data files at the first start. It creates them under another name and renames them, so that a kill at any moment leaves
 * either no cluster or a complete one. Call it only while holding the home's lock.
 *
 * @throws IncompatibleCluster if another major version wrote them
 */
export async function ensureCluster(home: DatabaseHome, tools: ClusterTools): Promise<void> {
  if (existsSync(home.cluster)) {
    checkVersion(home.cluster, tools.binaries.majorVersion);
    return handOver(home.cluster, home.account, tools.durable);
  }
  const draft = join(home.folder, 'cluster.new');
  const files = join(draft, 'files');
  let made = false;
  for (const locale of CHARACTER_CLASSES) {
    prepareDraft(draft, files, home);
    made = await initdb(files, locale, home, tools);
    tools.signal?.throwIfAborted();
    if (made) break;
  }
  if (!made) {
    throw new EmbeddedPostgresError(
      `${home.setting} cannot be used: PostgreSQL could not create its files: ${tools.log.telling()}. See ${tools.log.file}.`,
    );
  }
  handOver(files, home.account, tools.durable);
  renameSync(files, home.cluster);
  rmdirSync(draft);
  if (tools.durable) syncFolder(home.folder);
}

/**
 * Removes the process id of the previous server, which has ended. In a container, another process can have the same id, and
 * PostgreSQL would refuse to start.
 */
export function removeStaleProcessId(cluster: string): void {
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

function checkVersion(cluster: string, ownVersion: string): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (found !== ownVersion) throw new IncompatibleCluster(cluster, found, ownVersion);
}

/** Allows access for the account's group only, because the user of `initdb` also runs other programs. */
function prepareDraft(draft: string, files: string, { account }: DatabaseHome): void {
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  mkdirSync(files, { mode: 0o700 });
  const { uid, gid } = accountForInitdb(account);
  if (uid === undefined || gid === undefined) return;
  chownSync(files, uid, gid);
  chownSync(draft, 0, gid);
  chmodSync(draft, 0o710);
}

/** Uses PostgreSQL's built-in collation by code point, so that indexes stay valid after an update of the C library. */
async function initdb(files: string, characters: string, home: DatabaseHome, tools: ClusterTools): Promise<boolean> {
  const alive = tools.serverEnd();
  const command = [
    ...[tools.binaries.initdb, '-D', files, '-U', ROLE, '--auth=reject', '--no-instructions'],
    ...[
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${characters}`,
    ],
    ...(tools.durable ? [] : ['--no-sync']),
  ];
  const run = new SupervisedProcess(command, {
    account: accountForInitdb(home.account),
    output: tools.log.descriptor,
    alive,
  });
  closeSync(alive);
  return (await run.during(run.ended, tools.signal)) === 0;
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
