import type { Schemas } from '../api/client';

export type Conversation = Schemas['InboxConversation'];
export type Message = Schemas['ListedMessage'];
export type Label = Schemas['Label'];

/** The `data` of an event of `streamInboxEvents`, as src/inbox/events writes it. The stream's own events have a `type` only. */
export interface InboxEvent {
  type: string;
  conversationId?: string | null;
  memberId?: string | null;
  labelId?: string | null;
  supportRequestId?: string | null;
  typing?: boolean | null;
  state?: 'viewing' | 'typing' | 'left' | null;
  createdAt?: string;
  conversationIds?: string[];
  conversation?: Schemas['Conversation'] | null;
  message?: Message | null;
  label?: Label | null;
}

/** An event with its position in the log, where a stream can continue. */
export interface StreamedEvent {
  id: string;
  data: InboxEvent;
}

/** When an event was recorded, in ms since 1970 by the service's clock: the first part of its id. */
export function recordedAt(id: string): number {
  return Number(id.split('_', 1)[0]);
}
