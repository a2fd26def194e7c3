import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseAccount } from './database-account';

/** Whether the account can enter this folder. Tries it with the operating system, which also considers ACLs and mounts. */
export function canEnter({ uid, gid }: DatabaseAccount, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** Creates the folder and its missing parents so that every account can enter them, regardless of the umask. */
export function makeReachableFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first === undefined) return;
  for (let path = folder; path.length >= first.length; path = dirname(path)) chmodSync(path, 0o755);
}
