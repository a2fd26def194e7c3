import { countOld, deleteOld } from '../../common/database/old-rows.sql';

const OLD = { table: 'knowledge_gaps', key: 'agent_id, id', since: 'created_at' };

/** By hand: a time of the database's clock. */
export const COUNT_OLD_GAPS = countOld(OLD);

/** By hand: so many at once. */
export const DELETE_OLD_GAPS = deleteOld(OLD);
