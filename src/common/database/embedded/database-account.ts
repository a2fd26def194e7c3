import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { EmbeddedPostgresError } from './embedded.errors';

/**
 * The operating system account that PostgreSQL runs as. `uid` and `gid` are only there when this process is root and
 * has to step down (PostgreSQL refuses to run as root); everybody else runs it as themselves.
 */
export interface DatabaseAccount {
  name: string;
  uid?: number;
  gid?: number;
}

/**
 * @param cluster where the database's files are or will be. The owner of existing ones goes on running them, so that
 *   installing a `postgres` account later, or starting as root what a person created, locks nobody out.
 */
export function databaseAccount(cluster: string): DatabaseAccount {
  if (process.getuid?.() !== 0) return { name: process.env['USER'] ?? 'the current user' };
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const account = find('postgres') ?? find('nobody');
  if (!account) {
    throw new EmbeddedPostgresError(
      'PostgreSQL does not run as root, and this machine has neither an account "postgres" nor "nobody". ' +
        'Start as another user, or set DATABASE_URL.',
    );
  }
  return account;
}

function find(name: string): DatabaseAccount | undefined {
  const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' });
  const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' });
  if (uid.status !== 0 || gid.status !== 0) return undefined;
  // `| 0`: macOS shows nobody as 4294967294, the system call wants -2.
  return { name, uid: Number(uid.stdout) | 0, gid: Number(gid.stdout) | 0 };
}
