import { v7 } from 'uuid';
import { InboxDesk } from '../factories/inbox-fixtures';
import { aMail, MAIL_SETTINGS, replyAddressOf, takeIn } from '../factories/mail';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: InboxDesk;

beforeAll(async () => {
  parley = await startParley({ settings: MAIL_SETTINGS });
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await InboxDesk.open(parley);
});

const note = (content: string): Promise<Reply> =>
  parley.call('POST', desk.path.replace(/messages$/, 'notes'), { token: desk.author.secret, body: { content } });

const WRITERS: readonly [string, () => Promise<unknown>, number][] = [
  ['a question and its answer', () => desk.say('How far is it?'), 2],
  ['a reply', () => desk.reply(), 1],
  ['a note', () => note('Be kind.'), 1],
  [
    'an email',
    () => {
      const recipient = replyAddressOf(parley, desk.conversationId);
      return takeIn(parley, aMail({ to: recipient, from: 'ann@example.com' }), { recipient });
    },
    1,
  ],
];

/** Of messages and notes, in the order of writing. */
async function written(): Promise<{ id: string; text: string }[]> {
  return parley.database.query(
    `SELECT id, content AS text FROM (
       SELECT id, content, conversation_id FROM messages UNION ALL SELECT id, content, conversation_id FROM inbox_notes
     ) both_of_them WHERE conversation_id = $1 ORDER BY id`,
    [desk.conversationId],
  );
}

/** As by a process whose clock is a minute ahead of that of this one. */
async function writtenAhead(table: 'messages' | 'inbox_notes'): Promise<string> {
  const id = v7({ msecs: Date.now() + 60_000 });
  const values = [desk.workspace.id, desk.conversationId, id];
  await (table === 'messages'
    ? parley.database.query(
        `INSERT INTO messages (workspace_id, conversation_id, id, role, channel, content)
         VALUES ($1, $2, $3, 'customer', 'widget', 'Ahead')`,
        values,
      )
    : parley.database.query(
        `INSERT INTO inbox_notes (workspace_id, conversation_id, id, author_member_id, content)
         VALUES ($1, $2, $3, $4, 'Ahead')`,
        [...values, desk.author.memberId],
      ));
  return id;
}

describe.each(['messages', 'inbox_notes'] as const)('%s of a process whose clock is ahead', (table) => {
  it.each(WRITERS)('come before %s that is written later', async (_name, write, count) => {
    const ahead = await writtenAhead(table);
    await write();
    const items = await written();
    expect(items.findIndex(({ id }) => id === ahead)).toBe(items.length - 1 - count);
  });

  it('come before later ones, which are in the order of writing', async () => {
    await writtenAhead(table);
    await desk.say('One');
    await note('Two');
    await desk.reply({ content: 'Three' });
    await desk.say('Four');
    const texts = (await written()).map(({ text }) => text);
    expect(texts.filter((text) => /^(?:Ahead|One|Two|Three|Four)$/.test(text))).toEqual([
      'Ahead',
      'One',
      'Two',
      'Three',
      'Four',
    ]);
  });

  it('refuse a reply of a member who has not read what came after', async () => {
    const seenUpToMessageId = await writtenAhead(table);
    await desk.say('Never mind');
    const { status, body } = await desk.reply({ seenUpToMessageId });
    expect([status, body.code]).toEqual([409, 'newer_messages']);
  });
});
