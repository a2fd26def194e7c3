import { Injectable } from '@nestjs/common';
import { databaseTime } from '../common/database/database-time';
import { UnitOfWork } from '../common/database/unit-of-work';
import { KeptEvents } from '../events/kept-events.service';
import { MembersService } from '../workspaces/members/members.service';
import { WebhookDeliveriesRepository } from './deliveries/webhook-deliveries.repository';
import { nextProbe } from './rules/webhook-health';
import { WebhookSecretsService } from './secrets/webhook-secrets.service';
import type { DescribedWebhook } from './webhook.dto';
import type { Webhook } from './webhook.entity';
import type { Attention } from './webhook.types';
import { cursorOf } from './webhooks.repository';

/** Adds to webhooks what readers want to know beside their rows. Five statements for any number of them. */
@Injectable()
export class WebhookDescriptions {
  constructor(
    private readonly secrets: WebhookSecretsService,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly kept: KeptEvents,
    private readonly members: MembersService,
    private readonly work: UnitOfWork,
  ) {}

  async of(webhook: Webhook): Promise<DescribedWebhook> {
    const [described] = await this.ofAll(webhook.workspaceId, [webhook]);
    return described!;
  }

  async ofAll(workspaceId: string, webhooks: readonly Webhook[]): Promise<DescribedWebhook[]> {
    if (webhooks.length === 0) return [];
    const ids = webhooks.map(({ id }) => id);
    const secrets = await this.secrets.describe(workspaceId, ids);
    const open = await this.deliveries.summarizeOpen(workspaceId, ids);
    const firsts = await this.kept.listFirstAfter(
      webhooks.map((webhook) => ({ workspaceId, position: cursorOf(webhook) })),
    );
    const admins = new Set((await this.members.listAdmins(workspaceId)).map(({ id }) => id));
    const now = await databaseTime(this.work);
    return webhooks.map((webhook, place) => {
      const { oldestAt = null, nextAttemptAt = null } = open.get(webhook.id) ?? {};
      return {
        webhook,
        secrets: secrets.get(webhook.id) ?? [],
        needsAttention: needsAttention(webhook, admins),
        lagSeconds: lagSeconds(now, [oldestAt, firsts[place] ?? null]),
        nextAttemptAt: nextAttempt(webhook, nextAttemptAt, now),
      };
    });
  }
}

function needsAttention({ state, missedTo, keptBy }: Webhook, admins: ReadonlySet<string>): Attention[] {
  return [
    ...(state === 'paused' ? (['paused'] as const) : []),
    ...(state === 'failing' ? (['failing'] as const) : []),
    ...(missedTo === null ? [] : (['missed_events'] as const)),
    ...(keptBy !== null && admins.has(keptBy) ? [] : (['creator_left'] as const)),
  ];
}

function lagSeconds(now: Date, undelivered: readonly (Date | null)[]): number {
  const oldest = Math.min(...undelivered.map((at) => at?.getTime() ?? Infinity));
  return Number.isFinite(oldest) ? Math.max(0, Math.floor((now.getTime() - oldest) / 1_000)) : 0;
}

function nextAttempt(webhook: Webhook, retryAt: Date | null, now: Date): Date | null {
  if (webhook.state === 'paused') return null;
  return webhook.state === 'failing' ? nextProbe(webhook, now) : retryAt;
}
