import { newId } from '../../src/common/database/uuid';
import { SealedSubscriptions } from '../../src/notifications/devices/sealed-subscriptions';
import type { Settings } from '../../src/config/load-settings';
import type { TestSubscription } from '../../test/support/push-service';
import { withClient } from '../support/database';
import { createTenant } from '../support/tenant';

/** A workspace of many members with one device each, who are notified of new conversations by push. */
export interface NotifiedWorkspace {
  workspaceId: string;
  agentId: string;
  conversationId: string;
}

/** Writes directly to the tables, since invitations and registrations are not measured here. */
export async function createNotifiedWorkspace(
  databaseUrl: string,
  settings: Settings,
  subscriptions: readonly TestSubscription[],
): Promise<NotifiedWorkspace> {
  const { workspaceId } = await createTenant(databaseUrl);
  const sealed = new SealedSubscriptions(settings);
  const [agentId, conversationId] = [newId(), newId()];
  return withClient(databaseUrl, async (client) => {
    await client.query(
      `INSERT INTO agents (workspace_id, id, name, system_prompt, status, model, temperature, rate_limit_per_minute, allowed_domains,
         widget_config, notify_config, voice_config, learning_config)
       VALUES ($1, $2, 'Help desk', '', 'active', 'parley-extractive', 0.2, 0, '[]', '{}', '{}', '{}', '{}')`,
      [workspaceId, agentId],
    );
    await client.query(
      `INSERT INTO conversations (workspace_id, id, agent_id, channel, status, handler) VALUES ($1, $2, $3, 'widget', 'open', 'human')`,
      [workspaceId, conversationId, agentId],
    );
    const devices = subscriptions.map((subscription, n) => ({
      account: newId(),
      email: `member-${n}@example.com`,
      hash: sealed.fingerprints(subscription.endpoint)[0].toString('hex'),
      sealed: sealed.seal(subscription).toString('hex'),
    }));
    await client.query(
      `WITH d AS MATERIALIZED (SELECT * FROM json_to_recordset($1) AS d (account uuid, email text, hash text, sealed text)),
       a AS (INSERT INTO accounts (id, email, name, email_verified_at) SELECT account, email, 'Person', now() FROM d RETURNING id),
       m AS (INSERT INTO members (workspace_id, account_id, id, role) SELECT $2, id, gen_random_uuid(), 'member' FROM a)
       INSERT INTO notification_devices (id, account_id, label, endpoint_hash, subscription_sealed, last_active_at, created_at)
       SELECT gen_random_uuid(), account, 'Bench', decode(hash, 'hex'), decode(sealed, 'hex'), now(), now() FROM d`,
      [JSON.stringify(devices), workspaceId],
    );
    await client.query('ANALYZE');
    return { workspaceId, agentId, conversationId };
  });
}
