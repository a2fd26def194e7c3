/** The types of events in members' streams, beside those of the stream itself. */
export const INBOX_EVENT_TYPES = [
  'conversation.created',
  'conversation.updated',
  'conversation.erased',
  'message.created',
  'message.updated',
  'note.created',
  'label.updated',
  'label.removed',
  'support_request.created',
  'support_request.updated',
  'sla.imminent',
  'sla.breached',
] as const;
export type InboxEventType = (typeof INBOX_EVENT_TYPES)[number];

/** A stream can continue within this time after an earlier one ended. Retention keeps events for at least as long. */
export const EVENTS_KEPT_DAYS = 7;

/** Events that members receive only live. */
export const TYPING = 'conversation.typing';
export const PRESENCE = 'conversation.presence';

export const PRESENCE_STATES = ['viewing', 'typing', 'left'] as const;
/** What a member does with a conversation that they have on their screen. */
export type PresenceState = (typeof PRESENCE_STATES)[number];
