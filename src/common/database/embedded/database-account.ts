import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
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
 * Numbers that belong to no account and to no program: first those beyond what directory services and containers are
 * given (systemd's list of uids, sssd's and FreeIPA's ranges), then, for containers that have few numbers, a gap in
 * systemd's list.
 */
const UNUSED_UIDS = [
  { first: 2_000_300_000, count: 147_000_000 },
  { first: 60_706, count: 478 },
] as const;

/**
 * Whoever began a home as an ordinary user goes on running it, so that starting it as root once locks nobody out. What
 * root begins runs under a number of its own, the same for the same folder: an account of the machine, such as `nobody`,
 * also runs other programs, and each of them would own the database's files.
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
 * `initdb` asks the system for the name of who runs it, which a bare number does not have. It is lent the one of an account
 * of the machine; the group stays the number's, and with it the folder that nobody else may enter.
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

/** The name by which PostgreSQL will know this process, when the system tells it who connects. */
export function clientName(): string {
  try {
    return userInfo().username;
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The user ${process.getuid?.()} that runs this process has no account on this machine, without which PostgreSQL does not run. ` +
        'Start as a user that has one, or set DATABASE_URL.',
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
    'PostgreSQL does not run as root, and this process may not run it as anybody else ' +
      `(${candidates.join(' and ')} were tried). Start as another user, or set DATABASE_URL.`,
  );
}

function canBecome(uid: number): boolean {
  return spawnSync('/bin/sh', ['-c', ':'], { uid, gid: uid, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** @param account its name or its number */
function uidOf(account: string): number | undefined {
  const { status, stdout } = spawnSync('id', ['-u', account], { encoding: 'utf8' });
  // `| 0`: macOS shows nobody as 4294967294, the system call wants -2.
  return status === 0 ? Number(stdout) | 0 : undefined;
}
