import { newId } from '../../src/common/database/uuid';
import { aConversation } from '../factories/conversation';
import { InboxDesk, type InboxMember } from '../factories/inbox-fixtures';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { untilSomebodyWaits } from '../support/until-somebody-waits';

let parley: Parley;
let desk: InboxDesk;
let colleague: InboxMember;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await InboxDesk.open(parley);
  colleague = await desk.member();
});

const replyTo = (seenUpToMessageId: string, by?: InboxMember): Promise<Reply> => desk.reply({ seenUpToMessageId }, by);
/** The ids of messages and notes, newest first. */
const items = async (): Promise<string[]> => (await desk.call('GET')).body.messages.map(({ id }: { id: string }) => id);
const replyCount = async (): Promise<number> =>
  (await desk.call('GET')).body.messages.filter(({ role }: { role: string }) => role === 'human').length;
const newerOf = ({ status, body }: Reply) => [
  status,
  body.code,
  body.details?.[0]?.path,
  body.details?.[0]?.messages?.map(({ preview }: { preview: string }) => preview),
];
const insert = (message: { role?: string; automatic?: boolean; fromBlocked?: boolean }) =>
  parley.database.query(
    `INSERT INTO messages (workspace_id, conversation_id, id, role, channel, content, automatic, from_blocked)
     VALUES ($1, $2, $3, $4, 'widget', 'Noise', $5, $6)`,
    [
      ...[desk.workspace.id, desk.conversationId, newId()],
      ...[message.role ?? 'customer', message.automatic ?? false, message.fromBlocked ?? false],
    ],
  );

describe('seenUpToMessageId', () => {
  it('409 with what the customer and members have written since; nothing is sent', async () => {
    const [seen = ''] = await items();
    await desk.say('One more\nthing');
    const theirs = await desk.reply({ content: 'I am on it.' }, colleague);
    expect(theirs.status).toBe(201);
    const before = await desk.conversation();
    const refused = await replyTo(seen);
    expect(newerOf(refused)).toEqual([409, 'newer_messages', '/seenUpToMessageId', ['One more thing', 'I am on it.']]);
    expect(refused.body.details[0].hasMore).toBe(false);
    expect(refused.body.details[0].messages[1]).toEqual({
      id: theirs.body.id,
      role: 'human',
      preview: 'I am on it.',
      authorMemberId: colleague.memberId,
      createdAt: theirs.body.createdAt,
    });
    expect([await replyCount(), await desk.conversation()]).toEqual([1, before]);

    expect((await replyTo(theirs.body.id)).status).toBe(201);
    expect((await desk.reply()).status).toBe(201);
  });

  it('lists 20 of more', async () => {
    const [seen = ''] = await items();
    for (let n = 0; n < 21; n++) await insert({});
    const [{ messages, hasMore }] = (await replyTo(seen)).body.details;
    expect([messages.length, hasMore]).toEqual([20, true]);
    const [rest] = (await replyTo(messages[19].id)).body.details;
    expect([rest.messages.length, rest.hasMore]).toEqual([1, false]);
  });

  it('201 after answers of the agent, notes, undone replies, and messages of programs and blocked people', async () => {
    const [seen = ''] = await items();
    const { body: undone } = await desk.reply({}, colleague);
    expect((await desk.undo(undone.id, 1, colleague)).status).toBe(200);
    for (const noise of [{ automatic: true }, { fromBlocked: true }, { role: 'agent' }, { role: 'system' }]) {
      await insert(noise);
    }
    const notes = desk.path.replace(/messages$/, 'notes');
    const note = await parley.call('POST', notes, { token: colleague.secret, body: { content: 'Be kind.' } });
    expect(note.status).toBe(201);
    expect((await replyTo(seen.toUpperCase())).status).toBe(201);
    const { body: own } = await desk.reply({ content: 'Mine' });
    expect(newerOf(await replyTo(note.body.id))[3]).toEqual(['It weighs 7.3e22 kg.', 'Mine']);
    expect((await replyTo(own.id)).status).toBe(201);
  });

  it('400 for a message that the conversation does not have', async () => {
    const other = await aConversation(parley, desk.agent);
    const { body } = await desk.call('GET', `/../../${other.id}/messages`);
    for (const id of [newId(), body.messages[0].id]) {
      const { status, body: refused } = await replyTo(id);
      expect([status, refused.code, refused.details[0].path]).toEqual([
        400,
        'association_invalid',
        '/seenUpToMessageId',
      ]);
    }
    const { status, body: invalid } = await replyTo('newest');
    expect([status, invalid.details[0].path]).toEqual([400, '/seenUpToMessageId']);
    expect(await replyCount()).toBe(0);
  });

  it('lets one of two members answer who have read the same and send at once', async () => {
    const [seen = ''] = await items();
    const lock = parley.database.createQueryRunner();
    await lock.startTransaction();
    await lock.query('SELECT FROM conversations WHERE id = $1 FOR UPDATE', [desk.conversationId]);
    const both = Promise.all([replyTo(seen), replyTo(seen, colleague)]);
    await untilSomebodyWaits(parley, 2);
    await lock.commitTransaction();
    await lock.release();
    expect((await both).map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await replyCount()).toBe(1);
  });

  it('refuses a reply that waits while the customer writes', async () => {
    const [seen = ''] = await items();
    const lock = parley.database.createQueryRunner();
    await lock.startTransaction();
    await lock.query('SELECT FROM conversations WHERE id = $1 FOR UPDATE', [desk.conversationId]);
    const reply = replyTo(seen);
    await untilSomebodyWaits(parley);
    await lock.query(
      `INSERT INTO messages (workspace_id, conversation_id, id, role, channel, content)
       VALUES ($1, $2, $3, 'customer', 'widget', 'Never mind')`,
      [desk.workspace.id, desk.conversationId, newId()],
    );
    await lock.commitTransaction();
    await lock.release();
    expect(newerOf(await reply).slice(1)).toEqual(['newer_messages', '/seenUpToMessageId', ['Never mind']]);
  });
});
