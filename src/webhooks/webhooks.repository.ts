import { Injectable } from '@nestjs/common';
import { LessThan, Not } from 'typeorm';
import { databaseTime } from '../common/database/database-time';
import { type Page, pageOf, type PageRequest } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId, uuidOrNil } from '../common/database/uuid';
import { required } from '../common/errors/required';
import type { EventPosition } from '../common/event-types/event-position';
import { Webhook } from './webhook.entity';
import { RECOVERED } from './rules/webhook-health';

/** The fields that an admin chooses. */
export type WebhookChoices = Pick<
  Webhook,
  'name' | 'url' | 'events' | 'agentIds' | 'content' | 'ordering' | 'parallelism'
>;

type Key = Pick<Webhook, 'workspaceId' | 'id'>;
export type WebhookChange = Partial<Omit<Webhook, 'workspaceId' | 'id' | 'version' | 'fence' | 'isHeld'>>;

/** The table webhooks. */
@Injectable()
export class WebhooksRepository {
  constructor(private readonly work: UnitOfWork) {}

  async insert(
    webhook: WebhookChoices & { workspaceId: string; createdBy: string; cursor: EventPosition },
  ): Promise<Webhook> {
    const { cursor, ...chosen } = webhook;
    const now = await databaseTime(this.work);
    const made = this.work.manager.create(Webhook, {
      ...chosen,
      ...RECOVERED,
      ...cursorColumns(cursor),
      id: newId(),
      missedFrom: null,
      missedTo: null,
      pace: chosen.parallelism,
      lastDeliveredAt: null,
      lastFailedAt: null,
      lastFailureClass: null,
      lastFailureStatus: null,
      mailed: {},
      keptBy: chosen.createdBy,
      version: 1,
      createdAt: now,
      updatedAt: now,
      dueAt: now,
    });
    await this.work.manager.insert(Webhook, made);
    return made;
  }

  /** Newest first. */
  page(workspaceId: string, { limit, cursor }: PageRequest): Promise<Page<Webhook>> {
    const where = { workspaceId, ...(cursor === undefined ? {} : { id: LessThan(cursor) }) };
    const read = (take: number): Promise<Webhook[]> =>
      this.work.manager.find(Webhook, { where, order: { id: 'DESC' }, take });
    return pageOf(limit, read, ({ id }) => id);
  }

  count(workspaceId: string): Promise<number> {
    return this.work.manager.countBy(Webhook, { workspaceId });
  }

  exists(workspaceId: string, id: string): Promise<boolean> {
    return this.work.manager.existsBy(Webhook, { workspaceId, id: uuidOrNil(id) });
  }

  find(workspaceId: string, id: string): Promise<Webhook | null> {
    return this.work.manager.findOneBy(Webhook, { workspaceId, id: uuidOrNil(id) });
  }

  /** @throws NotFound */
  async require(workspaceId: string, id: string): Promise<Webhook> {
    return required(await this.find(workspaceId, id));
  }

  /** Other changes of the webhook wait until the transaction ends. @throws NotFound */
  async requireLocked(workspaceId: string, id: string): Promise<Webhook> {
    const where = { workspaceId, id: uuidOrNil(id) };
    return required(await this.work.manager.findOne(Webhook, { where, lock: { mode: 'pessimistic_write' } }));
  }

  /** The webhook, if this claim still holds it. */
  findHeld({ workspaceId, id }: Key, fence: string): Promise<Webhook | null> {
    return this.work.manager.findOneBy(Webhook, { workspaceId, id, fence, isHeld: true });
  }

  /** The same; other changes wait until the transaction ends. */
  findHeldLocked({ workspaceId, id }: Key, fence: string): Promise<Webhook | null> {
    const where = { workspaceId, id, fence, isHeld: true };
    return this.work.manager.findOne(Webhook, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** Those of an agent, locked in the order of their ids. The plan bounds their number. */
  listLocked(workspaceId: string): Promise<Webhook[]> {
    return this.work.manager.find(Webhook, {
      where: { workspaceId },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Those that a member answers for. The plan bounds their number. */
  listKeptBy(workspaceId: string, memberId: string): Promise<Webhook[]> {
    return this.work.manager.find(Webhook, { where: { workspaceId, keptBy: memberId }, order: { id: 'ASC' } });
  }

  /** A change by an admin: a version of its own. */
  async change({ workspaceId, id }: Key, change: WebhookChange): Promise<void> {
    const touched = { ...change, version: () => 'version + 1', updatedAt: () => 'now()' };
    await this.work.manager.update(Webhook, { workspaceId, id }, touched);
  }

  /** A change by the service itself. */
  async update({ workspaceId, id }: Key, change: WebhookChange): Promise<void> {
    await this.work.manager.update(Webhook, { workspaceId, id }, change);
  }

  /** Makes a webhook due that no process works on. One that is worked on looks again by itself. */
  async wake({ workspaceId, id }: Key): Promise<void> {
    const idle = { workspaceId, id, isHeld: false, state: Not('paused' as const) };
    await this.work.manager.update(Webhook, idle, { dueAt: () => 'statement_timestamp()' });
  }

  /** Whether the webhook existed. */
  async delete(workspaceId: string, id: string): Promise<boolean> {
    return (await this.work.manager.delete(Webhook, { workspaceId, id: uuidOrNil(id) })).affected === 1;
  }
}

export function cursorOf({ cursorTransaction, cursorNumber, cursorAt }: Webhook): EventPosition {
  return { transactionId: cursorTransaction, id: cursorNumber, at: cursorAt };
}

export function cursorColumns({
  transactionId,
  id,
  at,
}: EventPosition): Pick<Webhook, 'cursorTransaction' | 'cursorNumber' | 'cursorAt'> {
  return { cursorTransaction: transactionId, cursorNumber: id, cursorAt: at };
}
