import { SqlLog } from '../../src/common/database/sql-log';
import { FIND_HORIZON } from '../../src/events/event-log.sql';

/** Resolves when the feed of members' streams has looked so often for new events: then at least one look has begun after now. */
export async function feedHasLooked(times: number): Promise<void> {
  let looks = 0;
  await new Promise<void>((resolve) => {
    const stop = SqlLog.listen((sql) => {
      if (sql !== FIND_HORIZON || ++looks <= times) return;
      stop();
      resolve();
    });
  });
}
