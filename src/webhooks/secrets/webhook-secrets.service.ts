import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Seal } from '../../common/secrets/seal';
import { Settings } from '../../config/load-settings';
import type { Webhook } from '../webhook.entity';
import { issueWebhookSecret } from './signature';
import type { WebhookSecret } from './webhook-secret.entity';
import { WebhookSecretsRepository } from './webhook-secrets.repository';

export const SECRET_PURPOSE = 'webhook';
const HINT = 4;

type Key = Pick<Webhook, 'workspaceId' | 'id'>;

/** The secrets of webhooks, sealed for their webhook. */
@Injectable()
export class WebhookSecretsService {
  private readonly seal: Seal;

  constructor(
    private readonly secrets: WebhookSecretsRepository,
    private readonly work: UnitOfWork,
    settings: Settings,
  ) {
    this.seal = new Seal(settings.values, SECRET_PURPOSE);
  }

  /** Returns the new secret, which is not shown again. */
  async issue(webhook: Key): Promise<string> {
    const secret = issueWebhookSecret();
    await this.secrets.insert(webhook, {
      // Includes the webhook, so that the value is invalid in another row.
      sealedSecret: this.seal.seal(JSON.stringify([webhook.workspaceId, webhook.id, secret])),
      hint: secret.slice(-HINT),
      createdAt: await databaseTime(this.work),
    });
    return secret;
  }

  /**
   * A further secret. The newest one until now remains valid for the grace; older ones end at once, and so does one that cannot be read:
   * no request could be signed with it.
   */
  async rotate(webhook: Key, graceSeconds: number): Promise<string> {
    const now = await databaseTime(this.work);
    const isReadable = (await this.open(webhook)) !== null;
    await this.secrets.retire(webhook, new Date(now.getTime() + (isReadable ? graceSeconds * 1_000 : 0)));
    return this.issue(webhook);
  }

  /** The valid secrets of each webhook, newest first, without their values. One statement. */
  async describe(workspaceId: string, webhookIds: readonly string[]): Promise<Map<string, WebhookSecret[]>> {
    const found = webhookIds.length === 0 ? [] : await this.secrets.listValid(workspaceId, webhookIds);
    const grouped = new Map<string, WebhookSecret[]>();
    for (const secret of found) grouped.set(secret.webhookId, [...(grouped.get(secret.webhookId) ?? []), secret]);
    return grouped;
  }

  /** The valid secrets, newest first. Null if one of them cannot be read, or there is none: no request may be unsigned. */
  async open({ workspaceId, id }: Key): Promise<string[] | null> {
    const found = await this.secrets.listValid(workspaceId, [id]);
    const opened = found.map(({ sealedSecret }) => this.opened(workspaceId, id, sealedSecret));
    return opened.length > 0 && opened.every((secret) => secret !== null) ? opened : null;
  }

  private opened(workspaceId: string, webhookId: string, sealed: Buffer): string | null {
    try {
      const [workspace, webhook, secret] = JSON.parse(this.seal.open(sealed)) as [string, string, string];
      return workspace === workspaceId && webhook === webhookId ? secret : null;
    } catch {
      // It was changed, or sealed under another key.
      return null;
    }
  }
}
