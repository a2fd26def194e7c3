import { UnitOfWork } from '../../../src/common/database/unit-of-work';
import { newId } from '../../../src/common/database/uuid';
import { MailDelivery } from '../../../src/common/mail/mail-delivery';
import { MemberNotificationsService } from '../../../src/notifications/notices/member-notifications.service';
import type { NotableEvent } from '../../../src/notifications/notices/notable-event';
import { NotificationMails } from '../../../src/notifications/notices/notification-mails';
import { PushNotifications } from '../../../src/notifications/notices/push-notifications';
import { PushRound } from '../../../src/notifications/push/push-round';
import { oneOf } from '../../../bench/support/random';
import { CountingMailServer } from '../../support/counting-mail-server';
import { type Parley, startParley } from '../../support/parley';
import { type Person, NotificationsGround, someChannels, sorted } from './ground';
import { type Event, EVENTS, type ModelConversation, type ModelMember, NotificationsModel } from './model';

type Random = () => number;
type About = { message?: { id: string; at: number }; only?: string; actor?: string };

const STEPS = [
  'begin',
  'reply',
  'reply',
  'breach',
  'assign',
  'answer',
  'read',
  'prefer',
  'quiet',
  'optOut',
  'close',
] as const;
const MORE_STEPS = ['block', 'restrict', 'leave', 'pass', 'pass', 'deliver', 'deliver', 'deliver'] as const;
type Step = (typeof STEPS)[number] | (typeof MORE_STEPS)[number];

/** Whose clocks are never put forward or back: those are the quiet hours' own tests. */
const ZONES = ['UTC', 'Asia/Tokyo', 'Asia/Kolkata', 'America/Bogota', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];
const MINUTE = 60_000;

export interface Compared {
  notifications: { member: string; event: string; cause: string; channel: string; state: string }[];
  mails: Record<string, number>;
  pushes: Record<string, number>;
}

/** A workspace, and a model of it that everything happens to as well. */
export class NotificationsWorld {
  readonly steps: readonly Step[] = [...STEPS, ...MORE_STEPS];
  private model = new NotificationsModel();
  private people: Person[] = [];
  private conversations: ModelConversation[] = [];
  private readonly pushed = new Map<string, number>();
  /** Seconds that have been simulated without waiting. */
  private offset = 0;

  private constructor(
    private readonly parley: Parley,
    private readonly server: CountingMailServer,
    private readonly ground: NotificationsGround,
  ) {}

  static async open(): Promise<NotificationsWorld> {
    const server = await CountingMailServer.start();
    const parley = await startParley({ settings: { SMTP_URL: server.url } });
    const world = new NotificationsWorld(parley, server, await NotificationsGround.open(parley));
    jest.spyOn(PushRound.prototype, 'send').mockImplementation((accountId) => {
      world.pushed.set(accountId, (world.pushed.get(accountId) ?? 0) + 1);
      return Promise.resolve([{ deviceId: accountId, outcome: 'accepted' }]);
    });
    return world;
  }

  async close(): Promise<void> {
    await this.parley.stop();
    await this.server.stop();
  }

  /** Other members, other conversations. */
  async begin(random: Random): Promise<void> {
    this.model = new NotificationsModel();
    await this.ground.clear();
    this.people = [];
    for (const name of ['ann', 'bea', 'cleo']) {
      const wants = Object.fromEntries(EVENTS.map((event) => [event, someChannels(random)])) as ModelMember['wants'];
      const flags = { isMember: true, seesAgent: true, quiet: null, optedOut: new Set<Event>() };
      const person = { ...(await this.ground.person(name)), wants, ...flags };
      await this.ground.savePreferences(person);
      this.people.push(person);
    }
    this.conversations = [];
    for (let n = 0; n < 2; n += 1) {
      const id = await this.ground.conversation();
      this.conversations.push({
        id,
        isClosed: false,
        isBlocked: false,
        assignee: null,
        messages: [],
        reads: new Map(),
      });
    }
  }

  /** Does it, and says what it did. */
  async take(step: Step, random: Random): Promise<string> {
    const conversation = oneOf(random, this.conversations);
    const person = oneOf(random, this.people);
    const result = await this.happen(step, conversation, person, random);
    return result === null ? '-' : `${result} (${this.conversations.indexOf(conversation)}, ${person.name})`;
  }

  /** Null: it cannot. */
  private async happen(
    step: Step,
    conversation: ModelConversation,
    person: Person,
    random: Random,
  ): Promise<string | null> {
    const { ground } = this;
    const { id } = conversation;
    const reaches = person.isMember && person.seesAgent;
    switch (step) {
      case 'begin':
      case 'reply': {
        const message = await this.message(conversation, 'customer');
        await this.notify(conversation, step === 'begin' ? 'newConversation' : 'customerReply', message.id, {
          message,
        });
        return step;
      }
      case 'breach':
        await this.notify(conversation, 'slaBreach', newId(), {});
        return step;
      case 'assign': {
        if (!reaches) return null;
        conversation.assignee = person.id;
        await ground.assign(id, person.id);
        const isOwn = random() < 0.3;
        await this.notify(conversation, 'assigned', newId(), { only: person.id, ...(isOwn && { actor: person.id }) });
        return isOwn ? 'assign themselves' : 'assign';
      }
      case 'answer':
        await this.message(conversation, 'human');
        return step;
      case 'read':
        if (!reaches) return null;
        conversation.reads.set(person.id, { upTo: conversation.messages.at(-1)?.at ?? -1, at: this.now });
        await ground.read(id, person.id);
        return step;
      case 'prefer': {
        const event = oneOf(random, EVENTS);
        person.wants[event] = someChannels(random);
        await ground.savePreferences(person);
        return `${event} by ${person.wants[event].join('+')}`;
      }
      case 'quiet':
        return this.quieten(person, random);
      case 'optOut': {
        const event = oneOf(random, EVENTS);
        if (!person.isMember) return null;
        person.optedOut.add(event);
        await ground.optOut(person.id, event);
        return `unsubscribe from ${event}`;
      }
      case 'close':
        conversation.isClosed = random() < 0.5;
        await ground.close(id, conversation.isClosed);
        return conversation.isClosed ? 'close' : 'open';
      case 'block':
        conversation.isBlocked = random() < 0.3;
        await ground.block(id, conversation.isBlocked);
        return conversation.isBlocked ? 'block' : 'admit';
      case 'restrict':
        if (!person.isMember || random() < 0.5) return null;
        person.seesAgent = random() < 0.5;
        if (!person.seesAgent) this.unassign(person);
        await ground.restrict(person.id, person.seesAgent);
        return person.seesAgent ? 'sees the agent' : 'sees it no longer';
      case 'leave':
        if (random() < 0.8) return null;
        person.isMember = false;
        this.unassign(person);
        await ground.leave(person.id);
        return step;
      case 'pass':
        return this.letPass(oneOf(random, [130, 430, 3_700]));
      case 'deliver':
        await this.deliver();
        return step;
    }
  }

  async deliver(): Promise<void> {
    // Avoids the boundary of a second, where the model and the service could differ.
    if (this.model.isClose(this.now)) await this.letPass(10);
    this.model.deliver(this.people, this.now, Date.now());
    const { parley } = this;
    const [mails, delivery, pushes] = [
      parley.get(NotificationMails),
      parley.get(MailDelivery).queue,
      parley.get(PushNotifications).queue,
    ];
    const { signal } = new AbortController();
    for (let worked = true; worked;) {
      worked = await mails.runOnce();
      worked = (await delivery.runOnce(signal)) || worked;
      await delivery.settled();
      worked = (await pushes.runOnce(signal)) || worked;
      await pushes.settled();
    }
  }

  /** What is, and what should be. */
  async compare(): Promise<[Compared, Compared]> {
    const rows = await this.ground.rows();
    const real = rows.map(({ reason, ...row }) => ({ ...row, state: [row.state, reason].filter(Boolean).join(' ') }));
    const modelled = this.model.notifications.map(({ member, event, cause, channel, state }) => ({
      member: member.id,
      event,
      cause,
      channel,
      state,
    }));
    const arrived = (email: string): number =>
      this.server.arrived.filter(({ recipient }) => recipient === email).length;
    const each = (count: (person: Person) => number): Record<string, number> =>
      Object.fromEntries(this.people.map((person) => [person.name, count(person)]));
    const { mails, pushes } = this.model;
    return [
      {
        notifications: sorted(real),
        mails: each(({ email }) => arrived(email)),
        pushes: each(({ accountId }) => this.pushed.get(accountId) ?? 0),
      },
      {
        notifications: sorted(modelled),
        mails: each(({ id }) => mails.get(id) ?? 0),
        pushes: each(({ id }) => pushes.get(id) ?? 0),
      },
    ];
  }

  /** In seconds, of the model. */
  private get now(): number {
    return Date.now() / 1_000 + this.offset;
  }

  private async notify(conversation: ModelConversation, event: Event, cause: string, about: About): Promise<void> {
    this.model.happened(this.people, conversation, event, cause, about, this.now);
    const { workspaceId, agentId } = this.ground;
    const notable: NotableEvent = {
      workspaceId,
      agentId,
      conversationId: conversation.id,
      event,
      cause,
      ...(about.message && { messageId: about.message.id }),
      ...(about.only && { memberId: about.only }),
      ...(about.actor && { actorMemberId: about.actor }),
    };
    const notifications = this.parley.get(MemberNotificationsService);
    // A second time: each recipient is notified once.
    for (let n = 0; n < 2; n += 1) await this.parley.get(UnitOfWork).run(() => notifications.notify([notable]));
  }

  private async message(
    conversation: ModelConversation,
    by: 'customer' | 'human',
  ): Promise<{ id: string; at: number }> {
    const message = { id: newId(), by, at: this.now };
    conversation.messages.push(message);
    await this.ground.message(conversation.id, message.id, by);
    return message;
  }

  private unassign({ id }: Person): void {
    for (const conversation of this.conversations) if (conversation.assignee === id) conversation.assignee = null;
  }

  /** Quiet hours that it is in the middle of, or that begin later, or none. */
  private async quieten(person: Person, random: Random): Promise<string> {
    const which = oneOf(random, ['none', 'now', 'later']);
    const minutes = (): number => 10 + Math.floor(random() * 290);
    const thisMinute = Math.floor(Date.now() / MINUTE) * MINUTE;
    const start = thisMinute + (which === 'now' ? -minutes() : minutes()) * MINUTE;
    const end = (which === 'now' ? thisMinute : start) + minutes() * MINUTE;
    person.quiet = which === 'none' ? null : { start, end };
    await this.ground.savePreferences(person, oneOf(random, ZONES));
    return `quiet: ${which}`;
  }

  private async letPass(seconds: number): Promise<string> {
    await this.ground.letPass(seconds);
    this.offset += seconds;
    return `${seconds} s pass`;
  }
}
