import { newId } from '../../src/common/database/uuid';
import { ConversationDesk } from '../factories/conversation-fixtures';
import { anAttachment } from '../factories/mail';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

interface Result {
  conversationId: string;
  messageId: string | null;
  kind: string;
  role: string | null;
  at: string;
  snippet: { text: string; hit: boolean }[];
}

let parley: Parley;
let desk: ConversationDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await ConversationDesk.open(parley);
});

const search = (query: Record<string, string>, by: { secret: string } = desk.owner): Promise<Reply> =>
  parley.call('GET', `/workspaces/${desk.workspace.id}/inbox/search`, { token: by.secret, query });
const resultsOf = ({ body }: Reply): Result[] => body.results as Result[];
const hitsOf = (result: Result): string[] => result.snippet.filter(({ hit }) => hit).map(({ text }) => text);
/** The conversations that are found, through all pages. */
const found = async (q: string, more: Record<string, string> = {}, by = desk.owner): Promise<string[]> => {
  const ids: string[] = [];
  for (let cursor: string | null = '', pages = 0; cursor !== null && pages < 20; pages++) {
    const page: Reply = await search({ q, ...more, ...(cursor && { cursor }) }, by);
    expect([q, page.status]).toEqual([q, 200]);
    ids.push(...resultsOf(page).map(({ conversationId }) => conversationId));
    cursor = page.body.nextCursor as string | null;
  }
  return ids;
};
/** A conversation with these messages of a customer; ids of version 7, in their order. */
const withMessages = async (contents: readonly string[], of: { agentId?: string } = {}): Promise<string> => {
  const [id] = await desk.insert([of]);
  await parley.database.query(
    `INSERT INTO messages (workspace_id, conversation_id, id, role, channel, content)
     SELECT $1, $2, id, 'customer', 'widget', content FROM unnest($3::uuid[], $4::text[]) AS m (id, content)`,
    [desk.workspace.id, id, contents.map(() => newId()), contents],
  );
  return id!;
};

describe('searchMessages', () => {
  it('200 with messages, notes, subjects and file names, newest first, at once', async () => {
    const { id } = await desk.conversation('The kettle leaks');
    const { body } = await desk.messages(id);
    const first = body.messages.find(({ role }: { role: string }) => role === 'customer').id as string;
    await desk.call('PATCH', `/${id}`, desk.owner, { body: { subject: 'A kettle', expectedVersion: 2 } });
    const note = (await desk.post(id, 'notes', { content: 'Second kettle this week.' })).body.id as string;
    const reply = (await desk.post(id, 'messages', { content: 'We send another kettle.' })).body.id as string;
    const key = { workspaceId: desk.workspace.id, conversationId: id, messageId: first };
    await anAttachment(parley, key, { fileName: 'kettle_photo.png', bytes: Buffer.from('x') });
    const page = await search({ q: 'kettle' });
    expect(Object.keys(page.body)).toEqual(['results', 'nextCursor']);
    expect(resultsOf(page).map(({ kind, messageId, role }) => [kind, messageId, role])).toEqual([
      ['file', first, 'customer'],
      ['message', reply, 'human'],
      ['note', note, null],
      ['message', first, 'customer'],
      ['subject', null, null],
    ]);
    for (const result of resultsOf(page)) {
      expect([result.conversationId, hitsOf(result).map((hit) => hit.toLowerCase())]).toEqual([id, ['kettle']]);
    }
    expect(page.body.nextCursor).toBeNull();
  });

  it('finds what an edit has made of a reply, and no undone one', async () => {
    const { id } = await desk.conversation();
    const { body } = await desk.post(id, 'messages', { content: 'It is porcelain.' });
    const path = `/${id}/messages/${body.id}`;
    await desk.call('PATCH', path, desk.owner, { body: { content: 'It is clay.', expectedVersion: 1 } });
    expect([await found('porcelain'), await found('clay')]).toEqual([[], [id]]);
    const undone = await desk.call('POST', `${path}/undo`, desk.owner, { body: { expectedVersion: 2 } });
    expect([undone.status, await found('clay')]).toEqual([200, []]);
  });

  it('finds no quoted part', async () => {
    const id = await withMessages(['Yes please.\n> You wrote about saucers']);
    await parley.database.query('UPDATE messages SET quoted_from = 12 WHERE conversation_id = $1', [id]);
    expect([await found('please'), await found('saucers')]).toEqual([[id], []]);
  });

  it('finds all words in one text, the last by its beginning, and phrases as they are', async () => {
    const id = await withMessages(['The red kettle is broken', 'A green teapot']);
    for (const q of ['kettle red', 'RED kett', '"red kettle" bro', 'broken "the red"', '"kettle is broken"']) {
      expect([q, await found(q)]).toEqual([q, [id]]);
    }
    for (const q of ['red teapot', 'kett red', '"kettle red"', '"red kett"', 'ettle', '"red kettle is" teapot']) {
      expect([q, await found(q)]).toEqual([q, []]);
    }
  });

  it('finds numbers and addresses whole and in part', async () => {
    const id = await withMessages([
      'Invoice INV-2026-0042 for ann.lee@mail.example.com, see https://shop.example/a?b=1',
    ]);
    const other = await withMessages(['INV-0042-2026 for lee@example.com']);
    expect(await found('INV-2026-0042')).toEqual([id]);
    expect(await found('0042')).toEqual([other, id]);
    expect(await found('inv-2026-00')).toEqual([id]);
    expect(await found('ann.lee@mail.example.com')).toEqual([id]);
    expect(await found('mail.example.com')).toEqual([id]);
    expect(await found('example.com')).toEqual([other, id]);
    expect(await found('"https://shop.example"')).toEqual([id]);
  });

  it.each([
    ['東京都の天気はどうですか', '天気', '気天'],
    ['東京都の天気はどうですか', '京', '市'],
    ['ฉันต้องการคืนสินค้า', 'คืนสินค้า', 'สินค้าคืน'],
    ['ボクのｉＰｈｏｎｅが壊れた', 'iphone', 'ipad'],
    ['배송이 언제 오나요', '언제 배송', '송이'],
    ['Straße nach Ærø, Ελλάδας und МОСКВА', '"strasse nach" москва ελλαδας', 'ελλας'],
    ['مرحبا بالعالم', 'بالعالم مرح', 'رحبا'],
    ['Cafe\u0301 ﬁnal №5', 'CAFÉ final', 'coffee'],
    ['नमस्ते दुनिया', 'नमस्ते', 'मस्ते'],
  ])('finds %s by %s, not by %s', async (content, q, other) => {
    const id = await withMessages([content]);
    // A search of one character is refused: a space does not count.
    if (Array.from(q).length > 1) expect(await found(q)).toEqual([id]);
    if (Array.from(other).length > 1) expect(await found(other)).toEqual([]);
  });

  it('shows the text around the first hit, on one line', async () => {
    await withMessages([`${'before '.repeat(40)}\n\nthe  *needle* and <b>NEEDLES</b> 😀 ${'after '.repeat(60)}`]);
    const [result] = resultsOf(await search({ q: 'needle' }));
    const text = result!.snippet.map((part) => part.text).join('');
    expect(hitsOf(result!)).toEqual(['needle', 'NEEDLES']);
    expect(text).toMatch(/^…before (before )+the \*needle\* and <b>NEEDLES<\/b> 😀 (after )+after…$/);
    expect(text.length).toBeLessThanOrEqual(204);
  });

  it('takes what a query may be, and finds by the words in it', async () => {
    const id = await withMessages([`it's a 'quoted' back\\slash word & (more)`]);
    for (const q of [`'quoted'`, 'word & | ! <-> :* ()', `"back\\slash`, `')) OR 1=1 --word`, '.*word+', '"" "word"']) {
      const { status } = await search({ q });
      expect([q, status]).toEqual([q, 200]);
    }
    expect(await found(`it's 'quoted' & (more`)).toEqual([id]);
    expect(await found('word:* & back\\slash')).toEqual([id]);
    for (const q of ['?!', '""', '&|!()<->:*', '%%__', '. \u3000\u2028 !', '👩‍🚀👩‍🚀', '"'.repeat(200), '&'.repeat(200)]) {
      expect([q, await found(q)]).toEqual([q, []]);
    }
    expect((await search({ q: `${'(a'.repeat(50)}${'"'.repeat(100)}` })).status).toBe(200);
    expect((await search({ q: `e${'\u0301'.repeat(199)}` })).status).toBe(200);
  });

  it.each(['', 'a', 'x'.repeat(201), 'a\u0000b', undefined])('400 for the query %j', async (q) => {
    const { status, body } = await search(q === undefined ? {} : { q });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });

  it('is restricted to the agents that the caller sees, and to the workspace', async () => {
    const other = await desk.anotherAgent();
    const hidden = await withMessages(['A tureen'], { agentId: other.id });
    const restricted = await desk.member([desk.agent.id]);
    expect([await found('tureen'), await found('tureen', {}, restricted)]).toEqual([[hidden], []]);
    expect(await found('tureen', { agentId: other.id }, restricted)).toEqual([]);
    expect(await found('tureen', {}, await desk.member([]))).toEqual([]);
    desk = await ConversationDesk.open(parley);
    expect(await found('tureen')).toEqual([]);
  });
});

describe('the filters of searchMessages', () => {
  it('narrow by conversation, role, time and files', async () => {
    const { id } = await desk.conversation('My lamp flickers');
    await desk.post(id, 'messages', { content: 'Which lamp is it?' });
    await desk.post(id, 'notes', { content: 'Lamp again.' });
    const [closed] = await desk.insert([{ subject: 'Old lamp', status: 'closed' }]);
    const { agent } = desk;
    const kinds = async (more: Record<string, string>) =>
      resultsOf(await search({ q: 'lamp', ...more }))
        .map(({ kind, role }) => role ?? kind)
        .sort();
    const all = ['customer', 'human', 'note', 'subject', 'subject'];
    expect(await kinds({})).toEqual(all);
    expect(await kinds({ agentId: agent.id.toUpperCase() })).toEqual(all);
    expect(await kinds({ agentId: desk.workspace.id })).toEqual([]);
    expect(await kinds({ status: 'closed' })).toEqual(['subject']);
    expect(await kinds({ channel: 'email' })).toEqual([]);
    expect(await kinds({ role: 'human' })).toEqual(['human']);
    expect(await kinds({ hasFile: 'true' })).toEqual([]);
    expect(await kinds({ hasFile: 'false' })).toEqual(all);
    const hour = 3_600_000;
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    expect(await kinds({ from: at(-hour), to: at(hour) })).toEqual(all);
    expect([await kinds({ from: at(hour) }), await kinds({ to: at(-hour) })]).toEqual([[], []]);
    const label = (
      await parley.call('POST', `/workspaces/${desk.workspace.id}/labels`, {
        token: desk.owner.secret,
        body: { name: 'Lamps' },
      })
    ).body.id as string;
    await desk.post(closed!, `labels/${label}`, {});
    expect(await kinds({ label })).toEqual(['subject']);
  });
});

describe('the pages of searchMessages', () => {
  it('have each text once, in order, where few have the words and where most have', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 7; index++) ids.push(await withMessages([`common rare${index % 2}`]));
    const [rare] = await desk.insert([{}]);
    await withMessages(Array.from({ length: 620 }, () => 'common filler'));
    const oldest = ids.toReversed();
    expect(rare).toBeDefined();
    expect(await found('rare1', { limit: '2' })).toEqual(oldest.filter((id) => ids.indexOf(id) % 2 === 1));
    expect(await found('rare', { limit: '3' })).toEqual(oldest);
    const pages = await found('common', { limit: '100' });
    expect([pages.length, pages.slice(-7)]).toEqual([627, oldest]);
  });

  it('go on behind newer texts where the words are in too many to collect', async () => {
    const first = await withMessages(['word needle']);
    await withMessages(Array.from({ length: 5_100 }, () => 'word word'));
    await withMessages(Array.from({ length: 600 }, () => 'nothing at all'));
    const page = await search({ q: 'word', limit: '10' });
    expect(resultsOf(page)).toHaveLength(10);
    expect(await found('"word needle"')).toEqual([first]);
    const everything = await search({ q: 'word', role: 'human' });
    expect([resultsOf(everything), everything.body.nextCursor === null]).toEqual([[], false]);
  });

  it('end after so many characters, and go on', async () => {
    const id = await withMessages(['tea pot', ...Array.from({ length: 210 }, () => `pot tea ${'x'.repeat(19_990)}`)]);
    const page = await search({ q: '"tea pot"' });
    expect([page.status, resultsOf(page), page.body.nextCursor]).toEqual([200, [], expect.any(String)]);
    expect(await found('"tea pot"')).toEqual([id]);
  });
});

describe('what is gone', () => {
  it('is not found: after erasure of its conversation', async () => {
    const id = await withMessages(['A samovar']);
    expect(await found('samovar')).toEqual([id]);
    await parley.database.query('DELETE FROM conversations WHERE id = $1', [id]);
    expect(await found('samovar')).toEqual([]);
  });
});

describe('the limit of searchMessages', () => {
  it('429 beyond LIMIT_INBOX_SEARCH_PER_USER in a minute', async () => {
    const limited = await startParley({ settings: { LIMIT_INBOX_SEARCH_PER_USER: '2' } });
    const own = await ConversationDesk.open(limited);
    const path = `/workspaces/${own.workspace.id}/inbox/search`;
    const statuses: number[] = [];
    for (let call = 0; call < 3; call++) {
      statuses.push((await limited.call('GET', path, { token: own.owner.secret, query: { q: 'anything' } })).status);
    }
    await limited.stop();
    expect(statuses).toEqual([200, 200, 429]);
  });
});
