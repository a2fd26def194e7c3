import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan, Raw } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId } from '../../common/database/uuid';
import type { Webhook } from '../webhook.entity';
import { WebhookSecret } from './webhook-secret.entity';

type Key = Pick<Webhook, 'workspaceId' | 'id'>;

const VALID = Raw<Date | null>((column) => `(${column} IS NULL OR ${column} > statement_timestamp())`);

/** The table webhook_secrets. A webhook has two valid secrets at most. */
@Injectable()
export class WebhookSecretsRepository {
  constructor(private readonly work: UnitOfWork) {}

  async insert(
    { workspaceId, id: webhookId }: Key,
    secret: Pick<WebhookSecret, 'sealedSecret' | 'hint' | 'createdAt'>,
  ): Promise<void> {
    const made = this.work.manager.create(WebhookSecret, {
      ...secret,
      workspaceId,
      webhookId,
      id: newId(),
      expiresAt: null,
    });
    await this.work.manager.insert(WebhookSecret, made);
  }

  /** The valid ones of each of these webhooks, newest first. */
  listValid(workspaceId: string, webhookIds: readonly string[]): Promise<WebhookSecret[]> {
    const where = { workspaceId, webhookId: In([...webhookIds]), expiresAt: VALID };
    return this.work.manager.find(WebhookSecret, { where, order: { id: 'DESC' } });
  }

  /** Ends the newest secret at this time, and deletes those before it. */
  async retire({ workspaceId, id: webhookId }: Key, expiresAt: Date): Promise<void> {
    const older = { workspaceId, webhookId, expiresAt: MoreThan(new Date(0)) };
    await this.work.manager.delete(WebhookSecret, older);
    await this.work.manager.update(WebhookSecret, { workspaceId, webhookId, expiresAt: IsNull() }, { expiresAt });
  }
}
