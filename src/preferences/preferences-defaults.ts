import type { Preferences } from './preferences.entity';

/**
 * The preferences of an account that never saved any. Such an account has no row, so a change of the defaults reaches
 * it.
 * Urgent events also go by email.
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
  sendWith: 'mod_enter',
  afterClose: 'next',
  density: 'comfortable',
  shortcuts: true,
  assignOnReply: true,
  sound: 'mine',
  updatedAt: null,
};
