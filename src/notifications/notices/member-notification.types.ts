import type { NotificationEvent } from '../notification-events';
export { NOTIFICATION_EVENTS, type NotificationEvent } from '../notification-events';
export { NOTIFICATION_CHANNELS, type NotificationChannel } from '../../preferences/preferences.types';

/**
 * - `sending`: in progress.
 * - `sent`: the mail server or a push service has accepted it.
 * - `uncertain`: the mail server never answered, so it is not sent again.
 */
export const NOTIFICATION_STATES = ['queued', 'sending', 'sent', 'dropped', 'failed', 'uncertain'] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

/** Why the member was not notified. */
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

/**
 * Why a mail did not reach its recipient: the mail server refused it, or another server reported that it could not
 * deliver it.
 */
export const MAIL_FAILURES = ['mail_refused', 'mail_bounced'] as const;
export type MailFailure = (typeof MAIL_FAILURES)[number];

/** All reasons: why a notification was dropped, and why it failed. */
export const NOTIFICATION_REASONS = [
  ...DROP_REASONS,
  ...MAIL_FAILURES,
  'push_refused',
  'push_unreadable',
  'process_ended',
] as const;
export type NotificationReason = (typeof NOTIFICATION_REASONS)[number];

/** The recipient and the events that an unsubscribe link is for. */
export interface MailScope {
  workspaceId: string;
  /** Null: the recipient is the address that the agent names. */
  memberId: string | null;
  agentId: string;
  events: NotificationEvent[];
}
