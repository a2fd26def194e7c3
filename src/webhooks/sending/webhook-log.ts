import { Injectable } from '@nestjs/common';
import type { EventPosition } from '../../common/event-types/event-position';
import { EventLog } from '../../events/event-log.service';
import type { LoggedEvent, ReadEvents } from '../../events/event-log.types';
import { EventSubscriptions } from '../../events/event-subscriptions.service';
import { WEBHOOK_EVENTS } from '../webhook-event.types';
import type { Webhook } from '../webhook.entity';

/** The log as a webhook sees it. */
@Injectable()
export class WebhookLog {
  constructor(
    private readonly log: EventLog,
    private readonly subscriptions: EventSubscriptions,
  ) {}

  /** Settled events that the webhook wants, after a position. `types`: filters within those of the webhook. */
  async read(
    webhook: Webhook,
    { after, limit, types }: { after: EventPosition; limit: number; types?: readonly string[] | null },
  ): Promise<ReadEvents> {
    const wanted = this.typesOf(webhook, types ?? null);
    const request = { after, limit, types: wanted, agentIds: webhook.agentIds };
    const { events, ...rest } = await this.log.read(webhook.workspaceId, request);
    return { events: events.filter((event) => !isOwnState(webhook, event)), ...rest };
  }

  /** From where on events are kept, if some after the cursor may be gone. */
  async expired(workspaceId: string, cursor: EventPosition): Promise<EventPosition | null> {
    return (await this.log.isKept(workspaceId, asOf(cursor.at))) ? null : this.log.oldest(workspaceId);
  }

  private typesOf({ events, agentIds }: Webhook, within: readonly string[] | null): string[] {
    const audience = agentIds === null ? 'admin' : 'member';
    const types = this.subscriptions.typesFor(audience, events);
    if (within === null) return types;
    const chosen = new Set(this.subscriptions.typesFor(audience, within));
    return types.filter((type) => chosen.has(type));
  }
}

/** The service itself has written the cursor, so only its time counts: after a restore it can name an event that was erased. */
function asOf(at: Date): EventPosition {
  return { transactionId: '1', id: '0', at };
}

/** A webhook does not learn of its own state: it would be woken by each of its failures. */
function isOwnState({ id }: Webhook, { type, subjectId }: LoggedEvent): boolean {
  return type === WEBHOOK_EVENTS['webhook.state_changed'].name && subjectId === id;
}
