import type { Client } from 'pg';
import { migrate } from '../../../src/common/database/migrate';
import { BUILT_IN } from '../../../src/features';
import { newId } from '../../../src/common/database/uuid';
import { createAgents } from '../../support/callers';
import { withClient } from '../../support/database';
import { createTenant, type Tenant } from '../../support/tenant';
import { INSERT_SNAPSHOT } from '../rows.sql';
import { FILL_CLOCKS, FILL_CONVERSATIONS, FILL_EVENTS, FILL_REQUESTS, INSERT_POLICY, MAKE_DUE } from './rows.sql';

/** A database with clocks that run, of one workspace and one policy. */
export class ClockDesk {
  private constructor(
    readonly databaseUrl: string,
    readonly tenant: Tenant,
    readonly policyId: string,
  ) {}

  static async create(databaseUrl: string, count: number): Promise<ClockDesk> {
    await migrate({ url: databaseUrl, setting: 'DATABASE_URL' }, BUILT_IN);
    const tenant = await createTenant(databaseUrl);
    const desk = new ClockDesk(databaseUrl, tenant, newId());
    await withClient(databaseUrl, (client) => desk.fill(client, count));
    return desk;
  }

  /** So many more are due all at once. */
  async makeDue(count: number): Promise<void> {
    const { workspaceId } = this.tenant;
    await withClient(this.databaseUrl, async (client) => {
      const [choose, ...changes] = MAKE_DUE;
      await client.query('BEGIN');
      await client.query(choose!, [workspaceId, count]);
      for (const change of changes) await client.query(change);
      await client.query('COMMIT');
      await client.query('VACUUM ANALYZE sla_clocks');
    });
  }

  /** Clocks that are breaching, alerts and events of that. */
  async countBreaches(): Promise<number[]> {
    return withClient(this.databaseUrl, async (client) => {
      const { rows } = await client.query<{ count: number }>(`
        SELECT count(*)::int AS count FROM sla_clocks WHERE status = 'breaching' AND breached_at = due_at
        UNION ALL SELECT count(*)::int FROM sla_alerts WHERE kind = 'breach'
        UNION ALL SELECT count(*)::int FROM inbox_events WHERE type = 'sla.breached'`);
      return rows.map(({ count }) => count);
    });
  }

  private async fill(client: Client, count: number): Promise<void> {
    const { workspaceId } = this.tenant;
    const [agentId] = await createAgents(client, workspaceId, 1);
    await client.query(INSERT_SNAPSHOT, [workspaceId, this.policyId]);
    await client.query(INSERT_POLICY, [workspaceId, this.policyId]);
    await client.query(FILL_CONVERSATIONS, [count, workspaceId, agentId]);
    await client.query(FILL_REQUESTS, [workspaceId]);
    await client.query(FILL_CLOCKS, [workspaceId, this.policyId, process.versions.tz]);
    await client.query(FILL_EVENTS, [workspaceId]);
    await client.query('VACUUM ANALYZE');
  }
}
