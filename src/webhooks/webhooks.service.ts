import { Injectable } from '@nestjs/common';
import { AgentsService } from '../agents/agents.service';
import type { Page, PageRequest } from '../common/database/page';
import { Audit } from '../common/audit/audit';
import { UnitOfWork } from '../common/database/unit-of-work';
import { NotFound, VersionConflict } from '../common/errors/domain-error';
import { type EventPosition, isPast, positionOf } from '../common/event-types/event-position';
import type { Member } from '../common/request/principal';
import { EventLog } from '../events/event-log.service';
import { EventSubscriptions } from '../events/event-subscriptions.service';
import { PlansService } from '../workspaces/plans/plans.service';
import { WorkspacesService } from '../workspaces/workspaces.service';
import { WebhookDeliveriesRepository } from './deliveries/webhook-deliveries.repository';
import { RECOVERED } from './rules/webhook-health';
import { WebhookSecretsService } from './secrets/webhook-secrets.service';
import { StateChanges } from './state-changes';
import { WebhookAddress } from './webhook-address';
import { WebhookDescriptions } from './webhook-descriptions';
import type { DescribedWebhook } from './webhook.dto';
import type { Webhook } from './webhook.entity';
import { ManualActions } from './manual-actions';
import type { CreateWebhookInput, UpdateWebhookInput } from './webhook-input.dto';
import { WebhookInvalid } from './webhooks.errors';
import { type WebhookChange, type WebhookChoices, WebhooksRepository } from './webhooks.repository';

const CHOICES = ['name', 'url', 'events', 'agentIds', 'content', 'ordering', 'parallelism'] as const;

export interface WebhookReceipt {
  described: DescribedWebhook;
  secret: string;
}

/** Webhooks belong to their workspace: they go on when the member who created them has left. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly secrets: WebhookSecretsService,
    private readonly descriptions: WebhookDescriptions,
    private readonly address: WebhookAddress,
    private readonly agents: AgentsService,
    private readonly workspaces: WorkspacesService,
    private readonly plans: PlansService,
    private readonly subscriptions: EventSubscriptions,
    private readonly log: EventLog,
    private readonly changes: StateChanges,
    private readonly actions: ManualActions,
    private readonly audit: Audit,
    private readonly work: UnitOfWork,
  ) {}

  /** @throws PlanLimitReached 403, WebhookInvalid, UnknownAgents 400 */
  create(member: Member, input: CreateWebhookInput): Promise<WebhookReceipt> {
    const { workspaceId, memberId } = member;
    return this.work.run(async () => {
      // Locks the number of webhooks.
      const planId = await this.workspaces.lockPlan(workspaceId);
      this.plans.ensure(planId, 'webhooks', await this.webhooks.count(workspaceId));
      const { name = null, agentIds = null, content = 'none', ordering = 'subject', parallelism = 4 } = input;
      const url = this.address.acceptable(input.url);
      this.ensureKnown(input.events);
      await this.agents.ensureAll(member, agentIds ?? [], '/agentIds');
      const cursor = await this.positionOf(input.after);
      const chosen = { name, url, events: input.events, agentIds, content, ordering, parallelism };
      const webhook = await this.webhooks.insert({ ...chosen, workspaceId, createdBy: memberId, cursor });
      const secret = await this.secrets.issue(webhook);
      this.changes.publish(webhook, 'webhook.created');
      return { described: await this.descriptions.of(webhook), secret };
    });
  }

  /** Newest first. */
  async page({ workspaceId }: Member, request: PageRequest): Promise<Page<DescribedWebhook>> {
    const { rows, nextCursor } = await this.webhooks.page(workspaceId, request);
    return { rows: await this.descriptions.ofAll(workspaceId, rows), nextCursor };
  }

  /** @throws NotFound 404 */
  async get({ workspaceId }: Member, webhookId: string): Promise<DescribedWebhook> {
    return this.descriptions.of(await this.webhooks.require(workspaceId, webhookId));
  }

  /** @throws NotFound 404, VersionConflict 409, WebhookInvalid, UnknownAgents 400, RateLimited 429 for a resumption */
  async update(member: Member, webhookId: string, input: UpdateWebhookInput): Promise<DescribedWebhook> {
    if (input.state === 'active') await this.actions.countIfPaused(member.workspaceId, webhookId);
    return this.work.run(async () => {
      const webhook = await this.webhooks.requireLocked(member.workspaceId, webhookId);
      this.audit.before(webhook);
      const { expectedVersion } = input;
      if (expectedVersion !== undefined && expectedVersion !== webhook.version)
        throw new VersionConflict(webhook.version);
      const chosen = await this.chosen(member, webhook, input);
      const changed = CHOICES.filter((name) => JSON.stringify(chosen[name]) !== JSON.stringify(webhook[name]));
      const turned = this.turned(webhook, input, chosen);
      const confirmed = { missedFrom: null, missedTo: null, keptBy: member.memberId };
      const isConfirmation = webhook.missedTo !== null || webhook.keptBy !== member.memberId;
      if (changed.length === 0 && Object.keys(turned).length === 0 && !isConfirmation) {
        await this.audit.write();
        return this.descriptions.of(webhook);
      }
      const change: WebhookChange = { ...chosen, ...turned, ...confirmed };
      change.pace = Math.min(change.pace ?? webhook.pace, chosen.parallelism);
      await this.webhooks.change(webhook, change);
      const after = await this.webhooks.require(webhook.workspaceId, webhook.id);
      if (after.state === 'active' && webhook.state !== 'active') await this.deliveries.makeDue(webhook);
      await this.webhooks.wake(after);
      if (changed.length > 0) this.changes.publish(after, 'webhook.updated', changed);
      if (after.state !== webhook.state) this.changes.publish(after);
      await this.audit.write();
      return this.descriptions.of(after);
    });
  }

  /**
   * No attempt begins afterwards.
   *
   * @throws NotFound 404, also for the later of two
   */
  remove({ workspaceId }: Member, webhookId: string): Promise<void> {
    return this.work.run(async () => {
      const webhook = await this.webhooks.requireLocked(workspaceId, webhookId);
      if (!(await this.webhooks.delete(workspaceId, webhookId))) throw new NotFound();
      this.changes.publish(webhook, 'webhook.removed');
    });
  }

  /** @throws NotFound 404 */
  rotateSecret(member: Member, webhookId: string, graceSeconds: number): Promise<WebhookReceipt> {
    return this.work.run(async () => {
      const webhook = await this.webhooks.requireLocked(member.workspaceId, webhookId);
      const secret = await this.secrets.rotate(webhook, graceSeconds);
      await this.webhooks.change(webhook, {});
      const after = await this.webhooks.require(webhook.workspaceId, webhook.id);
      this.changes.publish(after, 'webhook.updated', ['secrets']);
      return { described: await this.descriptions.of(after), secret };
    });
  }

  private async chosen(member: Member, webhook: Webhook, input: UpdateWebhookInput): Promise<WebhookChoices> {
    const { name, agentIds, events } = input;
    if (events) this.ensureKnown(events);
    const added = (agentIds ?? []).filter((id) => !webhook.agentIds?.includes(id));
    await this.agents.ensureAll(member, added, '/agentIds');
    return {
      name: name === undefined ? webhook.name : name,
      url: input.url === undefined ? webhook.url : this.address.acceptable(input.url),
      events: events ?? webhook.events,
      agentIds: agentIds === undefined ? webhook.agentIds : agentIds,
      content: input.content ?? webhook.content,
      ordering: input.ordering ?? webhook.ordering,
      parallelism: input.parallelism ?? webhook.parallelism,
    };
  }

  /** A pause, a resumption, or another address of a failing webhook. */
  private turned(webhook: Webhook, { state }: UpdateWebhookInput, chosen: WebhookChoices): WebhookChange {
    if (state === 'paused' && webhook.state !== 'paused') return { state: 'paused', pauseReason: 'manual' };
    const isAnswered = webhook.state === 'failing' && chosen.url !== webhook.url;
    if (!isAnswered && (state !== 'active' || webhook.state === 'active')) return {};
    if (chosen.agentIds?.length === 0) {
      throw new WebhookInvalid('/agentIds', 'required', 'must be sent, because the agents of the webhook were deleted');
    }
    return { ...RECOVERED, pace: 1 };
  }

  private ensureKnown(events: readonly string[]): void {
    const place = events.findIndex((pattern) => !this.subscriptions.isKnown(pattern));
    if (place < 0) return;
    throw new WebhookInvalid(`/events/${place}`, 'unknown_type', 'must be a type of events, `prefix.*`, or `*`');
  }

  private async positionOf(after = 'latest'): Promise<EventPosition> {
    const latest = await this.log.latest();
    if (after === 'latest') return latest;
    const position = positionOf(after)!;
    if (isPast(position, latest)) throw new WebhookInvalid('/after', 'invalid', 'must not be ahead of the log');
    return position;
  }
}
