import type { AccountScope } from '../../src/common/operations/access';
import { BUILT_IN } from '../../src/features';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aConversation } from '../factories/conversation';
import { aCredential } from '../factories/credential';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aMember } from '../factories/member';
import type { Reply } from '../support/call';
import { EventStream } from '../support/event-stream';
import { latestPosition } from '../support/latest-event';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: HelpDesk;
let restricted: { memberId: string; secret: string };

beforeAll(async () => {
  parley = await startParley();
  desk = await aHelpDesk(parley);
  const member = await aMember(parley, desk.workspace, await anAccount(parley), {
    restrictedAgentIds: [desk.agent.id],
  });
  restricted = { memberId: member.memberId, secret: (await aCredential(parley, member)).secret };
});
afterAll(() => parley.stop());

interface Shown {
  id: string;
  position: string;
  type: string;
  requestId: string | null;
  actor: { kind: string; memberId: string | null; keyId: string | null };
  data: Record<string, unknown>;
  changed: string[];
  previous: Record<string, unknown>;
  resource: Record<string, unknown> | null;
  resourceOmitted: string | null;
}

const list = (query: Record<string, string> = {}, token = desk.admin.secret): Promise<Reply> =>
  parley.call('GET', `/workspaces/${desk.workspace.id}/events`, { token, query });
const latest = (): Promise<string> => latestPosition(parley, desk.workspace.id, desk.admin.secret);
const eventsAfter = async (after: string, query = {}, token = desk.admin.secret): Promise<Shown[]> => {
  const events: Shown[] = [];
  await latest();
  for (let past = after, hasMore = true; hasMore;) {
    const { status, body } = await list({ after: past, ...query }, token);
    expect([status, body.details]).toEqual([200, undefined]);
    events.push(...(body.events as Shown[]));
    past = body.next as string;
    hasMore = body.hasMore as boolean;
  }
  return events;
};
const inbox = (conversationId: string, rest = ''): string =>
  `/workspaces/${desk.workspace.id}/inbox/${conversationId}${rest}`;
const namesOf = (events: Shown[]): string[] => events.map(({ type }) => type);

const call = (method: string, path: string, body?: object, headers = {}): Promise<Reply> =>
  parley.call(method, `/workspaces/${desk.workspace.id}${path}`, { token: desk.admin.secret, body, headers });
/** What a piece of work has appended. */
const eventsOf = async (work: () => Promise<unknown>): Promise<Shown[]> => {
  const after = await latest();
  await work();
  return eventsAfter(after);
};
const credential = async (role: 'admin' | 'member', scopes?: AccountScope[]): Promise<string> => {
  const member = await aMember(parley, desk.workspace, await anAccount(parley), { role });
  return (await aCredential(parley, member, scopes && { scopes })).secret;
};

describe('listEvents', () => {
  it('200 with each change once: its data, what has changed, who did it, and in which request', async () => {
    const { id } = await aConversation(parley, desk.agent);
    const body = { subject: 'Invoice', expectedVersion: 2 };
    const headers = { 'x-request-id': 'my-own-call' };
    const [event, ...more] = await eventsOf(() =>
      parley.call('PATCH', inbox(id), { token: restricted.secret, body, headers }),
    );
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'conversation.updated',
      schemaVersion: 1,
      workspaceId: desk.workspace.id,
      actor: { kind: 'member', memberId: restricted.memberId, keyId: null },
      requestId: 'my-own-call',
      changed: ['subject'],
      previous: {},
      resource: null,
      resourceOmitted: 'not_requested',
    });
    expect(event!.data).toEqual({
      ...{ agentId: desk.agent.id, conversationId: id, contactId: null, status: 'open', handler: 'agent' },
      ...{ assigneeMemberId: null, labelIds: [], version: 3 },
    });
  });

  it('200 with the record as it is now, or why it is missing', async () => {
    const { id } = (await call('POST', '/labels', { name: 'Later', color: '#aabbcc' })).body as { id: string };
    const conversation = await aConversation(parley, desk.agent);
    const after = await latest();
    await call('PATCH', `/labels/${id}`, { name: 'Now' });
    await call('PATCH', `/labels/${id}`, { name: 'Today' });
    await call('POST', `/inbox/${conversation.id}/notes`, { content: 'She called.' });
    const events = await eventsAfter(after, { include: 'resource' });
    expect(events.map(({ type, resource, resourceOmitted }) => [type, resource?.['name'], resourceOmitted])).toEqual([
      ['label.updated', 'Today', null],
      ['label.updated', 'Today', null],
      ['note.created', undefined, 'never'],
    ]);
    await call('DELETE', `/labels/${id}`);
    const again = (await eventsAfter(after, { include: 'resource', types: 'label.updated' })).map(
      ({ id: eventId, data, resource, resourceOmitted }) => ({ eventId, data, resource, resourceOmitted }),
    );
    expect(again).toEqual(
      events.slice(0, 2).map(({ id: eventId, data }) => ({ eventId, data, resource: null, resourceOmitted: 'gone' })),
    );
  });

  it('200 in pages, in the order and at the positions of the stream', async () => {
    const stream = await EventStream.open(parley, desk.workspace, desk.admin);
    await stream.until(({ event }) => event === 'stream.opened');
    const after = await latest();
    const { id } = await aConversation(parley, desk.agent, { user: { externalId: 'pages-1' } });
    await call('PATCH', `/inbox/${id}`, { subject: 'Pages', expectedVersion: 2 });
    await stream.until(({ event }) => event === 'conversation.updated');
    stream.leave();
    const paged = (await eventsAfter(after, { limit: '2' })).map(({ position, type }) => [position, type]);
    const streamed = stream.received.slice(1).map(({ id: position, event }) => [position, event]);
    expect(paged).toHaveLength(8);
    expect(paged.filter(([, type]) => streamed.some(([, other]) => other === type))).toEqual(streamed);
    const some = await eventsAfter(after, { types: 'conversation.*,contact.created', limit: '1' });
    expect(namesOf(some)).toEqual(['contact.created', 'conversation.created', 'conversation.updated']);
  });

  it('200 as soon as there is a match, and without one after the wait', async () => {
    const after = await latest();
    const waiting = list({ after, types: 'label.created', wait: '20' });
    await call('POST', '/labels', { name: 'Waited for', color: '#aabbcc' });
    expect(namesOf((await waiting).body.events)).toEqual(['label.created']);
    const { body } = await list({ after: 'latest', types: 'sla.*', wait: '1' });
    expect([body.events, body.hasMore, /^\d+_\d+_\d+$/.test(body.next)]).toEqual([[], false, true]);
  });

  it('200 with the events of their own agents for a restricted member, and of contacts as they see them', async () => {
    const other = await anAgent(parley, desk.workspace, desk.admin);
    const after = await latest();
    await aConversation(parley, other, { user: { externalId: 'hidden-1' } });
    await call('POST', '/contacts', { externalId: 'shared-1', agentIds: [desk.agent.id, other.id] });
    await call('POST', '/labels', { name: 'For all', color: '#aabbcc' });
    const seen = await eventsAfter(after, {}, restricted.secret);
    expect(namesOf(seen)).toEqual(['contact.created', 'label.created']);
    expect(seen[0]!.data['agentIds']).toEqual([desk.agent.id]);
    const ofOther = await eventsAfter(after, { agentId: other.id });
    expect(new Set(ofOther.map(({ data }) => data['agentId'] ?? (data['agentIds'] as string[])[0]))).toEqual(
      new Set([other.id, desk.agent.id]),
    );
  });

  it('leaves out what is for admins, and refuses to name it', async () => {
    const [member, withoutScope] = [await credential('member'), await credential('admin', ['inbox:read'])];
    const after = await latest();
    await call('PATCH', '', { name: `Renamed ${after}` });
    expect(namesOf(await eventsAfter(after))).toEqual(['workspace.updated']);
    expect(namesOf(await eventsAfter(after, {}, member))).toEqual([]);
    expect(namesOf(await eventsAfter(after, {}, withoutScope))).toEqual([]);
    expect((await list({ types: 'workspace.updated' }, member)).body).toMatchObject({ code: 'role_insufficient' });
    expect((await list({ types: 'workspace.*' }, withoutScope)).body).toMatchObject({ code: 'scope_missing' });
  });

  it.each([
    [{ after: 'yesterday' }, 'query.after'],
    [{ after: '1768469412345_900000000000000_1' }, 'query.after'],
    [{ types: 'conversation.exploded' }, 'query.types'],
    [{ types: 'conversation' }, 'query.types'],
    [{ wait: '26' }, 'query.wait'],
    [{ limit: '501' }, 'query.limit'],
    [{ include: 'everything' }, 'query.include'],
  ] as [Record<string, string>, string][])('400 for %j', async (query, path) => {
    const { status, body } = await list(query);
    expect([status, body.code, body.details[0].path]).toEqual([400, 'validation_failed', path]);
  });

  it('410 for a position whose later events may be deleted, with the oldest that is kept', async () => {
    const [, transaction, id] = (await latest()).split('_');
    const age = (days: number): string => `${Date.now() - days * 86_400_000}_${transaction}_${id}`;
    expect((await list({ after: age(13.9) })).status).toBe(200);
    const { status, body } = await list({ after: age(14) });
    expect([status, body.code]).toEqual([410, 'position_expired']);
    const { oldestPosition } = body.details[0];
    expect((await list({ after: oldestPosition, limit: '1' })).body.events).toEqual(
      (await list({ limit: '1' })).body.events,
    );
    // A longer period does not bring back what the shorter one has deleted.
    await call('PATCH', '/retention', { eventDays: 7 });
    await call('PATCH', '/retention', { eventDays: 90 });
    expect([(await list({ after: age(6.9) })).status, (await list({ after: age(8) })).status]).toEqual([200, 410]);
    await call('PATCH', '/retention', { eventDays: null });
  });
});

describe('listEventTypes', () => {
  it('200 for any caller with the schemas of the data, and 304 while they are the same', async () => {
    const { status, body, headers } = await parley.call('GET', '/event-types');
    expect([status, body.eventTypes.length]).toEqual([200, BUILT_IN.events.length]);
    const etag = headers.get('etag')!;
    const known = await parley.call('GET', '/event-types', { headers: { 'if-none-match': etag } });
    expect([known.status, known.text]).toEqual([304, '']);
  });
});
