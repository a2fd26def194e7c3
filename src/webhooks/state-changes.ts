import { Injectable } from '@nestjs/common';
import { EventLog } from '../events/event-log.service';
import { WEBHOOK_EVENTS } from './webhook-event.types';
import type { Webhook } from './webhook.entity';

type About = Pick<Webhook, 'workspaceId' | 'id' | 'state' | 'pauseReason'>;

/** The events of webhooks in the log of their workspace. */
@Injectable()
export class StateChanges {
  constructor(private readonly log: EventLog) {}

  /** Joins the running transaction. */
  publish(webhook: About, type: keyof typeof WEBHOOK_EVENTS = 'webhook.state_changed', changed?: string[]): void {
    const { workspaceId, id, state, pauseReason } = webhook;
    this.log.append(WEBHOOK_EVENTS[type], {
      workspaceId,
      agentId: null,
      subjectId: id,
      data: { webhookId: id, state, pauseReason },
      ...(changed && { changed }),
    });
  }
}
