import type { Preferences } from './preferences.entity';

/**
 * What holds for an account that never saved its preferences, which has no row: a later default reaches everybody who
 * never chose. Urgent things also go by email.
 */
export const DEFAULT_PREFERENCES: Readonly<Preferences> = {
  locale: 'en',
  timezone: 'UTC',
  theme: 'system',
  undoSendSeconds: 10,
  signature: null,
  newConversation: ['push'],
  assigned: ['push', 'email'],
  customerReply: ['push'],
  slaWarning: ['push'],
  slaBreach: ['push', 'email'],
  quietHoursStart: null,
  quietHoursEnd: null,
  updatedAt: null,
};
