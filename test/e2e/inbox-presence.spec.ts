import { randomUUID } from 'node:crypto';
import { ConversationDesk } from '../factories/conversation-fixtures';
import type { Reply } from '../support/call';
import { EventStream } from '../support/event-stream';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: ConversationDesk;
const streams: EventStream[] = [];

beforeAll(async () => {
  parley = await startParley({ settings: { LIMIT_TYPING_PER_CONVERSATION: '2' } });
});
afterAll(() => parley.stop());

beforeEach(async () => {
  desk = await ConversationDesk.open(parley);
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.leave();
});

const listen = async (by = desk.owner, from: { after?: string } = {}): Promise<EventStream> => {
  const stream = await EventStream.open(parley, desk.workspace, by, from);
  streams.push(stream);
  return stream;
};
const open = async (by = desk.owner): Promise<EventStream> => {
  const stream = await listen(by);
  await stream.until(({ event }) => event === 'stream.opened');
  return stream;
};

describe('setTyping', () => {
  it('200, and other members hear of it while it happens', async () => {
    const [own, others] = await Promise.all([open(), open(await desk.member())]);
    const { id } = await desk.conversation();
    for (const typing of [true, false]) {
      const { status, body } = await desk.post(id, 'typing', { typing });
      expect([status, body]).toEqual([200, { conversationId: id, typing }]);
    }
    const [, ...received] = await others.until(({ data }) => data.typing === false);
    expect(received.filter(({ event }) => event === 'conversation.typing').map(({ data }) => data)).toMatchObject([
      { conversationId: id, memberId: desk.owner.memberId, typing: true, conversation: null, message: null },
      { typing: false },
    ]);
    await desk.update(id, { subject: 'Later', expectedVersion: 2 });
    await own.until(({ event }) => event === 'conversation.updated');
    expect(own.types).not.toContain('conversation.typing');
    const again = await listen(await desk.member(), { after: received[0]!.id });
    await again.until(({ event }) => event === 'conversation.updated');
    expect(again.types).not.toContain('conversation.typing');
  });

  it('429 for too many typing signals, in this conversation and for this member alone', async () => {
    const [{ id }, other] = [await desk.conversation(), await desk.conversation()];
    const type = (where: string, by = desk.owner): Promise<Reply> => desk.post(where, 'typing', { typing: true }, by);
    for (let call = 0; call < 2; call++) expect((await type(id)).status).toBe(200);
    const refused = await type(id);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect([(await type(other.id)).status, (await type(id, await desk.member())).status]).toEqual([200, 200]);
    const sql = `SELECT FROM inbox_events WHERE conversation_id = $1 AND member_id = $2`;
    expect(await parley.database.query(sql, [id, desk.owner.memberId])).toHaveLength(2);
  });

  it('429 for ten times as many signals of one member in all conversations together', async () => {
    const conversations = await Promise.all(Array.from({ length: 11 }, () => desk.conversation()));
    const [last, ...others] = conversations.map(({ id }) => id) as [string, ...string[]];
    for (const id of others) {
      expect((await desk.post(id, 'typing', { typing: true })).status).toBe(200);
      expect((await desk.post(id, 'presence', { state: 'viewing' })).status).toBe(200);
    }
    const refused = [
      await desk.post(last, 'typing', { typing: true }),
      await desk.post(last, 'presence', { state: 'left' }),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([429, 'rate_limited']));
    expect((await desk.post(last, 'typing', { typing: true }, await desk.member())).status).toBe(200);
  });

  it('404 for a hidden conversation, without an event', async () => {
    const { id } = await desk.conversation();
    const body = { typing: true };
    expect((await desk.call('POST', `/${id}/typing`, await desk.member([]), { body })).status).toBe(404);
    expect((await desk.call('POST', `/${randomUUID()}/typing`, desk.owner, { body })).status).toBe(404);
    const sql = `SELECT FROM inbox_events WHERE workspace_id = $1 AND typing`;
    expect(await parley.database.query(sql, [desk.workspace.id])).toEqual([]);
  });
});

describe('setConversationPresence', () => {
  it('200, and other members hear of it while it happens', async () => {
    const [own, others] = await Promise.all([open(), open(await desk.member())]);
    const { id } = await desk.conversation();
    for (const state of ['viewing', 'left']) {
      const { status, body } = await desk.post(id, 'presence', { state });
      expect([status, body]).toEqual([200, { conversationId: id, state }]);
    }
    const colleague = await desk.member();
    await desk.post(id, 'presence', { state: 'typing' }, colleague);
    const [, ...received] = await others.until(({ data }) => data.state === 'typing');
    const { memberId } = desk.owner;
    expect(received.filter(({ event }) => event === 'conversation.presence').map(({ data }) => data)).toMatchObject([
      { conversationId: id, memberId, state: 'viewing', typing: null, conversation: null, message: null },
      { conversationId: id, memberId, state: 'left' },
      { conversationId: id, memberId: colleague.memberId, state: 'typing', typing: null },
    ]);
    await own.until(({ data }) => data.state === 'typing');
    expect(own.types.filter((type) => type === 'conversation.presence')).toHaveLength(1);
    await desk.update(id, { subject: 'Later', expectedVersion: 2 });
    const again = await listen(await desk.member(), { after: received[0]!.id });
    await again.until(({ event }) => event === 'conversation.updated');
    expect(again.types).not.toContain('conversation.presence');
  });

  it('429 together with typing signals, 404 for a hidden conversation, 400 for no state', async () => {
    const { id } = await desk.conversation();
    const set = (state: unknown, by = desk.owner): Promise<Reply> => desk.post(id, 'presence', { state }, by);
    expect((await set('away')).body.details[0].path).toBe('/state');
    expect((await set('viewing', await desk.member([]))).status).toBe(404);
    await desk.post(id, 'typing', { typing: true });
    expect((await set('viewing')).status).toBe(200);
    expect((await set('viewing')).status).toBe(429);
  });
});
