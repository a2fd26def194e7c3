import type { UnitOfWork } from './unit-of-work';

/** The current time of the database's clock in milliseconds. Not the start of the transaction, which can have waited since. */
export async function databaseTime(work: UnitOfWork): Promise<Date> {
  const [row] = await work.query<{ now: Date }>('SELECT clock_timestamp()::timestamptz(3) AS now');
  if (!row) throw new Error('The clock returned no row');
  return row.now;
}
