import { type ExpiredRule, leftOut } from '../common/feature/table-policy';
import { HORIZON } from './event-horizon.types';
import { DEFAULT_EVENT_DAYS, EVENT_DAYS } from './event-retention.types';

const REASON = 'their positions are numbers of transactions of one database; pages begin anew without them';

/** The period of the workspace, in days. The same in both tables. */
const KEPT = {
  setting: 'eventDays',
  bounds: EVENT_DAYS,
  countedAs: 'events',
  since: 'created_at',
  key: 'transaction_id, id',
  // An event that has not settled is not read yet.
  condition: `transaction_id < ${HORIZON}`,
};

/** The rows of a workspace that has set no period of its own. */
const expiredByDefault = (table: string): ExpiredRule => ({
  key: 'workspace_id, transaction_id, id',
  condition: `created_at < now() - interval '${DEFAULT_EVENT_DAYS} days' AND ${KEPT.condition} AND NOT EXISTS (
    SELECT FROM retention_settings r
    WHERE r.workspace_id = ${table}.workspace_id AND r.other_days ->> 'eventDays' IS NOT NULL)`,
});

export const EVENTS_TABLES = {
  inbox_events: leftOut(REASON, {
    keptFor: KEPT,
    expires: [
      expiredByDefault('inbox_events'),
      {
        key: 'workspace_id, transaction_id, id',
        condition: `typing IS NOT NULL AND created_at < now() - interval '1 minute'`,
      },
    ],
  }),
  workspace_events: leftOut(REASON, {
    erasedWith: { contact: 'contact_id' },
    keptFor: KEPT,
    expires: [expiredByDefault('workspace_events')],
  }),
  event_logs: leftOut('they say which positions of this installation are valid'),
};
