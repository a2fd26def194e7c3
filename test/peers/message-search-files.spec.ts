import { newId } from '../../src/common/database/uuid';
import { ConversationDesk } from '../factories/conversation-fixtures';
import { uploaded } from '../factories/inbox-file';
import { anAttachment } from '../factories/mail';
import { aVisitor } from '../factories/visitor';
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

const search = (query: Record<string, string>): Promise<Reply> => desk.call('GET', '/search', desk.owner, { query });
/** What is found, through all pages. */
const found = async (q: string, more: Record<string, string> = {}): Promise<Result[]> => {
  const all: Result[] = [];
  for (let cursor: string | null = '', pages = 0; cursor !== null && pages < 20; pages++) {
    const page: Reply = await search({ q, ...more, ...(cursor && { cursor }) });
    expect([q, page.status, page.body]).toEqual([q, 200, expect.anything()]);
    all.push(...(page.body.results as Result[]));
    cursor = page.body.nextCursor as string | null;
  }
  return all;
};
const textOf = ({ snippet }: Result): string => snippet.map(({ text }) => text).join('');
const upload = async (fileName: string): Promise<string> =>
  (await uploaded(parley, `${desk.path}/files`, desk.owner.secret, { bytes: 'words', fileName })).body.id;

describe('the uploaded files of searchMessages', () => {
  it('are found by their names, with the message or note that carries them', async () => {
    const { id } = await desk.conversation();
    const file = await upload('INV-2026-0042.txt');
    expect(await found('0042')).toEqual([]);
    const { body: reply } = await desk.post(id, 'messages', { content: 'Here it is.', attachmentIds: [file] });
    const plan = await upload('plan_0042.txt');
    const { body: note } = await desk.post(id, 'notes', { content: 'The plan.', attachmentIds: [plan] });
    const results = await found('0042');
    expect(results.map((result) => [result.kind, result.role, result.messageId, textOf(result)])).toEqual([
      ['file', null, note.id, 'plan_0042.txt'],
      ['file', 'human', reply.id, 'INV-2026-0042.txt'],
    ]);
    expect(results.map(({ at }) => at)).toEqual([note.createdAt, reply.createdAt]);
    expect((await found('0042', { role: 'human' })).map(textOf)).toEqual(['INV-2026-0042.txt']);
  });

  it('of visitors are found, and their messages have files', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const { body: file } = await uploaded(parley, '/visitor/files', token, {
      bytes: '%PDF-1.7\n',
      fileName: 'scan.pdf',
    });
    const body = { requestId: 'r-1', message: 'My scanner squeaks', attachmentIds: [file.id] };
    const { status } = await parley.call('POST', '/visitor/messages', { token, body });
    expect(status).toBe(200);
    const kinds = async (more: Record<string, string>) =>
      (await found('scan', more)).map(({ kind, role }) => role ?? kind);
    expect(await kinds({ hasFile: 'true' })).toEqual(['customer', 'customer']);
    expect(await kinds({ hasFile: 'false' })).toEqual(['subject']);
  });

  it('of an undone reply are not found', async () => {
    const { id } = await desk.conversation();
    const attachmentIds = [await upload('draft.txt')];
    const { body } = await desk.post(id, 'messages', { content: 'Sent too soon.', attachmentIds });
    expect(await found('draft')).toHaveLength(1);
    const undone = await desk.call('POST', `/${id}/messages/${body.id}/undo`, desk.owner, {
      body: { expectedVersion: 1 },
    });
    expect([undone.status, await found('draft')]).toEqual([200, []]);
  });

  it('stand with their message, however old they are, and pages part them', async () => {
    const { id } = await desk.conversation('The lens is cracked');
    const attachmentIds = [await upload('lens a.txt'), await upload('lens b.txt'), await upload('lens c.txt')];
    const [{ id: first }] = await parley.database.query(
      'SELECT id FROM messages WHERE workspace_id = $1 AND role = $2',
      [desk.workspace.id, 'customer'],
    );
    const key = { workspaceId: desk.workspace.id, conversationId: id, messageId: first };
    await anAttachment(parley, key, { fileName: 'lens photo.png', bytes: Buffer.from('x') });
    await desk.post(id, 'notes', { content: 'A lens again.' });
    await desk.post(id, 'messages', { content: 'Which lens?', attachmentIds });
    const all = ['lens c.txt', 'lens b.txt', 'lens a.txt', 'Which lens?', 'A lens again.', 'lens photo.png'];
    for (const limit of ['1', '2', '3', '50']) {
      const texts = (await found('lens', { limit })).map(textOf);
      expect([limit, texts.slice(0, all.length), texts.slice(all.length)]).toEqual([
        limit,
        all,
        expect.arrayContaining(['The lens is cracked']),
      ]);
      expect(texts.filter((text) => text === 'The lens is cracked').length).toBe(texts.length - all.length);
    }
  });

  it('are each found once where there are many', async () => {
    const [id] = await desk.insert([{}]);
    const names = Array.from({ length: 620 }, (_none, index) => `sheet ${index % 31 === 0 ? 'odd' : 'even'} ${index}`);
    const messages = names.map(() => newId());
    await parley.database.query(
      `INSERT INTO messages (workspace_id, conversation_id, id, role, channel, content)
       SELECT $1, $2, id, 'customer', 'widget', '' FROM unnest($3::uuid[]) AS m (id)`,
      [desk.workspace.id, id, messages],
    );
    await parley.database.query(
      `INSERT INTO files (workspace_id, id, uploader_id, file_name, media_type, sha256, conversation_id, message_id)
       SELECT $1, id, 'key:x', name, 'text/plain', sha256('x'), $2, message_id
       FROM unnest($3::uuid[], $4::text[], $5::uuid[]) AS f (id, name, message_id)`,
      [desk.workspace.id, id, names.map(() => newId()).toReversed(), names, messages],
    );
    const newest = names.toReversed();
    expect((await found('sheet', { limit: '100' })).map(textOf)).toEqual(newest);
    expect((await found('odd', { limit: '3' })).map(textOf)).toEqual(newest.filter((name) => name.includes('odd')));
  });

  it.each(['x', `${newId()}.`, `${newId()}.${newId()}.${newId()}`])('400 for the cursor %s', async (cursor) => {
    const { status, body } = await search({ q: 'sheet', cursor });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });
});
