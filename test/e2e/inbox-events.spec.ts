import { setTimeout as pause } from 'node:timers/promises';
import { ExpiredRows } from '../../src/common/jobs/expired-rows';
import { MOST_STREAMS } from '../../src/events/open-streams.service';
import { CommandLine } from '../support/command-line';
import { EventStream, type ReceivedEvent } from '../support/event-stream';
import { feedHasLooked } from '../support/feed-has-looked';
import { aConversation } from '../factories/conversation';
import { ConversationDesk } from '../factories/conversation-fixtures';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: ConversationDesk;
const streams: EventStream[] = [];

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

beforeEach(async () => {
  desk = await ConversationDesk.open(parley);
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.leave();
});

const listen = async (by = desk.owner, from: { after?: string; lastEventId?: string } = {}): Promise<EventStream> => {
  const stream = await EventStream.open(parley, desk.workspace, by, from);
  streams.push(stream);
  return stream;
};
const open = async (by = desk.owner): Promise<EventStream> => {
  const stream = await listen(by);
  await stream.until(({ event }) => event === 'stream.opened');
  return stream;
};
const isMessageOf =
  (id: string, role: string) =>
  ({ data }: ReceivedEvent): boolean =>
    data.conversationId === id && data.message?.role === role;

describe('streamInboxEvents', () => {
  it('200 with what happens, each with its conversation and message as they are', async () => {
    const stream = await open();
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.response.headers.get('cache-control')).toBe('no-store, no-transform');
    const { id } = await desk.conversation('Do you ship to Iceland?');
    await stream.until(isMessageOf(id, 'agent'));
    await desk.update(id, { subject: 'Iceland', expectedVersion: 2 });
    const received = await stream.until(({ event }) => event === 'conversation.updated');
    expect(stream.types).toEqual([
      ...['stream.opened', 'conversation.created', 'message.created', 'message.created', 'conversation.updated'],
    ]);
    const { blocks: _blocks, ...message } = (await desk.messages(id)).body.messages[1];
    expect(received[2]!.data).toEqual({
      type: 'message.created',
      conversationId: id,
      messageId: message.id,
      agentId: desk.agent.id,
      labelId: null,
      memberId: null,
      typing: null,
      state: null,
      supportRequestId: null,
      milestone: null,
      createdAt: expect.any(String),
      conversation: expect.objectContaining({ id }),
      message,
      label: null,
    });
    expect(received[4]!.data).toMatchObject({ messageId: null, conversation: { id }, message: null });
    // The fields that differ by caller are not in it.
    expect((await desk.get(id)).body).toMatchObject(received[4]!.data.conversation);
  });

  it('goes on from any event, each once and in order', async () => {
    const first = await open();
    const { id } = await desk.conversation();
    await first.until(isMessageOf(id, 'agent'));
    const before = [...first.received];
    first.leave();
    for (const version of [2, 3]) await desk.update(id, { subject: `Subject ${version}`, expectedVersion: version });
    let all: string[] | undefined;
    for (const [n, { id: place }] of before.entries()) {
      const from = n % 2 === 0 ? { after: place } : { lastEventId: place, after: before[0]!.id };
      const again = await listen(desk.owner, from);
      await again.until(() => again.received.length === 3 + before.length - n - 1);
      const [opened, ...received] = again.received;
      expect(opened).toMatchObject({ id: place, event: 'stream.opened' });
      expect(received.slice(-2).map(({ event }) => event)).toEqual(['conversation.updated', 'conversation.updated']);
      all ??= received.map((one) => one.id);
      expect(received.map((one) => one.id)).toEqual(all.slice(n));
    }
    expect(all!.slice(0, -2)).toEqual(before.slice(1).map((one) => one.id));
  });

  it('tells of no commit before all that could precede it, and of none twice', async () => {
    const stream = await open();
    const slow = parley.database.createQueryRunner();
    await slow.startTransaction();
    const [early, late] = await desk.insert([{}, {}]);
    const append = (id: string): string =>
      `INSERT INTO inbox_events (workspace_id, agent_id, conversation_id, type)
       VALUES ('${desk.workspace.id}', '${desk.agent.id}', '${id}', 'conversation.created')`;
    await slow.query(append(early!));
    await parley.database.query(append(late!));
    await feedHasLooked(2);
    expect(stream.types).toEqual(['stream.opened']);
    await slow.commitTransaction();
    await slow.release();
    const received = await stream.until(({ data }) => data.conversationId === late);
    expect(received.slice(1).map(({ data }) => data.conversationId)).toEqual([early, late]);
  });

  it('tells nothing of other workspaces and of hidden agents, live and later', async () => {
    const other = await desk.anotherAgent();
    const restricted = await desk.member([desk.agent.id]);
    const stream = await open(restricted);
    const elsewhere = await ConversationDesk.open(parley);
    await elsewhere.conversation();
    await desk.conversation('Hidden', other);
    const { id } = await desk.conversation('Mine');
    const isLast = isMessageOf(id, 'agent');
    const again = await listen(restricted, { after: (await stream.until(isLast))[0]!.id });
    for (const one of [stream, again]) {
      const received = (await one.until(isLast)).slice(1);
      expect(new Set(received.map(({ data }) => data.conversationId))).toEqual(new Set([id]));
    }
  });

  it.each([
    ['the member is removed', 'remove'],
    ['an agent is hidden from them', 'restrict'],
  ])('ends before the next event when %s', async (_what, how) => {
    const member = await desk.member([desk.agent.id]);
    const stream = await open(member);
    const path = `/workspaces/${desk.workspace.id}/members/${member.memberId}`;
    const token = desk.owner.secret;
    if (how === 'remove') await parley.call('DELETE', path, { token });
    else await parley.call('PATCH', path, { token, body: { restrictedAgentIds: [] } });
    // A look at the caller is believed for so long (decision 0155).
    await pause(2_500);
    await desk.conversation();
    expect(await stream.end()).toBe('broken');
    expect(stream.types).toEqual(['stream.opened']);
  });

  it('says that events may be missing where it cannot go on', async () => {
    const stream = await open();
    const [at, transaction] = stream.received[0]!.id.split('_');
    const old = Number(at) - 8 * 24 * 3_600_000;
    for (const after of [`${old}_${transaction}_0`, `${at}_${Number(transaction) + 1_000_000}_0`]) {
      const again = await listen(desk.owner, { after });
      const [first] = await again.until(({ event }) => event.startsWith('stream.'));
      expect(first!.event).toBe('stream.reset');
    }
  });

  it('tells every member of labels that change, live and later, and of nothing else with them', async () => {
    const [live, restricted] = await Promise.all([open(), open(await desk.member([]))]);
    const id = await desk.label('Refund');
    const path = `/workspaces/${desk.workspace.id}/labels/${id}`;
    const token = desk.owner.secret;
    await parley.call('PATCH', path, { token, body: {} });
    const label = (await parley.call('PATCH', path, { token, body: { name: 'Refunds' } })).body;
    const [updated] = (await live.until(({ event }) => event === 'label.updated')).slice(-1);
    const nothing = { conversationId: null, agentId: null, messageId: null, conversation: null, message: null };
    expect(updated!.data).toMatchObject({ ...nothing, labelId: id, label });
    await parley.call('DELETE', path, { token });
    const again = await listen(desk.owner, { after: live.received[0]!.id });
    for (const stream of [live, restricted, again]) {
      const received = await stream.until(({ event }) => event === 'label.removed');
      expect(stream.types.slice(1)).toEqual(['label.updated', 'label.removed']);
      expect(received.at(-1)!.data).toMatchObject({ ...nothing, labelId: id, label: null });
    }
    expect((await parley.call('DELETE', path, { token })).status).toBe(404);
  });

  it('shows the conversations of a contact again whose name or block changes, and nothing for other fields', async () => {
    const user = { externalId: 'u-1', name: 'Ann', email: 'ann@example.org' };
    const { id } = await aConversation(parley, desk.agent, { user });
    const { contact } = (await desk.get(id)).body;
    const path = `/workspaces/${desk.workspace.id}/contacts/${contact.id}`;
    const token = desk.owner.secret;
    const [live, hidden] = await Promise.all([open(), open(await desk.member([]))]);
    await parley.call('PATCH', path, { token, body: { notes: 'Calls on Mondays', blocked: false } });
    const { version } = (await desk.get(id)).body;
    await parley.call('PATCH', path, { token, body: { blocked: true } });
    const isUpdate = ({ event }: { event: string }): boolean => event === 'conversation.updated';
    const blocked = (await live.until(isUpdate)).find(isUpdate);
    expect(blocked!.data).toMatchObject({ conversationId: id, conversation: { id, version } });
    expect((await desk.get(id)).body.contact.blocked).toBe(true);
    await parley.call('PATCH', path, { token, body: { name: 'Anna' } });
    await parley.call('DELETE', path, { token });
    const label = await desk.label();
    await parley.call('DELETE', `/workspaces/${desk.workspace.id}/labels/${label}`, { token });
    for (const stream of [live, hidden]) await stream.until(({ event }) => event === 'label.removed');
    // What was before may settle after a stream was opened.
    expect(live.received.filter(isUpdate)).toHaveLength(3);
    expect(hidden.types).toEqual(['stream.opened', 'label.removed']);
  });

  it('keeps what has happened for 14 days', async () => {
    const { id } = await desk.conversation();
    await desk.post(id, 'typing', { typing: true });
    const age = (interval: string): Promise<unknown> =>
      parley.database.query(`UPDATE inbox_events SET created_at = created_at - interval '${interval}'`);
    const left = async (): Promise<number> => {
      await parley.get(ExpiredRows).runOnce();
      const sql = 'SELECT count(*)::int AS n FROM inbox_events WHERE conversation_id = $1';
      return (await parley.database.query<[{ n: number }]>(sql, [id]))[0].n;
    };
    expect(await left()).toBe(4);
    await age('2 minutes');
    expect(await left()).toBe(3);
    await age('14 days');
    // Other suites on the same server hold the horizon back, and events after it stay.
    for (let waited = 0; waited < 30_000 && (await left()) > 0; waited += 100) await pause(100);
    expect(await left()).toBe(0);
  });

  it('429 for too many streams, until one is closed', async () => {
    const member = await desk.member();
    const many = await Promise.all(Array.from({ length: MOST_STREAMS }, () => open(member)));
    const refused = await desk.call('GET', '/events', member);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect((await desk.call('GET', '/events')).status).toBe(200);
    many[0]!.leave();
    let reply = refused;
    while (reply.status === 429) reply = await desk.call('GET', '/events', member);
    expect(reply.text).toContain('event: stream.opened');
  });

  it.each([
    ['after', { after: 'x' }, {}, 'query.after'],
    ['a header', {}, { 'last-event-id': 'x' }, 'header.Last-Event-ID'],
  ])('400 for %s that no stream has given', async (_what, query, headers, path) => {
    const { status, body } = await desk.call('GET', '/events', desk.owner, { query, headers });
    expect([status, body.details[0].path]).toEqual([400, path]);
  });

  it('comes out of the command line as it goes', async () => {
    const member = await desk.member();
    const cli = await CommandLine.at(parley.url, { PARLEY_TOKEN: member.secret });
    let printed = '';
    const watch = (stdout: string): void => void (printed = stdout);
    const watching = cli.run(['conversations', 'stream-events', '--workspace', desk.workspace.id], { watch });
    const prints = async (text: string): Promise<void> => {
      while (!printed.includes(text)) await pause(10);
    };
    await prints('stream.opened');
    await desk.conversation('Over the wire');
    await prints('Over the wire');
    await parley.call('DELETE', `/workspaces/${desk.workspace.id}/members/${member.memberId}`, {
      token: desk.owner.secret,
    });
    await desk.conversation();
    const { code, stdout } = await watching;
    expect([code, stdout]).toEqual([6, expect.stringMatching(/^id: .*\nevent: stream.opened\n/)]);
    await cli.remove();
  });
});
