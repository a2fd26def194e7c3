import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DataDirectoryInUse, EmbeddedPostgresError } from './embedded.errors';

const LOCK = /^lock\.(\d+)$/;
/** Longer than the supervisor needs to kill a server. */
const LEFTOVER_PATIENCE_MS = 90_000;

/**
 * The lock on a database home. Node has no file locks, and a process id in a file is not reliable after a reboot or in a new
 * container. But the operating system reports whether a process holds the reading end of a named pipe, and releases it however the
 * process ends. So each owner has a folder `lock.<n>` with two pipes: `owner`, held by this process, and `server`, held by all
 * processes of the server, which can outlive a killed owner for a moment.
 *
 * A lock is never taken over, only followed by the next number. If several processes see that owner n has died, exactly one of them
 * succeeds in renaming its folder to `lock.<n+1>`.
 */
export class DirectoryLock {
  private constructor(
    private readonly folder: string,
    private readonly owner: number,
  ) {}

  /**
   * Waits, for a bounded time, until the server of a dead owner has ended.
   * @throws DataDirectoryInUse if a live process holds the lock, including this one
   */
  static async acquire(home: string, signal?: AbortSignal): Promise<DirectoryLock> {
    for (let attempt = 0; attempt < 100; attempt++) {
      const latest = newest(home);
      if (latest > 0) await ensureAbandoned(home, join(home, `lock.${latest}`), signal);
      const lock = DirectoryLock.claim(home, latest + 1);
      if (lock) return lock;
    }
    throw new EmbeddedPostgresError(`Too many processes want the data directory ${home} at the same time.`);
  }

  private static claim(home: string, number: number): DirectoryLock | undefined {
    const draft = join(home, `lock.draft-${randomUUID()}`);
    const folder = join(home, `lock.${number}`);
    mkdirSync(draft, { mode: 0o700 });
    makePipes([join(draft, 'owner'), join(draft, 'server')]);
    writeFileSync(join(draft, 'pid'), String(process.pid));
    const owner = hold(join(draft, 'owner'));
    const lock = new DirectoryLock(folder, owner);
    try {
      renameSync(draft, folder);
    } catch (error) {
      closeSync(owner);
      rmSync(draft, { recursive: true, force: true });
      if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
      throw error;
    }
    // If a higher number exists by now, its process was faster and has removed our lock as outdated.
    if (newest(home) > number) {
      lock.release();
      rmSync(folder, { recursive: true, force: true });
      return undefined;
    }
    removePast(home, number);
    return lock;
  }

  /** A reading end of the pipe `server` for the supervisor to inherit. Close it in this process after the spawn. */
  serverEnd(): number {
    return hold(join(this.folder, 'server'));
  }

  /** Keeps the folder, so that numbers only grow. */
  release(): void {
    closeSync(this.owner);
  }
}

async function ensureAbandoned(home: string, lock: string, signal?: AbortSignal): Promise<void> {
  if (isHeld(join(lock, 'owner'))) throw new DataDirectoryInUse(home, ownerOf(lock));
  const deadline = Date.now() + LEFTOVER_PATIENCE_MS;
  while (isHeld(join(lock, 'server'))) {
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(`The previous database server in ${home} does not end. Stop it manually.`);
    }
    await pause(20, undefined, { signal });
  }
}

function newest(home: string): number {
  return Math.max(0, ...readdirSync(home).map((name) => Number(LOCK.exec(name)?.[1] ?? 0)));
}

function removePast(home: string, number: number): void {
  for (const name of readdirSync(home)) {
    const path = join(home, name);
    const past = Number(LOCK.exec(name)?.[1] ?? number) < number;
    if (past || isAbandonedDraft(path)) rmSync(path, { recursive: true, force: true });
  }
}

/** A draft exists for milliseconds, unless its process was killed. */
function isAbandonedDraft(path: string): boolean {
  return basename(path).startsWith('lock.draft-') && Date.now() - statSync(path).mtimeMs > 3_600_000;
}

function ownerOf(lock: string): number {
  return Number(readFileSync(join(lock, 'pid'), 'utf8'));
}

function makePipes(paths: readonly string[]): void {
  const result = spawnSync('mkfifo', ['-m', '600', ...paths], { encoding: 'utf8' });
  if (result.status === 0) return;
  const reason = result.error?.message ?? result.stderr.trim();
  throw new EmbeddedPostgresError(
    `This file system or machine does not support named pipes, which protect the database: ${reason}. Choose a DATA_DIR on another file system.`,
  );
}

function hold(pipe: string): number {
  return openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
}

/** Opening a pipe for writing without waiting fails if and only if no process holds its reading end. */
function isHeld(pipe: string): boolean {
  try {
    closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  } catch (error) {
    if (['ENXIO', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
