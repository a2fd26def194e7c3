import { cursorOf } from '../../src/inbox/conversations/activity-cursor';
import { type By, conversationIdsOf, ConversationDesk } from '../factories/conversation-fixtures';
import { InboxDesk } from '../factories/inbox-fixtures';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

const HOUR = 3_600_000;
const ago = (hours: number): string => new Date(Date.now() - hours * HOUR).toISOString();

describe('listConversations with sort=waiting', () => {
  let desk: ConversationDesk;
  beforeEach(async () => {
    desk = await ConversationDesk.open(parley);
  });

  const since = (id: string | undefined, at: string) =>
    parley.database.query('UPDATE conversations SET unanswered_since = $2 WHERE id = $1', [id, at]);
  const waiting = async (query: Record<string, string | number> = {}, by?: By) =>
    conversationIdsOf(await desk.list({ sort: 'waiting', ...query }, by));

  it('200 with those that people have to answer, the longest first, in pages and with other filters', async () => {
    const other = (await desk.anotherAgent()).id;
    const ann = await desk.member([desk.agent.id]);
    const human = { handler: 'human' };
    const [a, b, c, d] = await desk.insert([
      { ...human, assigneeMemberId: ann.memberId },
      { ...human, agentId: other },
      { ...human, channel: 'email' },
      human,
    ]);
    await desk.insert([{}, { ...human, status: 'waiting' }, { ...human, status: 'closed' }]);
    const times = [ago(1), ago(3), ago(2), ago(3)];
    for (const [n, id] of [a, b, c, d].entries()) await since(id, times[n]!);
    expect(await waiting()).toEqual([b, d, c, a]);
    const first = await desk.list({ sort: 'waiting', limit: 2 });
    expect(first.body.nextCursor).toBe(cursorOf({ at: new Date(times[3]!), id: d! }));
    expect(await waiting({ cursor: first.body.nextCursor, limit: 2 })).toEqual([c, a]);
    expect(first.body.conversations[1].unansweredSince).toBe(times[3]);
    expect((await desk.get(a!)).body.unansweredSince).toBe(times[0]);

    expect(await waiting({ status: 'open', handler: 'human' })).toEqual([b, d, c, a]);
    expect([await waiting({ status: 'closed' }), await waiting({ handler: 'agent' })]).toEqual([[], []]);
    expect([await waiting({ assignee: 'me' }, ann), await waiting({ assignee: ann.memberId })]).toEqual([[a], [a]]);
    expect(await waiting({ assignee: 'unassigned' })).toEqual([b, d, c]);
    expect([await waiting({}, ann), await waiting({ agentId: other })]).toEqual([[d, c, a], [b]]);
    expect(await waiting({ channel: 'email' })).toEqual([c]);
    expect(await waiting({ ids: [a, b].join() })).toEqual([b, a]);
    expect(await waiting({}, await desk.member([]))).toEqual([]);
  });

  it('200 with the rest on further pages, if few of many match', async () => {
    await parley.database.query(
      `INSERT INTO conversations (workspace_id, id, agent_id, last_message_at, handler, unanswered_since)
       SELECT $1, gen_random_uuid(), $2, now(), 'human', now() - make_interval(secs => 20000 - n) FROM generate_series(1, 10000) n`,
      [desk.workspace.id, desk.agent.id],
    );
    const [last] = await desk.insert([{ handler: 'human', channel: 'email' }]);
    const first = await desk.list({ sort: 'waiting', channel: 'email' });
    expect(first.body).toEqual({ conversations: [], nextCursor: expect.any(String) });
    expect(await waiting({ channel: 'email', cursor: first.body.nextCursor })).toEqual([last]);
  });
});

describe('unansweredSince', () => {
  let desk: InboxDesk;
  beforeEach(async () => {
    desk = await InboxDesk.open(parley);
  });

  const conversation = async () =>
    (await parley.call('GET', desk.path.replace(/\/messages$/, ''), { token: desk.author.secret })).body;
  const now = async (): Promise<string | null> => (await conversation()).unansweredSince;
  const change = async (what: string) => {
    const body = what === 'give-back' ? undefined : { expectedVersion: (await conversation()).version };
    const path = desk.path.replace(/messages$/, what);
    expect((await parley.call('POST', path, { token: desk.author.secret, body })).status).toBe(200);
  };
  /** Of messages, oldest first. */
  const times = async (): Promise<string[]> =>
    (await desk.call('GET')).body.messages.map(({ createdAt }: { createdAt: string }) => createdAt).reverse();
  const handOver = () =>
    parley.database.query(`UPDATE conversations SET handler = 'human', unanswered_since = $2 WHERE id = $1`, [
      desk.conversationId,
      ago(5),
    ]);

  it('is null with the agent, and begins when the customer writes to people', async () => {
    expect(await now()).toBeNull();
    await handOver();
    const before = await now();
    expect(before).not.toBeNull();
    await desk.say('Hello?');
    await desk.say('Is there anybody?');
    expect(await now()).toBe(before);
  });

  it('ends with the reply that is sent, and begins again with the next message', async () => {
    await handOver();
    const before = await now();
    const { body } = await desk.reply();
    expect(await now()).toBe(before);
    await desk.dispatched(body.id);
    expect([(await conversation()).status, await now()]).toEqual(['waiting', null]);
    await desk.say('Thanks, and another thing');
    await desk.say('Hello?');
    expect(await now()).toBe((await times()).at(-2));
  });

  it('is that of the customer’s first message after the reply, if they wrote before it was sent', async () => {
    await handOver();
    const { body } = await desk.reply();
    await desk.say('Wait');
    await desk.say('I have it');
    const { version } = await desk.conversation();
    await desk.dispatched(body.id);
    expect([(await conversation()).status, await now()]).toEqual(['open', (await times()).at(-2)]);
    expect((await desk.conversation()).version).toBe(version);
  });

  it('is again that of the customer’s message, if the reply to it did not arrive', async () => {
    await handOver();
    await desk.say('Where is it?');
    const asked = (await times()).at(-1);
    const { body } = await desk.reply({ channel: 'email' });
    await desk.dispatched(body.id);
    expect(await now()).toBeNull();
    await parley.database.query(`UPDATE replies SET status = 'uncertain', sent_at = NULL WHERE message_id = $1`, [
      body.id,
    ]);
    await parley.database.query('UPDATE messages SET sent_at = NULL WHERE id = $1', [body.id]);
    const { lifecycleVersion } = (await desk.get(body.id)).body.message;
    expect((await desk.settle(body.id, lifecycleVersion, { outcome: 'failed' })).status).toBe(200);
    expect(await now()).toBe(asked);
  });

  it('begins anew with a conversation that is reopened', async () => {
    await handOver();
    const before = await now();
    await change('close');
    expect(await now()).toBeNull();
    await change('reopen');
    expect(Date.parse((await now())!)).toBeGreaterThan(Date.parse(before!) + HOUR);
    await change('give-back');
    expect(await now()).toBeNull();
  });
});
