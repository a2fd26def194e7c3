import type { Channels } from './chosen-channels';
import {
  type DropReason,
  NOTIFICATION_EVENTS,
  type NotificationChannel,
  type NotificationEvent,
} from './member-notification.types';
import { quietUntil } from './quiet-hours';

/** A push that is older tells of what has long been seen to. */
const STALE_PUSH_MS = 600_000;

/** How long what this version does not know is left to processes that do. */
const UNKNOWN_MS = 60_000;

/** What is so of a notification at the moment at which somebody would be told. */
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
  /** Of a push: the devices that do not have it yet; null: all. */
  deviceIds: string[] | null;
  /** Of a push: since when some devices have it. */
  toldAt: Date | null;
  now: Date;
  hasAccess: boolean;
  /** Null: the account has no preferences of its own. */
  isWanted: boolean | null;
  hasOptedOut: boolean;
  /** The workspace, or this agent, in their settings for it. */
  isMuted: boolean;
  isBlocked: boolean;
  isRead: boolean;
  isRelevant: boolean | null;
  /** Of this conversation the member heard a moment ago. */
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
  /** Null, as the subject, where the member wants nothing of it to be shown. */
  said: string | null;
}

export type Verdict = { is: 'told' } | { is: 'dropped'; reason: DropReason } | { is: 'waiting'; until: Date };

/** Whether somebody is told of it now. The first reason that there is not to counts. */
export function verdictOf(facts: NotificationFacts, defaults: Channels): Verdict {
  const { event, channel, now } = facts;
  // Of a later version, whose processes know it.
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
  return facts.isRepeated ? dropped('coalesced') : { is: 'told' };
}

/** Of several replies in one conversation somebody hears once: of the newest. `told` in the order in which they came. */
export function coalesced(told: readonly NotificationFacts[]): {
  told: NotificationFacts[];
  dropped: NotificationFacts[];
} {
  const newest = new Map(told.filter(isReply).map((one) => [keyOf(one), one]));
  const isNews = (one: NotificationFacts): boolean => !isReply(one) || newest.get(keyOf(one)) === one;
  return { told: told.filter(isNews), dropped: told.filter((one) => !isNews(one)) };
}

const dropped = (reason: DropReason): Verdict => ({ is: 'dropped', reason });
const isReply = ({ event }: NotificationFacts): boolean => event === 'customerReply';
const keyOf = ({ recipientId, conversationId }: NotificationFacts): string => `${recipientId} ${conversationId}`;
