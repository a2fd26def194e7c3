import { Injectable } from '@nestjs/common';
import type { LoggedEvent } from '../../events/event-log.types';
import { EventSubscriptions } from '../../events/event-subscriptions.service';
import type { Webhook } from '../webhook.entity';

/** The bodies of requests: an event as compact JSON. Without its record, it is the same whenever it is made. */
@Injectable()
export class EventBodies {
  constructor(private readonly subscriptions: EventSubscriptions) {}

  async of(event: LoggedEvent, { workspaceId, agentIds, content }: Webhook): Promise<Buffer> {
    const scope = { workspaceId, agentIds };
    const body =
      content === 'none' ? this.subscriptions.asListed(event) : await this.subscriptions.withRecord(scope, event);
    return Buffer.from(JSON.stringify(body));
  }
}
