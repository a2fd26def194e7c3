import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { EmbeddedPostgresError } from './embedded.errors';

/**
 * The operating system account that PostgreSQL runs as. `uid` and `gid` are only set if this process is root, because PostgreSQL
 * refuses to run as root. All other users run it as themselves.
 */
export interface DatabaseAccount {
  name: string;
  uid?: number;
  gid?: number;
}

/**
 * User ids that no account or program uses: first ids beyond the ranges of directory services and containers (systemd's list of uids,
 * sssd's and FreeIPA's ranges), then, for containers with few ids, a gap in systemd's list.
 */
const UNUSED_UIDS = [
  { first: 2_000_300_000, count: 147_000_000 },
  { first: 60_706, count: 478 },
] as const;

/**
 * If an ordinary user created the home, that user keeps running it, so that one start as root does not lock the user out. A home that
 * root creates runs under a separate user id that depends on the folder. An existing account, such as `nobody`, also runs other
 * programs, which would own the database's files.
 */
export function databaseAccount(home: string): DatabaseAccount {
  if (process.getuid?.() !== 0) return { name: clientName() };
  const person = statSync(home, { throwIfNoEntry: false });
  if (person && person.uid !== 0) return { name: `uid ${person.uid}`, uid: person.uid, gid: person.gid };
  const former = statSync(`${home}/cluster`, { throwIfNoEntry: false })?.uid;
  const uid = former !== undefined && isUnused(former) ? former : unusedUid(home);
  return { name: `uid ${uid}`, uid, gid: uid };
}

/**
 * `initdb` needs a user with a name, which a bare user id does not have. So it runs as an existing account of the machine, but with the
 * group id of the database account, which alone has access to the folder.
 */
export function accountForInitdb(account: DatabaseAccount): DatabaseAccount {
  if (account.uid === undefined || !isUnused(account.uid)) return account;
  const uid = uidOf('nobody') ?? uidOf('postgres');
  if (uid === undefined) {
    throw new EmbeddedPostgresError(
      'PostgreSQL cannot create its files as root, and this machine has neither an account "nobody" nor "postgres". ' +
        'Start as another user, or set DATABASE_URL.',
    );
  }
  return { ...account, uid };
}

/** The user name that PostgreSQL sees for connections of this process. */
export function clientName(): string {
  try {
    return userInfo().username;
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The user ${process.getuid?.()} of this process has no account on this machine, which PostgreSQL requires. ` +
        'Start as a user with an account, or set DATABASE_URL.',
      { cause },
    );
  }
}

function isUnused(uid: number): boolean {
  return UNUSED_UIDS.some(({ first, count }) => uid >= first && uid < first + count);
}

function unusedUid(home: string): number {
  const number = createHash('sha256').update(home).digest().readUInt32BE();
  const candidates = UNUSED_UIDS.map(({ first, count }) => first + (number % count));
  const uid = candidates.find((candidate) => uidOf(String(candidate)) === undefined && canBecome(candidate));
  if (uid !== undefined) return uid;
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and this process may not run it as another user ' +
      `(${candidates.join(' and ')} were tried). Start as another user, or set DATABASE_URL.`,
  );
}

function canBecome(uid: number): boolean {
  return spawnSync('/bin/sh', ['-c', ':'], { uid, gid: uid, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** @param account name or user id */
function uidOf(account: string): number | undefined {
  const { status, stdout } = spawnSync('id', ['-u', account], { encoding: 'utf8' });
  // `| 0`: macOS shows nobody as 4294967294, the system call wants -2.
  return status === 0 ? Number(stdout) | 0 : undefined;
}
