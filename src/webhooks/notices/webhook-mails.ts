import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { AdminLost } from '../../workspaces/members/member-events';
import { OnEvents } from '../../common/events/on-events.decorator';
import { MailOutbox } from '../../common/mail/mail-outbox';
import { MembersService } from '../../workspaces/members/members.service';
import { WorkspacesService } from '../../workspaces/workspaces.service';
import type { Webhook } from '../webhook.entity';
import type { PauseReason } from '../webhook.types';
import { WebhooksRepository } from '../webhooks.repository';
import { type Notice, webhookMail } from './webhook-mail';

const HOUR_MS = 3_600_000;
/** Between two emails about one webhook for one reason. */
const AGAIN_MS = 24 * HOUR_MS;
/** Pauses that no admin has asked for. */
const AUTOMATIC: ReadonlySet<PauseReason | null> = new Set<PauseReason>([
  'gone',
  'failing_too_long',
  'no_agents',
  'secret_unreadable',
]);

/** Emails to owners and admins about webhooks that need them: one for each webhook and reason in 24 hours. */
@Injectable()
export class WebhookMails {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly members: MembersService,
    private readonly workspaces: WorkspacesService,
    private readonly outbox: MailOutbox,
    private readonly work: UnitOfWork,
  ) {}

  /** Queues the emails that are due. Joins the transaction of the change. */
  async announce(webhook: Webhook, now: Date): Promise<void> {
    const { state, pauseReason, failingSince, missedTo, mailed } = webhook;
    if (state === 'paused' && AUTOMATIC.has(pauseReason)) await this.send(webhook, 'paused', now);
    if (state === 'failing' && failingSince && now.getTime() - failingSince.getTime() >= HOUR_MS) {
      await this.send(webhook, 'failing', now);
    }
    // One for each gap: an update clears it.
    if (missedTo !== null && mailed['missed_events:to'] !== missedTo) {
      await this.send(webhook, 'missed_events', now, { 'missed_events:to': missedTo });
    }
  }

  /** A member who answers for webhooks has left or is no admin any more. The webhooks go on. */
  @OnEvents([AdminLost], { locks: 'rows' })
  async announceLoss(events: readonly AdminLost[]): Promise<void> {
    const now = await databaseTime(this.work);
    for (const { data } of events) {
      for (const webhook of await this.webhooks.listKeptBy(data.workspaceId, data.memberId)) {
        await this.send(webhook, 'creator_left', now, {}, data.memberId);
      }
    }
  }

  private async send(
    webhook: Webhook,
    notice: Notice,
    now: Date,
    noted: Record<string, string> = {},
    except?: string,
  ): Promise<void> {
    const last = webhook.mailed[notice];
    if (last !== undefined && now.getTime() - Date.parse(last) < AGAIN_MS) return;
    const { workspaceId } = webhook;
    const { name } = await this.workspaces.get(workspaceId);
    for (const { id, email } of await this.members.listAdmins(workspaceId)) {
      if (id !== except)
        await this.outbox.enqueue({
          ...webhookMail(webhook, notice, { to: email, workspace: name }),
          turnOf: workspaceId,
        });
    }
    webhook.mailed = { ...webhook.mailed, ...noted, [notice]: now.toISOString() };
    await this.webhooks.update(webhook, { mailed: webhook.mailed });
  }
}
