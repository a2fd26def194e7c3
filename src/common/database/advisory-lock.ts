import type { UnitOfWork } from './unit-of-work';

// By hand: TypeORM knows no advisory locks. `$1` name of the lock.
const LOCK = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
const TRY_LOCK = 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked';

// The order of the numbers, so that two who want several never wait for each other. `$1` names.
const LOCK_ALL = `
  SELECT pg_advisory_xact_lock(number) FROM (
    SELECT DISTINCT hashtextextended(name, 0) AS number FROM unnest($1::text[]) AS name ORDER BY 1
  ) locks`;

/** Whatever the running transaction is asked through. */
interface Queryable {
  query(sql: string, parameters: readonly unknown[]): Promise<unknown>;
}

/**
 * Waits until no other transaction holds the lock of this name, and holds it until the running one ends. For what no row
 * stands for. Two names can share a lock, so whoever holds one waits at most longer than needed. All processes agree on a
 * name, those of the version before included: a name that changes locks nobody out while both run.
 */
export async function advisoryLock(database: Queryable, name: string): Promise<void> {
  await database.query(LOCK, [name]);
}

/** The same for several at once. */
export async function advisoryLocks(database: Queryable, names: readonly string[]): Promise<void> {
  if (names.length > 0) await database.query(LOCK_ALL, [names]);
}

/** The same without waiting: false where another transaction holds it. */
export async function tryAdvisoryLock(work: UnitOfWork, name: string): Promise<boolean> {
  const [row] = await work.query<{ locked: boolean }>(TRY_LOCK, [name]);
  return row?.locked === true;
}
