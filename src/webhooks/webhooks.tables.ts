import { exported, leftOut } from '../common/feature/table-policy';
import { HORIZON } from '../events/event-horizon.types';
import { SECRET_PURPOSE } from './secrets/webhook-secrets.service';

const LOG_STAYS = 'the log that they refer to stays';

export const WEBHOOKS_TABLES = {
  // The original may go on: a copy sends nothing until an admin resumes it.
  webhooks: exported({
    anew: {
      state: `'paused'`,
      pause_reason: `'imported'`,
      cursor_transaction: HORIZON,
      cursor_number: '0',
      cursor_at: 'now()',
      missed_from: 'NULL',
      missed_to: 'NULL',
      consecutive_failures: '0',
      failing_since: 'NULL',
      probes: '0',
      resting_until: 'NULL',
      due_at: 'NULL',
      fence: '0',
      is_held: 'false',
      attempts: '0',
    },
  }),
  webhook_secrets: exported({
    sealed: [{ column: 'sealed_secret', purpose: SECRET_PURPOSE }],
    keyed: { label: 'secrets of webhooks', column: 'sealed_secret', without: 'row' },
    expires: [{ key: 'workspace_id, id', condition: 'expires_at < statement_timestamp()' }],
  }),
  webhook_deliveries: leftOut(LOG_STAYS, {
    erasedWith: { conversation: 'conversation_id', contact: 'contact_id' },
    expires: [
      {
        key: 'workspace_id, id',
        condition: `state = 'delivered' AND finished_at < statement_timestamp() - interval '7 days'`,
      },
      {
        key: 'workspace_id, id',
        condition: `state IN ('failed', 'dropped') AND finished_at < statement_timestamp() - interval '30 days'`,
      },
    ],
  }),
  webhook_replays: leftOut(LOG_STAYS, {
    expires: [{ key: 'workspace_id, id', condition: `finished_at < statement_timestamp() - interval '30 days'` }],
  }),
};
