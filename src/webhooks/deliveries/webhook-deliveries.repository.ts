import { Injectable } from '@nestjs/common';
import { And, Between, type FindOperator, In, IsNull, LessThan, LessThanOrEqual, MoreThanOrEqual } from 'typeorm';
import { type Page, pageOf } from '../../common/database/page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../common/database/uuid';
import { required } from '../../common/errors/required';
import type { Webhook } from '../webhook.entity';
import type { DeliveryState } from '../webhook.types';
import {
  FIND_NEXT_DUE,
  FIND_OLDEST_OPEN,
  LIST_DUE_DELIVERIES,
  LIST_HELD_SUBJECTS,
  SUMMARIZE_OPEN,
} from './webhook-deliveries.sql';
import { WebhookDelivery } from './webhook-delivery.entity';

type Key = Pick<Webhook, 'workspaceId' | 'id'>;
export type NewDelivery = Omit<WebhookDelivery, 'id' | 'createdAt'>;
export type DeliveryChange = Partial<Omit<WebhookDelivery, 'workspaceId' | 'id' | 'webhookId' | 'eventId'>>;

export interface DeliveryFilter {
  limit: number;
  cursor?: string;
  state?: DeliveryState;
  type?: string;
  eventId?: string;
  from?: Date;
  to?: Date;
}

export interface OpenSummary {
  webhookId: string;
  oldestAt: Date;
  nextAttemptAt: Date | null;
}

/** The table webhook_deliveries. */
@Injectable()
export class WebhookDeliveriesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** At most fifty at once. */
  async insertAll(deliveries: readonly NewDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    const made = deliveries.map((one) =>
      this.work.manager.create(WebhookDelivery, {
        ...one,
        id: newId(),
        createdAt: one.lastAttemptAt ?? one.positionedAt,
      }),
    );
    await this.work.manager.insert(WebhookDelivery, made);
  }

  async update({ workspaceId, id }: Key, change: DeliveryChange): Promise<void> {
    await this.work.manager.update(WebhookDelivery, { workspaceId, id }, change);
  }

  /** Newest first. */
  page({ workspaceId, id: webhookId }: Key, filter: DeliveryFilter): Promise<Page<WebhookDelivery>> {
    const { limit, cursor, state, type, eventId, from, to } = filter;
    const where = {
      workspaceId,
      webhookId,
      ...(cursor === undefined ? {} : { id: LessThan(cursor) }),
      ...(state === undefined ? {} : { state }),
      ...(type === undefined ? {} : { type }),
      ...(eventId === undefined ? {} : { eventId }),
      ...(from === undefined && to === undefined ? {} : { createdAt: within(from, to) }),
    };
    const read = (take: number): Promise<WebhookDelivery[]> =>
      this.work.manager.find(WebhookDelivery, { where, order: { id: 'DESC' }, take });
    return pageOf(limit, read, ({ id }) => id);
  }

  exists(workspaceId: string, webhookId: string, id: string): Promise<boolean> {
    const where = { workspaceId, webhookId: uuidOrNil(webhookId), id: uuidOrNil(id) };
    return this.work.manager.existsBy(WebhookDelivery, where);
  }

  /** @throws NotFound */
  async require(workspaceId: string, webhookId: string, id: string): Promise<WebhookDelivery> {
    const where = { workspaceId, webhookId: uuidOrNil(webhookId), id: uuidOrNil(id) };
    return required(await this.work.manager.findOneBy(WebhookDelivery, where));
  }

  /** Those that can be attempted now, in the order of their events. */
  async listDue(webhook: Key, holdSeconds: number, most: number): Promise<WebhookDelivery[]> {
    const parameters = [webhook.workspaceId, webhook.id, holdSeconds, most];
    const due = await this.work.query<{ id: string }>(LIST_DUE_DELIVERIES, parameters);
    if (due.length === 0) return [];
    return this.work.manager.find(WebhookDelivery, {
      where: { workspaceId: webhook.workspaceId, id: In(due.map(({ id }) => id)) },
      order: { transactionNumber: 'ASC', eventNumber: 'ASC' },
    });
  }

  /** The oldest one that was not delivered. `isOverdue`: it has held back its subject for long enough. */
  async findOldestOpen(
    webhook: Key,
    holdSeconds: number,
  ): Promise<{ delivery: WebhookDelivery; isOverdue: boolean } | null> {
    const parameters = [webhook.workspaceId, webhook.id, holdSeconds];
    const [found] = await this.work.query<{ id: string; isOverdue: boolean }>(FIND_OLDEST_OPEN, parameters);
    if (!found) return null;
    const delivery = await this.require(webhook.workspaceId, webhook.id, found.id);
    return { delivery, isOverdue: found.isOverdue };
  }

  /** Those of these subjects whose new events must wait behind others. */
  async listHeldSubjects(
    webhook: Key,
    subjects: readonly string[],
    { holdSeconds, replayId }: { holdSeconds: number; replayId: string | null },
  ): Promise<Set<string>> {
    if (subjects.length === 0) return new Set();
    const parameters = [webhook.workspaceId, webhook.id, holdSeconds, subjects, replayId];
    const held = await this.work.query<{ subject: string }>(LIST_HELD_SUBJECTS, parameters);
    return new Set(held.map(({ subject }) => subject));
  }

  /** When the next one can be attempted. Null if none is open. */
  async findNextDue(webhook: Key, holdSeconds: number): Promise<Date | null> {
    const parameters = [webhook.workspaceId, webhook.id, holdSeconds];
    const [next] = await this.work.query<{ at: Date | null }>(FIND_NEXT_DUE, parameters);
    return next?.at ?? null;
  }

  /** Of webhooks with open deliveries. */
  async summarizeOpen(workspaceId: string, webhookIds: readonly string[]): Promise<Map<string, OpenSummary>> {
    const found = await this.work.query<OpenSummary>(SUMMARIZE_OPEN, [workspaceId, webhookIds]);
    return new Map(found.map((one) => [one.webhookId, one]));
  }

  existsOpenOf(workspaceId: string, webhookId: string, replayId: string): Promise<boolean> {
    return this.work.manager.existsBy(WebhookDelivery, { workspaceId, webhookId, replayId, finishedAt: IsNull() });
  }

  existsOpenAbout({ workspaceId, id: webhookId }: Key, agentId: string): Promise<boolean> {
    return this.work.manager.existsBy(WebhookDelivery, { workspaceId, webhookId, agentId, finishedAt: IsNull() });
  }

  /** All that wait for a retry are due now. */
  async makeDue({ workspaceId, id: webhookId }: Key): Promise<void> {
    const pending = { workspaceId, webhookId, state: 'pending' as const, finishedAt: IsNull() };
    await this.work.manager.update(WebhookDelivery, pending, { nextAttemptAt: () => 'statement_timestamp()' });
  }

  /** Sends it again at once. It holds back no later events. */
  async makePendingNow({ workspaceId, id }: Key): Promise<void> {
    const nextAttemptAt = (): string => 'statement_timestamp()';
    const again = { state: 'pending' as const, holds: false, finishedAt: null, nextAttemptAt };
    await this.work.manager.update(WebhookDelivery, { workspaceId, id }, again);
  }

  /** Ends those that wait. */
  async dropOpen({ workspaceId, id: webhookId }: Key, { replayId }: { replayId: string }): Promise<void> {
    const open = { workspaceId, webhookId, replayId, finishedAt: IsNull() };
    const dropped = { state: 'dropped' as const, nextAttemptAt: null, finishedAt: () => 'statement_timestamp()' };
    await this.work.manager.update(WebhookDelivery, open, dropped);
  }
}

function within(from: Date | undefined, to: Date | undefined): FindOperator<Date> {
  if (from && to) return Between(from, to);
  return from ? MoreThanOrEqual(from) : And(LessThanOrEqual(to!));
}
