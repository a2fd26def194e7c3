import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { ClaimLost } from '../../common/jobs/lease';
import { WebhookMails } from '../notices/webhook-mails';
import { StateChanges } from '../state-changes';
import type { Webhook } from '../webhook.entity';
import { WebhooksRepository } from '../webhooks.repository';

/** Takes agents that were purged out of webhooks. A webhook without any agent is paused: it never means all agents. */
@Injectable()
export class PurgedAgents {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly agents: AgentsService,
    private readonly changes: StateChanges,
    private readonly mails: WebhookMails,
    private readonly work: UnitOfWork,
  ) {}

  /** Returns the webhook as it is afterwards. The purge is an event of the log, so each webhook looks soon after it. */
  async takeOut(webhook: Webhook, fence: string): Promise<Webhook> {
    const { workspaceId, agentIds } = webhook;
    if (agentIds === null) return webhook;
    const existing = new Set(await this.agents.listExisting(workspaceId, agentIds));
    if (agentIds.every((id) => existing.has(id))) return webhook;
    return this.work.run(async () => {
      const held = await this.webhooks.findHeldLocked(webhook, fence);
      if (!held) throw new ClaimLost();
      const left = held.agentIds?.filter((id) => existing.has(id)) ?? null;
      const pause = left?.length === 0 ? ({ state: 'paused', pauseReason: 'no_agents' } as const) : {};
      await this.webhooks.change(held, { agentIds: left, ...pause });
      const after = (await this.webhooks.find(workspaceId, webhook.id))!;
      this.changes.publish(after, 'webhook.updated', ['agentIds']);
      if (after.state !== held.state) this.changes.publish(after);
      await this.mails.announce(after, await databaseTime(this.work));
      return after;
    });
  }
}
