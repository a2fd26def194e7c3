import type { PreferencesService } from '../../preferences/preferences.service';
import { NOTIFICATION_EVENTS, type NotificationChannel, type NotificationEvent } from './member-notification.types';

type Defaults = PreferencesService['defaults'];

/** The preference of an account that applies to an event. A reply that did not arrive counts as assigned work. */
const PREFERENCES = {
  newConversation: 'newConversation',
  assigned: 'assigned',
  customerReply: 'customerReply',
  slaWarning: 'slaWarning',
  slaBreach: 'slaBreach',
  replyUndelivered: 'assigned',
} as const satisfies Record<NotificationEvent, keyof Defaults>;

/** The channels that notify of each event. */
export type Channels = Readonly<Record<NotificationEvent, readonly NotificationChannel[]>>;

export function channelsOf(preferences: Defaults): Channels {
  const channels = NOTIFICATION_EVENTS.map((event) => [event, preferences[PREFERENCES[event]]]);
  return Object.fromEntries(channels) as Channels;
}

/** In SQL: the channels that the account_preferences `p` name for the event of a row. */
export function chosenChannels(row: string): string {
  const cases = NOTIFICATION_EVENTS.map((event) => `WHEN '${event}' THEN p.${columnOf(PREFERENCES[event])}`);
  return `CASE ${row}.event ${cases.join(' ')} END`;
}

function columnOf(preference: string): string {
  return preference.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
