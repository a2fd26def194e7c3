import { oneOf, randomOf } from '../../bench/support/random';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { newId } from '../../src/common/database/uuid';
import { CONTACT_EVENTS } from '../../src/contacts/contact-event.types';
import { CONVERSATION_EVENTS } from '../../src/conversations/conversation-event.types';
import { EventLog } from '../../src/events/event-log.service';
import { LABEL_EVENTS } from '../../src/inbox/labels/label-event.types';
import { WEBHOOK_EVENTS } from '../../src/webhooks/webhook-event.types';
import { anAccount } from '../factories/account';
import { ConversationDesk } from '../factories/conversation-fixtures';
import { aCredential } from '../factories/credential';
import { aMember } from '../factories/member';
import { aWebhook, drainUntil } from '../factories/webhook';
import { EventStream } from '../support/event-stream';
import { latestPosition } from '../support/latest-event';
import { type Parley, startParley } from '../support/parley';
import { WebhookReceiver } from '../support/webhook-receiver';

const MEMBERSHIPS = Number(process.env['MEMBERSHIPS'] ?? 12);
const OPERATIONS = Number(process.env['OPERATIONS'] ?? 60);
const SEED = Number(process.env['SEED'] ?? 20_261_129);
const WRITERS = 3;
const STREAMED = 'conversation.created';

interface Shown {
  position: string;
  type: string;
  data: { agentId: string | null; agentIds?: string[] } & Record<string, unknown>;
}
interface Membership {
  role: 'admin' | 'member';
  restrictedAgentIds: string[] | null;
}

/** The list, the stream and webhooks show each reader the same events, at the same positions and in the same order. */
describe(`who sees which events (SEED=${SEED}, MEMBERSHIPS=${MEMBERSHIPS}, OPERATIONS=${OPERATIONS})`, () => {
  const random = randomOf(SEED);
  let parley: Parley;
  let receiver: WebhookReceiver;
  let desk: ConversationDesk;
  let agents: string[];
  let after: string;
  let all: Shown[];

  beforeAll(async () => {
    parley = await startParley({ settings: { FETCH_ALLOWED_HOSTS: '127.0.0.1' } });
    receiver = await WebhookReceiver.start();
    desk = await ConversationDesk.open(parley);
    agents = [desk.agent.id];
    for (let n = 0; n < 3; n++) agents.push((await desk.anotherAgent()).id);
    const conversationIds = await desk.insert(agents.map((agentId) => ({ agentId })));
    after = await latestPosition(parley, desk.workspace.id, desk.owner.secret);
    let written = 0;
    const write = async (): Promise<void> => {
      while (written < OPERATIONS) if (await happens(conversationIds)) written += 1;
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    all = await listed(desk.owner.secret, written);
    expect(all).toHaveLength(written);
  });
  afterAll(async () => {
    await parley.stop();
    await receiver.stop();
  });

  const someAgents = (): string[] => agents.filter(() => random() < 0.5);

  /** One event in a transaction. False if it was rolled back. */
  async function happens(conversationIds: readonly string[]): Promise<boolean> {
    const [workspaceId, subjectId, chance] = [desk.workspace.id, newId(), random()];
    const agentIds = someAgents();
    const place = Math.floor(random() * agents.length);
    const work = parley.get(UnitOfWork).run(async () => {
      const log = parley.get(EventLog);
      if (chance < 0.4) {
        const data = { channel: 'widget', status: 'open', handler: 'agent' } as const;
        const of = { agentId: agents[place]!, conversationId: conversationIds[place]! };
        log.append(CONVERSATION_EVENTS[STREAMED], { workspaceId, subjectId, ...of, data });
      } else if (chance < 0.7) {
        const of = agentIds.length > 0 ? { agentIds } : {};
        log.append(CONTACT_EVENTS['contact.created'], {
          ...{ workspaceId, agentId: null, subjectId, ...of },
          data: { contactId: subjectId, agentIds },
        });
      } else if (chance < 0.85) {
        log.append(LABEL_EVENTS['label.created'], {
          ...{ workspaceId, agentId: null, subjectId },
          data: { labelId: subjectId },
        });
      } else {
        const data = { webhookId: subjectId, state: 'active', pauseReason: null } as const;
        log.append(WEBHOOK_EVENTS['webhook.removed'], { workspaceId, agentId: null, subjectId, data });
      }
      await parley.get(UnitOfWork).query('SELECT pg_current_xact_id()');
      if (random() < 0.1) throw new Error('rolled back');
    });
    return work.then(
      () => true,
      () => false,
    );
  }

  async function read(
    token: string,
    query: Record<string, string>,
  ): Promise<{ events: Shown[]; next: string; hasMore: boolean }> {
    const { status, body } = await parley.call('GET', `/workspaces/${desk.workspace.id}/events`, { token, query });
    expect(status).toBe(200);
    return body as never;
  }

  /** All of them, once there are so many: other suites on the same server hold the horizon back for a moment. */
  async function listed(token: string, count: number): Promise<Shown[]> {
    const types = `${STREAMED},contact.created,label.created`;
    const events: Shown[] = [];
    const end = Date.now() + 30_000;
    const query: Record<string, string> = token === desk.owner.secret ? { types: `${types},webhook.removed` } : {};
    for (let past = after; ;) {
      const page = await read(token, { after: past, limit: '50', ...query });
      events.push(...page.events.filter(({ type }) => type !== 'member.updated'));
      past = page.next;
      if (!page.hasMore && (events.length >= count || Date.now() > end)) return events;
    }
  }

  /** What the model has for a reader of these agents. */
  function expected(visible: readonly string[] | null, isAdmin: boolean): Shown[] {
    return all.flatMap((event) => {
      const { agentId, agentIds = [] } = event.data;
      if (event.type === 'webhook.removed' && !isAdmin) return [];
      if (visible === null) return [event];
      if (agentId !== null && !visible.includes(agentId)) return [];
      const seen = agentIds.filter((one) => visible.includes(one));
      if (agentIds.length > 0 && seen.length === 0) return [];
      return [event.data.agentIds ? { ...event, data: { ...event.data, agentIds: seen } } : event];
    });
  }

  it('each member gets what they may see, by the list as by the stream', async () => {
    const account = await anAccount(parley);
    const { memberId } = await aMember(parley, desk.workspace, account);
    const whole = (await aCredential(parley, account)).secret;
    const narrow = (await aCredential(parley, account, { scopes: ['inbox:read'] })).secret;
    for (let n = 0; n < MEMBERSHIPS; n++) {
      const role = random() < 0.25 ? 'admin' : 'member';
      const membership: Membership = {
        role,
        restrictedAgentIds: role === 'member' && random() < 0.8 ? someAgents() : null,
      };
      const path = `/workspaces/${desk.workspace.id}/members/${memberId}`;
      const changed = await parley.call('PATCH', path, { token: desk.owner.secret, body: membership });
      expect([membership, changed.status]).toEqual([membership, 200]);
      const token = random() < 0.5 ? whole : narrow;
      const may = expected(membership.restrictedAgentIds, role === 'admin' && token === whole);
      expect([membership, await listed(token, may.length)]).toEqual([membership, may]);

      const streamed = may.filter(({ type }) => type === STREAMED).map(({ position }) => position);
      const stream = await EventStream.open(parley, desk.workspace, { secret: token }, { after });
      await stream.until(() => idsOf(stream).length >= streamed.length);
      expect([membership, idsOf(stream)]).toEqual([membership, streamed]);
      stream.leave();
    }
  });
  const idsOf = ({ received }: EventStream): string[] =>
    received.filter(({ event }) => event === STREAMED).map(({ id }) => id);

  it('a webhook for some agents gets what a restricted member of them gets, in that order', async () => {
    const reaches = [null, ...Array.from({ length: 4 }, () => [oneOf(random, agents), ...someAgents()])];
    const events = ['conversation.*', 'contact.created', 'label.created', 'webhook.removed'];
    const asked = { events, after, ordering: 'none', parallelism: 1 };
    const hooks = await Promise.all(
      reaches.map((reach) =>
        aWebhook(parley, desk.workspace, desk.owner as never, {
          ...{ ...asked, url: receiver.url },
          ...(reach && { agentIds: [...new Set(reach)] }),
        }),
      ),
    );
    const wanted = new Map(hooks.map(({ id }, n) => [id, expected(reaches[n]!, reaches[n] === null)]));
    const count = [...wanted.values()].reduce((sum, one) => sum + one.length, 0);
    await drainUntil(parley, () => receiver.hooks.length >= count);
    for (const [id, events] of wanted) {
      const sent = receiver.hooks.filter(({ headers }) => headers['parley-webhook'] === id).map(({ event }) => event);
      expect(sent).toEqual(events);
    }
  });
});
