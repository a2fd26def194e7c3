import { Injectable } from '@nestjs/common';
import { AGENT_EVENTS } from '../../agents/agent-event.types';
import { AgentsService } from '../../agents/agents.service';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { ClaimLost } from '../../common/jobs/lease';
import { KeptEvents } from '../../events/kept-events.service';
import { WebhookDeliveriesRepository } from '../deliveries/webhook-deliveries.repository';
import { WebhookMails } from '../notices/webhook-mails';
import { StateChanges } from '../state-changes';
import type { Webhook } from '../webhook.entity';
import { cursorOf, WebhooksRepository } from '../webhooks.repository';

const DELETED = AGENT_EVENTS['agent.deleted'].name;

/**
 * Takes agents that were purged out of webhooks, once their last event is sent. A webhook without any agent is paused: it never means all
 * agents.
 */
@Injectable()
export class PurgedAgents {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly kept: KeptEvents,
    private readonly agents: AgentsService,
    private readonly changes: StateChanges,
    private readonly mails: WebhookMails,
    private readonly work: UnitOfWork,
  ) {}

  /** The purge is an event of the log, so each webhook looks soon after it. @throws ClaimLost */
  async takeOut({ workspaceId, id }: Pick<Webhook, 'workspaceId' | 'id'>, fence: string): Promise<void> {
    const webhook = await this.webhooks.findHeld({ workspaceId, id }, fence);
    if (!webhook?.agentIds) return;
    const done = new Set(await this.listDone(webhook, webhook.agentIds));
    if (done.size === 0) return;
    await this.work.run(async () => {
      const held = await this.webhooks.findHeldLocked(webhook, fence);
      if (!held) throw new ClaimLost();
      const left = held.agentIds?.filter((agentId) => !done.has(agentId)) ?? null;
      const pause = left?.length === 0 ? ({ state: 'paused', pauseReason: 'no_agents' } as const) : {};
      await this.webhooks.change(held, { agentIds: left, ...pause });
      const after = await this.webhooks.require(workspaceId, id);
      this.changes.publish(after, 'webhook.updated', ['agentIds']);
      if (after.state !== held.state) this.changes.publish(after);
      await this.mails.announce(after, await databaseTime(this.work));
    });
  }

  /** Those that are gone, and of which nothing is left to send. */
  private async listDone(webhook: Webhook, agentIds: readonly string[]): Promise<string[]> {
    const existing = new Set(await this.agents.listExisting(webhook.workspaceId, agentIds));
    const gone = agentIds.filter((agentId) => !existing.has(agentId));
    if (gone.length === 0) return [];
    const ahead = await this.kept.listSubjectsAfter(webhook.workspaceId, cursorOf(webhook), DELETED);
    const done: string[] = [];
    for (const agentId of gone) {
      if (!ahead.includes(agentId) && !(await this.deliveries.existsOpenAbout(webhook, agentId))) done.push(agentId);
    }
    return done;
  }
}
