import { aContact } from '../factories/contact';
import { ConversationDesk, conversationIdsOf } from '../factories/conversation-fixtures';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: ConversationDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await ConversationDesk.open(parley);
});

/** A conversation with these messages, as its id. */
const withMessages = async (contents: readonly string[], of: { agentId?: string } = {}): Promise<string> => {
  const [id] = await desk.insert([of]);
  await parley.database.query(
    `INSERT INTO messages (workspace_id, conversation_id, id, role, channel, content)
     SELECT $1, $2, gen_random_uuid(), 'customer', 'widget', content FROM unnest($3::text[]) AS content`,
    [desk.workspace.id, id, contents],
  );
  return id!;
};
const found = async (search: string, by = desk.owner): Promise<string[]> => {
  const pages = await Promise.all([desk.list({ search }, by), desk.list({ search, sort: 'created' }, by)]);
  const [activity, created] = pages.map((page) => conversationIdsOf(page).sort());
  expect(activity).toEqual(created);
  return activity!;
};

describe('listConversations with a search', () => {
  it('finds what visitors, the agent, and members wrote, and never notes', async () => {
    const { id } = await desk.conversation('Do you ship crockery to Reykjavík?');
    await desk.post(id, 'messages', { content: 'Our warehouse is in Gdańsk.' });
    await desk.post(id, 'notes', { content: 'This customer is a nuisance.' });
    const { body } = await desk.messages(id);
    const answer = body.messages.find(({ role }: { role: string }) => role === 'agent').content as string;
    for (const search of ['crockery', 'CROCK', 'reykjavik', 'ship reykjavík', 'gdansk', answer.slice(0, 20)]) {
      expect([search, await found(search)]).toEqual([search, [id]]);
    }
    for (const search of ['nuisance', 'ockery', 'crockery gdansk', '?!']) {
      expect([search, await found(search)]).toEqual([search, []]);
    }
  });

  it('finds what an edit has made of a reply, and no more what it was', async () => {
    const { id } = await desk.conversation();
    const { body } = await desk.post(id, 'messages', { content: 'It is made of porcelain.' });
    const path = `/${id}/messages/${body.id}`;
    const edited = await desk.call('PATCH', path, desk.owner, { body: { content: 'Of clay.', expectedVersion: 1 } });
    expect(edited.status).toBe(200);
    expect([await found('porcelain'), await found('clay')]).toEqual([[], [id]]);
  });

  it.each([
    ['東京都の天気はどうですか', '天気', '気天'],
    ['ฉันต้องการคืนสินค้า', 'คืนสินค้า', 'สินค้าคืน'],
    ['ボクのｉＰｈｏｎｅが壊れた', 'iphone', 'ipad'],
    ['배송이 언제 오나요', '배송', '송이'],
    ['Straße nach Ærø, Ελλάδα und МОСКВА', 'ελλαδα москва strasse', 'ελλας'],
    ['مرحبا بالعالم', 'مرح', 'رحبا'],
  ])('finds %s by %s, not by %s', async (content, search, other) => {
    const id = await withMessages([content]);
    expect([await found(search), await found(other)]).toEqual([[id], []]);
  });

  it('finds subjects by the beginnings of words, with accents and case folded', async () => {
    const [id] = await desk.insert([{ subject: 'Überweisung für Zoë’s order' }, { subject: 'Something else' }]);
    for (const search of ['uberweis', 'ZOE', 'order über']) expect(await found(search)).toEqual([id]);
    expect(await found('weisung')).toEqual([]);
  });

  it('finds nothing of agents that a member does not see, nor of other workspaces', async () => {
    const other = await desk.anotherAgent();
    const hidden = await withMessages(['A tureen'], { agentId: other.id });
    const restricted = await desk.member([desk.agent.id]);
    expect([await found('tureen'), await found('tureen', restricted)]).toEqual([[hidden], []]);
    desk = await ConversationDesk.open(parley);
    expect(await found('tureen')).toEqual([]);
  });

  it('lists contacts’ conversations beside, and filters all alike', async () => {
    const { id: contactId } = await aContact(parley, desk.workspace, desk.owner, { name: 'Tureen Smith' });
    const [theirs, closed] = await desk.insert([{ contactId }, { contactId, status: 'closed' }]);
    const conversation = await withMessages(['A tureen', 'Another tureen']);
    expect(await found('tureen')).toEqual([theirs, closed, conversation].sort());
    const page = await desk.list({ search: 'tureen', status: 'closed' });
    expect(conversationIdsOf(page)).toEqual([closed]);
  });

  it('finds words that are everywhere in the newest conversations, page by page', async () => {
    const ids: string[] = [];
    for (const content of ['the first', 'nothing', 'the last']) ids.push(await withMessages([content]));
    await withMessages(Array.from({ length: 10_000 }, () => 'the'));
    const pages: string[] = [];
    for (let cursor: string | undefined, turns = 0; turns < 5; turns++) {
      const page = await desk.list({ search: 'the', sort: 'created', limit: 2, ...(cursor && { cursor }) });
      pages.push(...conversationIdsOf(page));
      cursor = page.body.nextCursor;
      if (!cursor) break;
    }
    expect(pages.slice(1)).toEqual([ids[2], ids[0]]);
    const filtered = await desk.list({ search: 'the las' });
    expect(conversationIdsOf(filtered)).toEqual([ids[2]]);
  });

  it('takes what text may be: long words, rows of marks, quotes, emoji', async () => {
    const hostile = [
      `${'a'.repeat(300)} 'x' \\ & | ! :* <->`,
      `e${'\u0301\u0323'.repeat(2_000)}`,
      '👩‍🚀 ok',
      '字'.repeat(9_000),
    ];
    const id = await withMessages(hostile);
    for (const search of ['a'.repeat(200), `'x' & ! :*`, 'ok', '字字字', '👩‍🚀'])
      expect(await found(search)).toEqual([id]);
  });
});
