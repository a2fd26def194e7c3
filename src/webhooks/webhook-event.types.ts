import { declareEvents, EventData } from '../common/event-types/declare-events';
import { EnumField, IdField } from '../common/event-types/event-fields';
import { PAUSE_REASONS, type PauseReason, WEBHOOK_STATES, type WebhookState } from './webhook.types';

/** The `data` of events about a webhook. */
export class WebhookEventData extends EventData {
  @IdField()
  webhookId: string;

  @EnumField(WEBHOOK_STATES)
  state: WebhookState;

  @EnumField(PAUSE_REASONS, { nullable: true })
  pauseReason: PauseReason | null;
}

const about = (summary: string) => ({ audience: 'admin', summary, data: WebhookEventData, agentBound: false }) as const;

/** No webhook gets the `state_changed` of itself. */
export const WEBHOOK_EVENTS = declareEvents('webhooks', {
  'webhook.created': about('A webhook was created.'),
  'webhook.updated': about('A field of a webhook, or its secret, has changed.'),
  'webhook.removed': about('A webhook was removed.'),
  'webhook.state_changed': about('A webhook is active, failing or paused now. It does not receive this event itself.'),
});
