export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Ways to notify somebody. */
export const NOTIFICATION_CHANNELS = ['push', 'email'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** What somebody can be notified of. */
export type NotifiedEvent = 'newConversation' | 'assigned' | 'customerReply' | 'slaWarning' | 'slaBreach';

/**
 * `HH:mm` each, never the same, which could mean no time or the whole day: from `start` up to `end`, past midnight where
 * `end` is the earlier one.
 */
export interface QuietHours {
  start: string;
  end: string;
}

/** How to tell somebody of each event, not at all where the list is empty; and when not to. */
export interface NotificationPreferences extends Record<NotifiedEvent, NotificationChannel[]> {
  quietHours: QuietHours | null;
}

export interface AccountPreferences {
  /** BCP 47 */
  locale: string;
  /** IANA; the quiet hours are in it. */
  timezone: string;
  theme: Theme;
  /** 0 to 60. */
  undoSendSeconds: number;
  /** At most 2000 characters. */
  signature: string | null;
  notifications: NotificationPreferences;
  /** ISO 8601; null where the account never saved any. */
  updatedAt: string | null;
}
