import type { Channels } from './chosen-channels';
import {
  type DropReason,
  NOTIFICATION_EVENTS,
  type NotificationChannel,
  type NotificationEvent,
} from './member-notification.types';
import { quietUntil } from './quiet-hours';

/** A push that is older than this is dropped, since the event is no longer news. */
const STALE_PUSH_MS = 600_000;

/** How long a notification of an unknown kind waits for a process of a newer version. */
const UNKNOWN_MS = 60_000;

/** The state of a notification and its surroundings at the moment of sending. */
export interface NotificationFacts {
  workspaceId: string;
  id: string;
  event: NotificationEvent;
  channel: NotificationChannel;
  recipientId: string;
  /** Null: it goes to the address of the agent. */
  memberId: string | null;
  accountId: string | null;
  agentId: string;
  conversationId: string;
  milestone: string | null;
  createdAt: Date;
  fence: string;
  /** For a push: the devices that do not have it yet. Null: all. */
  deviceIds: string[] | null;
  /** For a push: since when some devices have it. */
  notifiedAt: Date | null;
  now: Date;
  hasAccess: boolean;
  /** Null: the account has no preferences of its own. */
  isWanted: boolean | null;
  hasOptedOut: boolean;
  /** Whether the member's settings mute the workspace or this agent. */
  isMuted: boolean;
  isBlocked: boolean;
  isRead: boolean;
  isRelevant: boolean | null;
  /** Whether the member was notified of a reply in this conversation within the last minutes. */
  isRepeated: boolean;
  timezone: string | null;
  quietHoursStart: string | null;
  quietHoursEnd: string | null;
  address: string | null;
  workspaceName: string;
  agentName: string | null;
  subject: string | null;
  contactName: string | null;
  senderName: string | null;
  /** Null, as the subject, if the member wants no content in notifications. */
  content: string | null;
}

export type Verdict = { is: 'due' } | { is: 'dropped'; reason: DropReason } | { is: 'waiting'; until: Date };

/** Whether the notification is due now. The first reason against it counts. */
export function verdictOf(facts: NotificationFacts, defaults: Channels): Verdict {
  const { event, channel, now } = facts;
  // An event of a later version. Processes of that version handle it.
  if (!NOTIFICATION_EVENTS.includes(event)) return { is: 'waiting', until: new Date(now.getTime() + UNKNOWN_MS) };
  if (!facts.hasAccess) return dropped('no_access');
  if (!(facts.isWanted ?? defaults[event].includes(channel))) return dropped('preferences');
  if (facts.isMuted) return dropped('muted');
  if (channel === 'email' && facts.hasOptedOut) return dropped('unsubscribed');
  if (facts.isBlocked) return dropped('blocked');
  if (facts.isRead) return dropped('read');
  if (facts.isRelevant !== true) return dropped('not_relevant');
  if (channel === 'push' && now.getTime() - facts.createdAt.getTime() > STALE_PUSH_MS) return dropped('stale');
  const { quietHoursStart: start, quietHoursEnd: end, timezone } = facts;
  const until = start && end && timezone ? quietUntil(now, { start, end, timezone }) : null;
  if (until) return channel === 'push' ? dropped('quiet_hours') : { is: 'waiting', until };
  return facts.isRepeated ? dropped('coalesced') : { is: 'due' };
}

/**
 * Keeps only the newest of several replies in one conversation. `notifications` must be in the order of their events.
 */
export function coalesced(notifications: readonly NotificationFacts[]): {
  due: NotificationFacts[];
  dropped: NotificationFacts[];
} {
  const newest = new Map(notifications.filter(isReply).map((one) => [keyOf(one), one]));
  const isNews = (one: NotificationFacts): boolean => !isReply(one) || newest.get(keyOf(one)) === one;
  return { due: notifications.filter(isNews), dropped: notifications.filter((one) => !isNews(one)) };
}

const dropped = (reason: DropReason): Verdict => ({ is: 'dropped', reason });
const isReply = ({ event }: NotificationFacts): boolean => event === 'customerReply';
const keyOf = ({ recipientId, conversationId }: NotificationFacts): string => `${recipientId} ${conversationId}`;
