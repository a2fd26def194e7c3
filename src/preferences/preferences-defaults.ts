import type { AccountPreferences } from './preferences.types';

/**
 * What holds for an account that never saved its preferences, which has no row: a later default reaches everybody who
 * never chose. Urgent things also go by email.
 */
export function defaultPreferences(): AccountPreferences {
  return {
    locale: 'en',
    timezone: 'UTC',
    theme: 'system',
    undoSendSeconds: 10,
    signature: null,
    notifications: {
      newConversation: ['push'],
      assigned: ['push', 'email'],
      customerReply: ['push'],
      slaWarning: ['push'],
      slaBreach: ['push', 'email'],
      quietHours: null,
    },
    updatedAt: null,
  };
}
