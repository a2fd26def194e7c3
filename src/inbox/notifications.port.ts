import { Injectable } from '@nestjs/common';

/** What members are told of. */
export const NOTIFICATION_EVENTS = [
  'newConversation',
  'assigned',
  'customerReply',
  'slaWarning',
  'slaBreach',
  'replyUndelivered',
] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

/** Something in a conversation that members may want to be told of. */
export interface NotableEvent {
  workspaceId: string;
  agentId: string;
  conversationId: string;
  event: NotificationEvent;
  /** What it was, among all events of its kind in the workspace: nobody is told twice of the same. */
  cause: string;
  /** The customer's message, or the reply that did not reach them. */
  messageId?: string;
  supportRequestId?: string;
  /** What is about to run out or has run out. */
  clockId?: string;
  milestone?: string;
  /** The only one whom it concerns. */
  memberId?: string;
  /** Who did it, and need not be told. */
  actorMemberId?: string;
}

export interface Notifier {
  /** In the caller's transaction, with what it tells of. One statement, however many members there are. */
  notify(events: readonly NotableEvent[]): Promise<void>;
}

/** Where the feature of notifications, which is built on this one, makes itself known to it. */
@Injectable()
export class NotificationsPort {
  private notifier: Notifier | undefined;

  provide(notifier: Notifier): void {
    this.notifier = notifier;
  }

  async notify(...events: readonly NotableEvent[]): Promise<void> {
    if (!this.notifier) throw new Error('No feature notifies members');
    if (events.length > 0) await this.notifier.notify(events);
  }
}
