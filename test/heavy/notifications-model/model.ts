/** An in-memory model of notifications, following the documentation. Times are seconds of the model's own clock. */

export const EVENTS = ['newConversation', 'assigned', 'customerReply', 'slaBreach'] as const;
export type Event = (typeof EVENTS)[number];
export type Channel = 'push' | 'email';

export interface ModelMember {
  id: string;
  name: string;
  isMember: boolean;
  seesAgent: boolean;
  wants: Record<Event, Channel[]>;
  optedOut: Set<Event>;
  /** The next or present ones, as instants; null: none. */
  quiet: { start: number; end: number } | null;
}

export interface ModelConversation {
  id: string;
  isClosed: boolean;
  isBlocked: boolean;
  assignee: string | null;
  /** Of customers and of people, in their order. */
  messages: { id: string; by: 'customer' | 'human'; at: number }[];
  /** How far each member has read, and when they last looked. */
  reads: Map<string, { upTo: number; at: number }>;
}

export interface ModelNotification {
  member: ModelMember;
  conversation: ModelConversation;
  event: Event;
  cause: string;
  channel: Channel;
  /** Of a message, when that was written. */
  message: { id: string; at: number } | null;
  createdAt: number;
  state: string;
  notifiedAt: number | null;
  /** Waits for the end of quiet hours until then. */
  dueAt: number;
}

const FIVE_MINUTES = 300;
const TEN_MINUTES = 600;

export class NotificationsModel {
  readonly notifications: ModelNotification[] = [];
  /** By member: how many mails. */
  readonly mails = new Map<string, number>();
  readonly pushes = new Map<string, number>();

  happened(
    members: readonly ModelMember[],
    conversation: ModelConversation,
    event: Event,
    cause: string,
    about: { message?: { id: string; at: number }; only?: string; actor?: string },
    now: number,
  ): void {
    for (const member of members) {
      if (!member.isMember || !member.seesAgent || member.id === about.actor) continue;
      if (about.only !== undefined && member.id !== about.only) continue;
      const isForAssignee = event === 'customerReply' || event === 'slaBreach';
      if (isForAssignee && conversation.assignee !== null && conversation.assignee !== member.id) continue;
      for (const channel of member.wants[event]) {
        if (channel === 'email' && member.optedOut.has(event)) continue;
        const message = about.message ?? null;
        const one = { member, conversation, event, cause, channel, message, createdAt: now };
        this.notifications.push({ ...one, state: 'queued', notifiedAt: null, dueAt: now });
      }
    }
  }

  /** Whether something is due within moments. */
  isClose(now: number): boolean {
    const soon = (at: number): boolean => Math.abs(at - now) < 5;
    return this.notifications.some(
      ({ state, dueAt, notifiedAt: toldAt, createdAt }) =>
        (state === 'queued' && dueAt > createdAt && soon(dueAt)) ||
        (toldAt !== null && soon(toldAt + FIVE_MINUTES)) ||
        soon(createdAt + TEN_MINUTES),
    );
  }

  /** Sends all notifications that are due now. `instant`: the time for quiet hours. */
  deliver(members: readonly ModelMember[], now: number, instant: number): void {
    for (const member of members) {
      const waiting = this.notifications.filter(
        (one) => one.member === member && one.state === 'queued' && one.dueAt <= now,
      );
      this.mail(
        member,
        waiting.filter(({ channel }) => channel === 'email'),
        now,
        instant,
      );
      this.push(
        member,
        waiting.filter(({ channel }) => channel === 'push'),
        now,
        instant,
      );
    }
  }

  private mail(member: ModelMember, waiting: ModelNotification[], now: number, instant: number): void {
    const recent = this.notifications.filter(
      (one) => one.member === member && one.channel === 'email' && one.notifiedAt !== null,
    );
    if (recent.some(({ notifiedAt: toldAt }) => now - (toldAt ?? 0) < FIVE_MINUTES)) return;
    const may = waiting.filter((one) => {
      const reason = whyNot(one, now);
      if (reason !== null) one.state = `dropped ${reason}`;
      const isQuiet = reason === null && isWithin(member.quiet, instant);
      if (isQuiet) one.dueAt = now + (member.quiet!.end - instant) / 1_000;
      return reason === null && !isQuiet;
    });
    this.notify(may, now);
    if (may.some(({ state }) => state === 'sent')) this.mails.set(member.id, (this.mails.get(member.id) ?? 0) + 1);
  }

  private push(member: ModelMember, waiting: ModelNotification[], now: number, instant: number): void {
    const may = waiting.filter((one) => {
      const reason =
        whyNot(one, now) ??
        (isWithin(member.quiet, instant) ? 'quiet_hours' : this.isRepeated(one, now) ? 'coalesced' : null);
      if (reason !== null) one.state = `dropped ${reason}`;
      return reason === null;
    });
    this.notify(may, now);
    const sent = may.filter(({ state }) => state === 'sent').length;
    this.pushes.set(member.id, (this.pushes.get(member.id) ?? 0) + sent);
  }

  /** Of the replies in a conversation, the newest. */
  private notify(may: readonly ModelNotification[], now: number): void {
    may.forEach((one, index) => {
      const isOld =
        one.event === 'customerReply' &&
        may
          .slice(index + 1)
          .some((other) => other.event === 'customerReply' && other.conversation === one.conversation);
      one.state = isOld ? 'dropped coalesced' : 'sent';
      if (!isOld) one.notifiedAt = now;
    });
  }

  private isRepeated(one: ModelNotification, now: number): boolean {
    return (
      one.event === 'customerReply' &&
      this.notifications.some(
        (other) =>
          other.member === one.member &&
          other.channel === 'push' &&
          other.event === 'customerReply' &&
          other.conversation === one.conversation &&
          other.notifiedAt !== null &&
          now - other.notifiedAt < FIVE_MINUTES,
      )
    );
  }
}

function whyNot(
  { member, conversation, event, channel, message, createdAt }: ModelNotification,
  now: number,
): string | null {
  if (!member.isMember || !member.seesAgent) return 'no_access';
  if (!member.wants[event].includes(channel)) return 'preferences';
  if (channel === 'email' && member.optedOut.has(event)) return 'unsubscribed';
  if (conversation.isBlocked) return 'blocked';
  const read = conversation.reads.get(member.id);
  if (read && (message ? read.upTo >= message.at : read.at >= createdAt)) return 'read';
  if (conversation.isClosed) return 'not_relevant';
  if (
    event === 'assigned'
      ? conversation.assignee !== member.id
      : conversation.assignee && conversation.assignee !== member.id
  )
    return 'not_relevant';
  const messages = conversation.messages;
  const place = message ? messages.findIndex(({ id }) => id === message.id) : messages.length;
  if (messages.slice(place + 1).some(({ by }) => by === 'human')) return 'not_relevant';
  return channel === 'push' && now - createdAt > TEN_MINUTES ? 'stale' : null;
}

function isWithin(quiet: ModelMember['quiet'], instant: number): boolean {
  return quiet !== null && instant >= quiet.start && instant < quiet.end;
}
