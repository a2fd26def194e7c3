/** The kinds of events that notify members. */
export const NOTIFICATION_EVENTS = [
  'newConversation',
  'assigned',
  'customerReply',
  'slaWarning',
  'slaBreach',
  'replyUndelivered',
] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];
