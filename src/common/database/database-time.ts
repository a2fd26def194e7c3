import type { UnitOfWork } from './unit-of-work';

/** The database's clock at this moment, to the millisecond; not at the start of the transaction, which may have waited. */
export async function databaseTime(work: UnitOfWork): Promise<Date> {
  const [row] = await work.query<{ now: Date }>('SELECT clock_timestamp()::timestamptz(3) AS now');
  if (!row) throw new Error('The clock returned no row');
  return row.now;
}
