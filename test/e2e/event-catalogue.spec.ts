import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { randomUUID } from 'node:crypto';
import { AgentPurge } from '../../src/agents/agent-purge';
import { ExpiredRows } from '../../src/common/jobs/expired-rows';
import { SETTLE_MOVED } from '../../src/backup/settle-restored.sql';
import { WorkspacesOperatorService } from '../../src/workspaces/workspaces-operator.service';
import { anAgent } from '../factories/agent';
import { aConversation, aHandedOverConversation } from '../factories/conversation';
import { anErasure } from '../factories/erasure';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: HelpDesk;
const ajv = addFormats(new Ajv2020({ strict: false }));
let schemas: Map<string, object>;

beforeAll(async () => {
  parley = await startParley();
  desk = await aHelpDesk(parley);
  const { body } = await parley.call('GET', '/event-types');
  const types = body.eventTypes as { type: string; dataSchema: object }[];
  schemas = new Map(types.map(({ type, dataSchema }) => [type, dataSchema]));
});
afterAll(() => parley.stop());

interface Shown {
  id: string;
  position: string;
  type: string;
  actor: { kind: string };
  data: Record<string, unknown>;
  changed: string[];
  previous: Record<string, unknown>;
}

const call = (method: string, path: string, body?: object, headers = {}): Promise<Reply> =>
  parley.call(method, `/workspaces/${desk.workspace.id}${path}`, { token: desk.admin.secret, body, headers });
const list = (query: Record<string, string>): Promise<Reply> =>
  parley.call('GET', `/workspaces/${desk.workspace.id}/events`, { token: desk.admin.secret, query });

/** What a piece of work has appended; the data of each as its type declares it. */
async function eventsOf(work: () => Promise<unknown>): Promise<Shown[]> {
  const after = (await list({ after: 'latest' })).body.next as string;
  const begin = await mark();
  await work();
  const events = await eventsUntil(await mark(), after);
  const own = events.slice(events.findIndex((event) => isOf(event, begin)) + 1, -1);
  own.forEach(expectDeclared);
  return own;
}

/** The id of a label whose event is after all of work that is done, and before all of work to come. */
async function mark(): Promise<string> {
  return idOf(await call('POST', '/labels', { name: randomUUID(), color: '#000000' }));
}

const isOf = ({ data }: Shown, label: string): boolean => data['labelId'] === label;

/** Other suites on the same server hold the horizon back, so that events can be late. */
async function eventsUntil(end: string, after: string): Promise<Shown[]> {
  const events: Shown[] = [];
  for (let past = after; !events.some((event) => isOf(event, end));) {
    const { body } = await list({ after: past, wait: '1', limit: '500' });
    events.push(...(body.events as Shown[]));
    past = body.next as string;
  }
  return events;
}

function expectDeclared({ type, data }: Shown): void {
  const validate = ajv.compile(schemas.get(type)!);
  if (!validate(data)) throw new Error(`${type} has data ${JSON.stringify(data)}: ${ajv.errorsText(validate.errors)}`);
  const declared = Object.keys((schemas.get(type) as { properties: object }).properties);
  expect(Object.keys(data).sort()).toEqual(declared.sort());
}

const changesOf = (events: Shown[]): unknown[] =>
  events.map(({ type, changed, previous }) => [type, ...(changed.length > 0 ? [changed, previous] : [])]);
const idOf = ({ status, body, text }: Reply): string => {
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body.id as string;
};

describe('one change, one event', () => {
  it('of labels', async () => {
    let id = '';
    const events = await eventsOf(async () => {
      id = idOf(await call('POST', '/labels', { name: 'Urgent', color: '#aabbcc' }));
      await call('POST', '/labels', { name: 'urgent', color: '#aabbcc' });
      await call('PATCH', `/labels/${id}`, { name: 'Urgent', color: '#aabbcc' });
      await call('PATCH', `/labels/${id}`, { name: 'Later', color: '#000000' });
      await call('DELETE', `/labels/${id}`);
      await call('DELETE', `/labels/${id}`);
    });
    expect(changesOf(events)).toEqual([['label.created'], ['label.updated', ['name', 'color'], {}], ['label.removed']]);
  });

  it('of chat turns: a conversation, its messages, the contact and the turn', async () => {
    const user = { externalId: 'chats-1', name: 'Ann' };
    const first = await eventsOf(() => aConversation(parley, desk.agent, { user }));
    expect(changesOf(first).sort()).toEqual(
      [
        ...[['chat_turn.completed'], ['contact.created'], ['conversation.created'], ['knowledge_gap.created']],
        ...[['message.created'], ['message.created'], ['workspace_key.created']],
      ].sort(),
    );
    const messages = first.filter(({ type }) => type === 'message.created');
    expect(messages.map(({ actor, data }) => [actor.kind, data['role']])).toEqual([
      ['key', 'customer'],
      ['agent', 'agent'],
    ]);
    const handedOver = await eventsOf(() => aHandedOverConversation(parley, desk.agent, user));
    expect(handedOver.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['conversation.created', 'support_request.created', 'chat_turn.completed']),
    );
    expect(handedOver.filter(({ type }) => type === 'conversation.updated')).toEqual([]);
    const requestId = '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c';
    await desk.chat({ message: 'How much is the Team plan?', requestId });
    expect(await eventsOf(() => desk.chat({ message: 'How much is the Team plan?', requestId }))).toEqual([]);
  });

  it('of conversations and replies', async () => {
    const { id } = await aConversation(parley, desk.agent);
    const label = idOf(await call('POST', '/labels', { name: 'Conversation', color: '#aabbcc' }));
    const version = async (): Promise<number> => (await call('GET', `/inbox/${id}`)).body.version as number;
    const events = await eventsOf(async () => {
      await call('PATCH', `/inbox/${id}`, { subject: 'One', expectedVersion: await version() });
      await call('PATCH', `/inbox/${id}`, { subject: 'One', expectedVersion: await version() });
      await call('PATCH', `/inbox/${id}`, { subject: 'Two', expectedVersion: 1 });
      await call('POST', `/inbox/${id}/labels/${label}`);
      await call('POST', `/inbox/${id}/labels/${label}`);
      await call('DELETE', `/inbox/${id}/labels/${label}`);
      await call('POST', `/inbox/${id}/messages`, { content: 'Hello' });
      await call('POST', `/inbox/${id}/messages`, { content: 'Hello again' });
      await call('POST', `/inbox/${id}/close`, { expectedVersion: await version() });
      await call('POST', `/inbox/${id}/notes`, { content: 'She called.' });
    });
    expect(changesOf(events)).toEqual([
      ['conversation.updated', ['subject'], {}],
      ['conversation.updated', ['labelIds'], { labelIds: [] }],
      ['conversation.updated', ['labelIds'], { labelIds: [label] }],
      ['message.created'],
      ['conversation.updated', ['handler'], { handler: 'agent' }],
      ['message.created'],
      ['conversation.updated', ['status'], { status: 'open' }],
      ['note.created'],
    ]);
  });

  it('of contacts', async () => {
    let id = '';
    const key = { 'idempotency-key': 'contact-1' };
    const events = await eventsOf(async () => {
      id = (await call('POST', '/contacts', { externalId: 'customer-1', name: 'Ann' }, key)).body.id as string;
      await call('POST', '/contacts', { externalId: 'customer-1', name: 'Ann' }, key);
      await call('PATCH', `/contacts/${id}`, { name: 'Ann' });
      await call('PATCH', `/contacts/${id}`, { name: 'Ann Lee', blocked: true });
      await call('DELETE', `/contacts/${id}`);
    });
    expect(changesOf(events)).toEqual([
      ['contact.created'],
      ['contact.updated', ['name', 'blocked'], {}],
      ['contact.removed'],
    ]);
    expect(JSON.stringify(events)).not.toMatch(/Ann|customer-1/);
  });

  it('of agents, sources and keys', async () => {
    const events = await eventsOf(async () => {
      const agent = await anAgent(parley, desk.workspace, desk.admin, { status: 'active' });
      const path = `/agents/${agent.id}`;
      await call('PATCH', path, { status: 'active', temperature: agent.temperature });
      await call('PATCH', path, { status: 'inactive', name: 'Renamed' });
      const source = { type: 'text', name: 'Passwords', content: 'Open Settings and choose Reset password.' };
      const { body } = await call('POST', `${path}/sources`, source);
      await parley.drain();
      await call('DELETE', `${path}/sources/${body.id}`);
      await call('DELETE', path);
      await call('DELETE', path);
      await call('POST', `${path}/restore`);
      const key = (await call('POST', '/keys', { name: 'Site', scopes: ['agents:read', 'chat:write'] })).body.key.id;
      await call('PATCH', `/keys/${key}`, { scopes: ['agents:read'] });
      await call('DELETE', `/keys/${key}`);
      await call('DELETE', `/keys/${key}`);
    });
    // Replies of other tests are sent meanwhile.
    expect(changesOf(events.filter(({ type }) => !type.startsWith('message.')))).toEqual([
      ['agent.created'],
      ['agent.updated', ['name', 'status'], { status: 'active' }],
      ['source.created'],
      ['source.indexed'],
      ['source.removed'],
      ['agent.deletion_scheduled'],
      ['agent.restored'],
      ['workspace_key.created'],
      ['workspace_key.updated', ['scopes'], { scopes: ['agents:read', 'chat:write'] }],
      ['workspace_key.revoked'],
    ]);
  });

  it('of the workspace and its members', async () => {
    const events = await eventsOf(async () => {
      await call('PATCH', '', { defaultCountry: 'DE' });
      await call('PATCH', '', { defaultCountry: 'DE' });
      await call('POST', '/invitations', { email: 'someone@example.com', role: 'admin' });
      await parley.get(WorkspacesOperatorService).changePlan(desk.workspace.id, 'pro');
    });
    expect(changesOf(events)).toEqual([
      ['workspace.updated', ['defaultCountry'], { defaultCountry: null }],
      ['member.invited'],
      ['workspace.plan_changed', ['planId'], expect.any(Object)],
    ]);
    expect(events.map(({ actor }) => actor.kind)).toEqual(['member', 'member', 'system']);
  });
});

describe('what becomes of events', () => {
  it('an erased person goes with their events, except for those that ask to delete copies', async () => {
    const user = { externalId: 'erased-1', email: 'erased@example.com' };
    const { id } = await aHandedOverConversation(parley, desk.agent, user);
    const { body } = await call('GET', '/contacts');
    const contact = (body.contacts as { id: string; externalId: string }[]).find(
      (one) => one.externalId === 'erased-1',
    )!;
    const events = await eventsOf(() => anErasure(parley, desk.workspace, desk.admin, contact.id));
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['conversation.erased', { agentId: desk.agent.id, conversationIds: [id], reason: 'erasure' }],
      ['contact.erased', expect.objectContaining({ contactId: contact.id, conversationCount: 1 })],
    ]);
    const ids = JSON.stringify((await list({ limit: '500' })).body.events).split(id).length - 1;
    expect(ids).toBe(1);
  });

  it('a purged agent has its last event', async () => {
    const agent = await anAgent(parley, desk.workspace, desk.admin);
    await call('DELETE', `/agents/${agent.id}`);
    await parley.database.query(`UPDATE agents SET deletion_scheduled_at = now() WHERE id = $1`, [agent.id]);
    const [event, ...more] = await eventsOf(() => parley.get(AgentPurge).runOnce(new AbortController().signal));
    expect([more, event]).toMatchObject([[], { type: 'agent.deleted', data: { agentId: agent.id } }]);
  });

  it('a moved database keeps the events in their order, at positions of its own', async () => {
    const before = (await list({ limit: '500' })).body as { events: Shown[]; next: string };
    await parley.database.transaction(async (manager) => {
      for (const statement of SETTLE_MOVED) await manager.query(statement);
    });
    const after = (await list({ limit: '500' })).body as { events: Shown[] };
    expect(after.events.map(({ id }) => id)).toEqual(before.events.map(({ id }) => id));
    for (const position of [before.next, before.events.at(-1)!.position, before.events[0]!.position]) {
      expect((await list({ after: position })).body.code).toBe('position_expired');
    }
    const [first, second] = after.events;
    expect((await list({ after: first!.position, limit: '1' })).body.events[0].id).toBe(second!.id);
    expect(await eventsOf(() => call('POST', '/labels', { name: 'Moved', color: '#aabbcc' }))).toHaveLength(1);
  });

  it('is kept for 14 days, or as long as the workspace says', async () => {
    const kept = async (): Promise<number> => {
      await parley.get(ExpiredRows).runOnce();
      await parley.drain();
      return (await list({ limit: '500' })).body.events.length as number;
    };
    const age = async (days: number): Promise<void> => {
      for (const table of ['inbox_events', 'workspace_events'])
        await parley.database.query(`UPDATE ${table} SET created_at = created_at - interval '${days} days'`);
    };
    const all = await kept();
    await call('PATCH', '/retention', { eventDays: 30 });
    await age(20);
    expect(await kept()).toBe(all);
    await call('PATCH', '/retention', { eventDays: null });
    expect(await kept()).toBe(0);
  });
});
