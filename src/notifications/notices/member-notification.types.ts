import type { NotificationEvent } from '../notification-events';
export { NOTIFICATION_EVENTS, type NotificationEvent } from '../notification-events';
export { NOTIFICATION_CHANNELS, type NotificationChannel } from '../../preferences/preferences.types';

/**
 * `sending`: it is on its way. `sent`: the mail server or a push service has taken it. `uncertain`: it was handed to the mail
 * server, which never answered, so it is not sent again.
 */
export const NOTIFICATION_STATES = ['queued', 'sending', 'sent', 'dropped', 'failed', 'uncertain'] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

/** Why nobody was told. */
export const DROP_REASONS = [
  'no_access',
  'preferences',
  'muted',
  'unsubscribed',
  'blocked',
  'read',
  'not_relevant',
  'stale',
  'coalesced',
  'quiet_hours',
  'no_device',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Why a mail told nobody: the mail server refused it, or another one reported that it could not deliver it. */
export const MAIL_FAILURES = ['mail_refused', 'mail_bounced'] as const;
export type MailFailure = (typeof MAIL_FAILURES)[number];

/** The same with why telling them failed. */
export const NOTIFICATION_REASONS = [
  ...DROP_REASONS,
  ...MAIL_FAILURES,
  'push_refused',
  'push_unreadable',
  'process_ended',
] as const;
export type NotificationReason = (typeof NOTIFICATION_REASONS)[number];

/** Whose mails of what events a link in one of them ends. */
export interface MailScope {
  workspaceId: string;
  /** Null: the address that the agent names. */
  memberId: string | null;
  agentId: string;
  events: NotificationEvent[];
}
