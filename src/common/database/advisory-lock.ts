import type { UnitOfWork } from './unit-of-work';

// By hand: TypeORM does not support advisory locks. `$1` name of the lock.
const LOCK = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
const TRY_LOCK = 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked';

// Takes the locks in the order of their numbers, so that two transactions with several locks cannot deadlock. `$1` names.
const LOCK_ALL = `
  SELECT pg_advisory_xact_lock(number) FROM (
    SELECT DISTINCT hashtextextended(name, 0) AS number FROM unnest($1::text[]) AS name ORDER BY 1
  ) locks`;

/** An object that runs statements in the current transaction. */
interface Queryable {
  query(sql: string, parameters: readonly unknown[]): Promise<unknown>;
}

/**
 * Waits for the lock of this name and holds it until the transaction ends. Use it to lock things without a row. Two names can map to
 * the same lock, which only causes a longer wait. All processes must use the same name, including those of the previous version:
 * a renamed lock does not exclude them while both versions run.
 */
export async function advisoryLock(database: Queryable, name: string): Promise<void> {
  await database.query(LOCK, [name]);
}

/** Takes several locks at once. See {@link advisoryLock}. */
export async function advisoryLocks(database: Queryable, names: readonly string[]): Promise<void> {
  if (names.length > 0) await database.query(LOCK_ALL, [names]);
}

/** Takes the lock without waiting. False if another transaction holds it. */
export async function tryAdvisoryLock(work: UnitOfWork, name: string): Promise<boolean> {
  const [row] = await work.query<{ locked: boolean }>(TRY_LOCK, [name]);
  return row?.locked === true;
}
