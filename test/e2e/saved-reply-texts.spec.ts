import { anAgent } from '../factories/agent';
import { InboxDesk } from '../factories/inbox-fixtures';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: InboxDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await InboxDesk.open(parley);
});

const call = (method: string, where = '', body?: object, by: { secret: string } = desk.author): Promise<Reply> =>
  parley.call(method, `/workspaces/${desk.workspace.id}/saved-replies${where}`, {
    token: by.secret,
    ...(body && { body }),
  });
const create = (more: object = {}, by?: { secret: string }): Promise<Reply> =>
  call('POST', '', { name: 'Refund', content: 'It takes a week.', ...more }, by);
const aReply = async (more: object = {}, by?: { secret: string }): Promise<string> => {
  const { status, body } = await create(more, by);
  expect([status, body]).toMatchObject([201, {}]);
  return body.id as string;
};
const refusal = ({ status, body }: Reply) => [status, body.code, body.details?.[0]?.path];

describe('renderSavedReply', () => {
  const render = (id: string, conversationId = desk.conversationId, by?: { secret: string }) =>
    call('POST', `/${id}/render`, { conversationId }, by);

  it('200 with the values of the conversation, escaped for the widget, and what is missing', async () => {
    await parley.database.query(
      `UPDATE contacts SET name = $2, attributes = '{"plan": "*Pro*", "seats": 3}', company = E'A\\nB' WHERE workspace_id = $1`,
      [desk.workspace.id, 'Ann {{contact.email}} Lee'],
    );
    const id = await aReply({
      content:
        '{{contact.firstName}}|{{contact.name}}|{{contact.company}}|{{contact.attributes.plan}}|{{contact.attributes.seats}}|' +
        '{{contact.attributes.toString | none}}|{{agent.name}}|{{conversation.id}}|{{contact.phone}}|{{hours.next}}',
    });
    const { status, body } = await render(id);
    expect(status).toBe(200);
    expect(body).toEqual({
      content: [
        'Ann',
        'Ann \\{\\{contact\\.email\\}\\} Lee',
        'A B',
        '\\*Pro\\*',
        '3',
        'none',
        desk.agent.name,
        desk.conversationId,
        '',
        '',
      ].join('|'),
      missing: ['contact.phone', 'hours.next'],
    });
    expect((await call('GET', `/${id}`)).body.usedCount).toBe(0);
  });

  it('200 escaped for the channel that the reply is sent on, which by default is that of the conversation', async () => {
    await parley.database.query(`UPDATE contacts SET name = 'Ann *Lee*' WHERE workspace_id = $1`, [desk.workspace.id]);
    const id = await aReply({ content: 'Hello {{contact.name}}' });
    const on = async (channel?: unknown): Promise<Reply> =>
      call('POST', `/${id}/render`, { conversationId: desk.conversationId, channel });
    const texts = [await on(), await on('widget'), await on('email')].map(({ body }) => body.content as string);
    expect(texts).toEqual(['Hello Ann \\*Lee\\*', 'Hello Ann \\*Lee\\*', 'Hello Ann *Lee*']);
    for (const channel of ['sms', null])
      expect(refusal(await on(channel))).toEqual([400, 'validation_failed', '/channel']);
    const sent = await desk.call('POST', '', { savedReplyId: id, channel: 'email' });
    expect([sent.status, sent.body.content]).toEqual([201, texts[2]]);
  });

  it('200 with the name of the caller, of the workspace, and when the hours next begin for the contact', async () => {
    await parley.call('POST', `/workspaces/${desk.workspace.id}/sla-policies`, {
      token: desk.admin.secret,
      body: {
        name: 'Office',
        targets: [{ milestone: 'first_response', seconds: 3600 }],
        calendar: { timezone: 'UTC', weekly: { monday: [{ from: '09:00', to: '17:00' }] } },
      },
    });
    await parley.database.query(`UPDATE contacts SET timezone = 'Asia/Tokyo' WHERE workspace_id = $1`, [
      desk.workspace.id,
    ]);
    const id = await aReply({ content: '{{member.name}}, {{workspace.name}}: {{hours.next}}', language: 'de' });
    const { body } = await render(id);
    expect(body.content).toMatch(/^\S.*, \S.*: Montag, \d+\. \S+ um 18:00 \S+$/);
  });

  it('400 for a conversation that the caller does not see, or of an agent that the reply is not for', async () => {
    const other = await anAgent(parley, desk.workspace, desk.admin);
    const id = await aReply();
    const restricted = await desk.member([other.id]);
    const refused = [400, 'association_invalid', '/conversationId'];
    expect(refusal(await render(id, desk.conversationId, restricted))).toEqual(refused);
    expect(refusal(await render(await aReply({ name: 'o', agentIds: [other.id] })))).toEqual(refused);
  });
});

describe('replyToConversation with a saved reply', () => {
  const uses = async (id: string) => {
    const { body } = await call('GET', `/${id}`);
    return [body.usedCount, body.lastUsedAt !== null, body.version];
  };

  it('201 with its text, or with the content that is sent, and counts each use once', async () => {
    const savedReplyId = await aReply({ content: 'Hello {{contact.name | you}}, a week.' });
    const replyTo = (body: object, key: string) =>
      desk.call('POST', '', body, desk.author, { headers: { 'Idempotency-Key': key } });
    const first = await replyTo({ savedReplyId }, 'first-use-of-it');
    expect([first.status, first.body.content]).toEqual([201, 'Hello you, a week.']);
    expect((await replyTo({ savedReplyId }, 'first-use-of-it')).body.id).toBe(first.body.id);
    expect(await uses(savedReplyId)).toEqual([1, true, 1]);
    const second = await desk.reply({ savedReplyId, content: 'Hello Ann, two weeks.' });
    expect(second.body.content).toBe('Hello Ann, two weeks.');
    expect(await uses(savedReplyId)).toEqual([2, true, 1]);
  });

  it('400 variables_missing without content; then nothing is stored or counted', async () => {
    const savedReplyId = await aReply({ content: 'Call {{contact.phone}}' });
    const { status, body } = await desk.call('POST', '', { savedReplyId });
    expect([status, body.code, body.details]).toMatchObject([
      400,
      'variables_missing',
      [{ missing: ['contact.phone'] }],
    ]);
    expect(await desk.conversation()).toMatchObject({ handler: 'agent' });
    expect(await uses(savedReplyId)).toEqual([0, false, 1]);
    expect((await desk.reply({ savedReplyId, content: 'Call us.' })).status).toBe(201);
  });

  it('400 with neither text', async () => {
    expect(refusal(await desk.call('POST', '', { replyType: 'handoff' }))).toEqual([
      400,
      'validation_failed',
      '/content',
    ]);
  });

  it('400 for one that the caller does not see, that is for other agents, or that is gone', async () => {
    const other = await anAgent(parley, desk.workspace, desk.admin);
    const refused = [400, 'association_invalid', '/savedReplyId'];
    const hidden = await aReply({ visibility: 'private' }, await desk.member());
    const foreign = await aReply({ name: 'o', agentIds: [other.id] });
    for (const savedReplyId of [hidden, foreign, '01995a3e-4c1f-7d5e-9a51-000000000000']) {
      expect(refusal(await desk.reply({ savedReplyId }))).toEqual(refused);
    }
  });

  it('400 for a text that grows too long with its values', async () => {
    await parley.database.query(`UPDATE contacts SET name = repeat('n', 200) WHERE workspace_id = $1`, [
      desk.workspace.id,
    ]);
    const savedReplyId = await aReply({ content: `${'x'.repeat(24_900)}{{contact.name}}` });
    expect(refusal(await desk.call('POST', '', { savedReplyId }))).toEqual([400, 'validation_failed', '/savedReplyId']);
    expect(
      refusal(
        await desk.call('POST', '', { savedReplyId: await aReply({ name: 'e', content: '{{contact.phone | }}' }) }),
      ),
    ).toEqual([400, 'validation_failed', '/savedReplyId']);
  });

  it('counts every one of several at once', async () => {
    const savedReplyId = await aReply();
    const replies = await Promise.all(Array.from({ length: 4 }, () => desk.call('POST', '', { savedReplyId })));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect((await uses(savedReplyId))[0]).toBe(4);
  });
});
