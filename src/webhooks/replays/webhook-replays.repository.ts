import { Injectable } from '@nestjs/common';
import { onViolation } from '../../common/database/constraint-violation';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../common/database/uuid';
import { required } from '../../common/errors/required';
import { ReplayInProgress } from '../webhooks.errors';
import { WebhookReplay } from './webhook-replay.entity';

/** The table webhook_replays. A webhook has one running replay at most. */
@Injectable()
export class WebhookReplaysRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** @throws ReplayInProgress 409; it aborts the transaction */
  async insert(
    replay: Pick<WebhookReplay, 'workspaceId' | 'webhookId' | 'fromPosition' | 'toPosition' | 'types'>,
  ): Promise<WebhookReplay> {
    const made = this.work.manager.create(WebhookReplay, {
      ...replay,
      id: newId(),
      state: 'running',
      position: replay.fromPosition,
      hasReadAll: false,
      sent: 0,
      failed: 0,
      createdAt: await databaseTime(this.work),
      finishedAt: null,
    });
    await onViolation(
      'webhook_replays_running',
      this.work.manager.insert(WebhookReplay, made),
      () => new ReplayInProgress(),
    );
    return made;
  }

  exists(workspaceId: string, webhookId: string, id: string): Promise<boolean> {
    const where = { workspaceId, webhookId: uuidOrNil(webhookId), id: uuidOrNil(id) };
    return this.work.manager.existsBy(WebhookReplay, where);
  }

  /** @throws NotFound */
  async require(workspaceId: string, webhookId: string, id: string): Promise<WebhookReplay> {
    const where = { workspaceId, webhookId: uuidOrNil(webhookId), id: uuidOrNil(id) };
    return required(await this.work.manager.findOneBy(WebhookReplay, where));
  }

  findRunning(workspaceId: string, webhookId: string): Promise<WebhookReplay | null> {
    return this.work.manager.findOneBy(WebhookReplay, { workspaceId, webhookId, state: 'running' });
  }

  /** How far the running replay is. */
  async advance(
    { workspaceId, id }: Pick<WebhookReplay, 'workspaceId' | 'id'>,
    change: Pick<WebhookReplay, 'position' | 'hasReadAll'>,
  ): Promise<void> {
    await this.work.manager.update(WebhookReplay, { workspaceId, id }, change);
  }

  /** Adds to its counts. */
  async count(
    { workspaceId, id }: Pick<WebhookReplay, 'workspaceId' | 'id'>,
    { sent, failed }: Pick<WebhookReplay, 'sent' | 'failed'>,
  ): Promise<void> {
    const counts = { sent: () => `sent + ${sent}`, failed: () => `failed + ${failed}` };
    await this.work.manager.update(WebhookReplay, { workspaceId, id }, counts);
  }

  /** Ends a running replay. */
  async finish(
    { workspaceId, id }: Pick<WebhookReplay, 'workspaceId' | 'id'>,
    state: 'done' | 'cancelled',
  ): Promise<void> {
    const end = { state, finishedAt: () => 'statement_timestamp()' };
    await this.work.manager.update(WebhookReplay, { workspaceId, id, state: 'running' }, end);
  }
}
