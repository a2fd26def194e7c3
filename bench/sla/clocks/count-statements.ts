import { SqlLog } from '../../../src/common/database/sql-log';

/** Counts the statements that this process sends while `work` runs, including those that begin and end transactions. */
export async function countStatements(work: () => Promise<void>): Promise<number> {
  let count = 0;
  const stop = SqlLog.listen(() => count++);
  try {
    await work();
    return count;
  } finally {
    stop();
  }
}
