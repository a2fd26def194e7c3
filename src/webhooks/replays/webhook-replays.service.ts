import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { type EventPosition, isPast, positionOf, positionText } from '../../common/event-types/event-position';
import type { Member } from '../../common/request/principal';
import { EventLog } from '../../events/event-log.service';
import { KeptEvents } from '../../events/kept-events.service';
import { WebhookDeliveriesRepository } from '../deliveries/webhook-deliveries.repository';
import { WebhookInvalid } from '../webhooks.errors';
import { WebhooksRepository } from '../webhooks.repository';
import type { ReplayWebhookInput } from './webhook-replay.dto';
import type { WebhookReplay } from './webhook-replay.entity';
import { WebhookReplaysRepository } from './webhook-replays.repository';

/** Events of the past that webhooks send again. */
@Injectable()
export class WebhookReplaysService {
  constructor(
    private readonly replays: WebhookReplaysRepository,
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly log: EventLog,
    private readonly kept: KeptEvents,
    private readonly work: UnitOfWork,
  ) {}

  /** @throws NotFound 404, WebhookInvalid 400, PositionExpired 410, ReplayInProgress 409 */
  async start({ workspaceId }: Member, webhookId: string, input: ReplayWebhookInput): Promise<WebhookReplay> {
    const latest = await this.log.latest();
    const from = await this.positionAt(workspaceId, input.from, '/from', latest);
    const to = input.to === undefined ? latest : await this.positionAt(workspaceId, input.to, '/to', latest);
    if (isPast(from, to)) throw new WebhookInvalid('/to', 'invalid', 'must not be before from');
    return this.work.run(async () => {
      const webhook = await this.webhooks.requireLocked(workspaceId, webhookId);
      const replay = await this.replays.insert({
        ...{ workspaceId, webhookId: webhook.id, types: input.types ?? null },
        ...{ fromPosition: positionText(from), toPosition: positionText(to) },
      });
      await this.webhooks.wake(webhook);
      return replay;
    });
  }

  /** @throws NotFound 404 */
  get({ workspaceId }: Member, webhookId: string, replayId: string): Promise<WebhookReplay> {
    return this.replays.require(workspaceId, webhookId, replayId);
  }

  /** Changes nothing if it has ended. @throws NotFound 404 */
  cancel({ workspaceId }: Member, webhookId: string, replayId: string): Promise<WebhookReplay> {
    return this.work.run(async () => {
      const webhook = await this.webhooks.requireLocked(workspaceId, webhookId);
      const replay = await this.replays.require(workspaceId, webhookId, replayId);
      if (replay.state === 'running') {
        await this.replays.finish(replay, 'cancelled');
        await this.deliveries.dropOpen(webhook, { replayId: replay.id });
      }
      return this.replays.require(workspaceId, webhookId, replayId);
    });
  }

  private async positionAt(
    workspaceId: string,
    text: string,
    path: string,
    latest: EventPosition,
  ): Promise<EventPosition> {
    const position = positionOf(text) ?? (await this.atInstant(workspaceId, text, path, latest));
    if (isPast(position, latest)) throw new WebhookInvalid(path, 'invalid', 'must not be ahead of the log');
    // An instant before the first event has no event at its place.
    const issued = position.transactionId === '0' ? { ...position, transactionId: '1' } : position;
    if (path === '/from') await this.kept.ensureReadable(workspaceId, issued);
    return position;
  }

  private async atInstant(
    workspaceId: string,
    text: string,
    path: string,
    latest: EventPosition,
  ): Promise<EventPosition> {
    const at = new Date(text);
    if (Number.isNaN(at.getTime())) throw new WebhookInvalid(path, 'invalid', 'must be a date-time');
    const position = at >= latest.at ? latest : await this.kept.positionBefore(workspaceId, at);
    // An event that a long transaction holds back is not part of the log yet.
    return isPast(position, latest) ? latest : position;
  }
}
