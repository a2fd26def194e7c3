import { InboxDesk } from '../factories/inbox-fixtures';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { FakeReplyMailer, REFUSED, SENT } from '../support/reply-mailer';

let parley: Parley;
let mailer: FakeReplyMailer;
let desk: InboxDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  mailer = FakeReplyMailer.of(parley);
  desk = await InboxDesk.open(parley);
});

/** A reply by mail that ended so. */
async function mailed(behave: FakeReplyMailer['behave']): Promise<{ id: string; story: Reply['body'] }> {
  mailer.behave = behave;
  const { id } = (await desk.reply({ channel: 'email' })).body;
  return { id, story: (await desk.dispatched(id)).body };
}
const uncertain = () =>
  mailed(async (_reply, handingOver) => {
    await handingOver();
    return {
      outcome: 'uncertain',
      failure: { class: 'timeout', smtpCode: null, enhancedCode: null, text: 'No answer' },
    };
  });
const refused = () => mailed(() => Promise.resolve({ outcome: 'refused', final: true, failure: REFUSED }));
const refusal = ({ status, body }: Reply) => [status, body.code];
const lifecycle = ({ body }: Reply) => [body.lifecycleStatus, body.lifecycleVersion];

describe('undoInboxMessage', () => {
  it('200, and the message is never sent', async () => {
    const { id } = (await desk.reply({ channel: 'email' })).body;
    let undone: Reply | undefined;
    expect(await desk.heardOf(async () => (undone = await desk.undo(id, 1)))).toEqual(['message.updated']);
    expect([undone!.status, ...lifecycle(undone!)]).toEqual([200, 'undone', 2]);
    await desk.dispatched(id);
    expect(mailer.received).toEqual([]);
    expect((await desk.get(id)).body.message.lifecycleStatus).toBe('undone');
  });

  it('200 where the conversation was closed meanwhile, which closing does not cancel; it stays closed', async () => {
    const { id } = (await desk.reply()).body;
    const { version: expectedVersion } = await desk.conversation();
    const conversation = desk.path.replace(/\/messages$/, '');
    const options = { token: desk.author.secret, body: { expectedVersion } };
    expect((await parley.call('POST', `${conversation}/close`, options)).status).toBe(200);
    expect((await desk.get(id)).body.message.lifecycleStatus).toBe('queued');
    expect(lifecycle(await desk.undo(id, 1))).toEqual(['undone', 2]);
    expect(await desk.conversation()).toMatchObject({ status: 'closed' });
  });

  it('200 for an admin, 403 for another member', async () => {
    const { id } = (await desk.reply()).body;
    expect(refusal(await desk.undo(id, 1, await desk.member()))).toEqual([403, 'role_insufficient']);
    expect((await desk.undo(id, 1, desk.admin)).status).toBe(200);
  });

  it('200 while a deferred email waits for its next attempt', async () => {
    const failure = { ...REFUSED, smtpCode: 451, enhancedCode: '4.7.1', text: 'Greylisted' };
    const { id, story } = await mailed(() => Promise.resolve({ outcome: 'refused', final: false, failure }));
    expect(story).toMatchObject({ attempts: 1, failure, message: { lifecycleStatus: 'queued', lifecycleVersion: 3 } });
    expect(lifecycle(await desk.undo(id, 3))).toEqual(['undone', 4]);
  });

  it('409 undo_window_closed from the deadline on, sent or not', async () => {
    const { id } = (await desk.reply()).body;
    await desk.letPass(id);
    expect(refusal(await desk.undo(id, 1))).toEqual([409, 'undo_window_closed']);
    await parley.drain();
    expect(refusal(await desk.undo(id, 3))).toEqual([409, 'undo_window_closed']);
  });

  it('409 version_conflict for another version, with the current one', async () => {
    const { id } = (await desk.reply()).body;
    const reply = await desk.undo(id, 2);
    expect([...refusal(reply), reply.body.details[0].currentVersion]).toEqual([409, 'version_conflict', 1]);
  });

  it('409 invalid_transition for what is undone already', async () => {
    const { id } = (await desk.reply()).body;
    await desk.undo(id, 1);
    const { body, status } = await desk.undo(id, 2);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'invalid_transition',
      details: [{ from: 'undone', kind: 'undo', allowed: [] }],
    });
  });
});

describe('of several reasons to refuse a change', () => {
  const OPERATIONS: [string, string, string, object][] = [
    ['undoInboxMessage', 'POST', '/undo', {}],
    ['editInboxMessage', 'PATCH', '', { content: 'No.' }],
    ['retryInboxMessage', 'POST', '/retry', {}],
    ['settleInboxMessage', 'POST', '/settle', { outcome: 'sent', reason: 'She called.' }],
  ];

  it.each(OPERATIONS)(
    '%s tells: not visible, not for the caller, not valid, another version',
    async (name, method, where, body) => {
      // Sent: no operation is possible any more, and that is reported last.
      const { id } = await mailed(() => Promise.resolve(SENT));
      const change = (sent: object, by: { secret: string }): Promise<Reply> =>
        desk.call(method, `/${id}${where}`, sent, by);
      const invalid = { expectedVersion: -1 };
      expect(refusal(await change(invalid, await desk.member([])))).toEqual([404, 'not_found']);
      const forAnyMember = name === 'undoInboxMessage' ? [403, 'role_insufficient'] : [400, 'validation_failed'];
      expect(refusal(await change(invalid, await desk.member()))).toEqual(forAnyMember);
      expect(refusal(await change(invalid, desk.author))).toEqual([400, 'validation_failed']);
      const old = await change({ ...body, expectedVersion: 1 }, desk.author);
      expect([...refusal(old), old.body.details[0].currentVersion]).toEqual([409, 'version_conflict', 3]);
      const current = await change({ ...body, expectedVersion: 3 }, desk.author);
      expect([current.status, current.body.code]).toEqual([409, expect.not.stringContaining('version_conflict')]);
    },
  );

  it('replyToConversation tells: not visible, not valid, no address', async () => {
    expect(refusal(await desk.reply({ content: '' }, await desk.member([])))).toEqual([404, 'not_found']);
    expect(refusal(await desk.reply({ content: '' }))).toEqual([400, 'validation_failed']);
    mailer.recipient = null;
    expect(refusal(await desk.reply({ channel: 'email' }))).toEqual([400, 'association_invalid']);
  });

  it('of a message that is none: 400 for what is no UUID, 404 for what nothing has', async () => {
    const { id } = (await desk.reply()).body;
    expect(refusal(await desk.undo('x', 1))).toEqual([400, 'validation_failed']);
    expect(refusal(await desk.undo(id.replace(/.$/, id.endsWith('0') ? '1' : '0'), 1))).toEqual([404, 'not_found']);
  });
});

describe('editInboxMessage', () => {
  it('409 message_not_editable after a hundred revisions', async () => {
    const { id } = (await desk.reply({ content: 'First.' })).body;
    await parley.database.query('UPDATE replies SET revision_count = 100 WHERE message_id = $1', [id]);
    const { status, body } = await desk.edit(id, 1, 'Once more.');
    expect([status, body.code]).toEqual([409, 'message_not_editable']);
  });

  it('200: what is sent is the last revision, and all of them are kept', async () => {
    const { id, dispatchAfterAt } = (await desk.reply({ content: 'First.', channel: 'email' })).body;
    const other = await desk.member();
    const edited = await desk.edit(id, 1, 'Second.', other);
    expect(edited.body).toMatchObject({
      content: 'Second.',
      dispatchAfterAt,
      undoDeadlineAt: dispatchAfterAt,
      lifecycleVersion: 2,
      revisionCount: 1,
      lifecycleStatus: 'queued',
    });
    const { body } = await desk.dispatched(id);
    expect(mailer.received.map(({ content, revision }) => [content, revision])).toEqual([['Second.', 1]]);
    expect(
      body.revisions.map(({ revision, content, authorMemberId }: Record<string, unknown>) => [
        revision,
        content,
        authorMemberId,
      ]),
    ).toEqual([
      [0, 'First.', desk.author.memberId],
      [1, 'Second.', other.memberId],
    ]);
  });

  it('200 for what stands in the widget', async () => {
    const { id } = (await desk.reply()).body;
    await desk.dispatched(id);
    let edited: Reply | undefined;
    expect(await desk.heardOf(async () => (edited = await desk.edit(id, 3, 'Corrected.')))).toEqual([
      'message.updated',
    ]);
    expect(edited!.body).toMatchObject({
      content: 'Corrected.',
      lifecycleStatus: 'sent',
      lifecycleVersion: 4,
      revisionCount: 1,
    });
  });

  it('409 version_conflict for another version', async () => {
    const { id } = (await desk.reply()).body;
    expect(refusal(await desk.edit(id, 0, 'x'))).toEqual([409, 'version_conflict']);
  });

  it('409 message_not_editable for an email that has left, or failed, or was undone', async () => {
    const sent = await mailed(async (_reply, handingOver) => {
      await handingOver();
      return SENT;
    });
    const failed = await refused();
    const { id } = (await desk.reply()).body;
    await desk.undo(id, 1);
    const codes = [await desk.edit(sent.id, 3, 'x'), await desk.edit(failed.id, 3, 'x'), await desk.edit(id, 2, 'x')];
    expect(codes.map(refusal)).toEqual(Array(3).fill([409, 'message_not_editable']));
  });
});

describe('retryInboxMessage', () => {
  it('200: sent once more, at once', async () => {
    const { id, story } = await refused();
    expect(story).toMatchObject({
      attempts: 1,
      failure: REFUSED,
      message: { lifecycleStatus: 'failed', lifecycleVersion: 3 },
    });
    expect(await desk.conversation()).toMatchObject({ status: 'open' });
    mailer.behave = async (_reply, handingOver) => {
      await handingOver();
      return SENT;
    };
    expect(lifecycle(await desk.retry(id, 3))).toEqual(['queued', 4]);
    await parley.drain();
    const { body } = await desk.get(id);
    expect(body).toMatchObject({
      attempts: 1,
      failure: null,
      message: { lifecycleStatus: 'sent', lifecycleVersion: 6 },
    });
    expect(mailer.received.map(({ messageId, revision }) => [messageId, revision])).toEqual([
      [id, 0],
      [id, 0],
    ]);
  });

  it('409 invalid_transition for what has not failed', async () => {
    const { id } = (await desk.reply()).body;
    const reply = await desk.retry(id, 1);
    expect(refusal(reply)).toEqual([409, 'invalid_transition']);
    expect(reply.body.details).toMatchObject([{ from: 'queued', kind: 'retry', allowed: ['undo', 'edit'] }]);
    expect(refusal(await desk.retry((await uncertain()).id, 3))).toEqual([409, 'invalid_transition']);
  });

  it('409 version_conflict for the second of two at once', async () => {
    const { id } = await refused();
    const statuses = (await Promise.all([desk.retry(id, 3), desk.retry(id, 3)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
  });
});

describe('settleInboxMessage', () => {
  it('200 sent: as of when it was handed over, and the conversation waits for the customer', async () => {
    const { id, story } = await uncertain();
    expect(story.message).toMatchObject({ lifecycleStatus: 'uncertain', lifecycleVersion: 3, sentAt: null });
    expect(await desk.conversation()).toMatchObject({ status: 'open' });
    const { body } = await desk.settle(id, 3);
    expect(body).toMatchObject({ lifecycleStatus: 'sent', lifecycleVersion: 4 });
    expect(Date.parse(body.sentAt)).toBeGreaterThanOrEqual(Date.parse(body.dispatchAfterAt));
    expect((await desk.get(id)).body.settledBy).toMatchObject({
      memberId: desk.author.memberId,
      outcome: 'sent',
      reason: 'She called.',
    });
    expect(await desk.conversation()).toMatchObject({ status: 'waiting' });
  });

  it('200 failed: then it can be sent again', async () => {
    const { id } = await uncertain();
    expect(lifecycle(await desk.settle(id, 3, { outcome: 'failed' }))).toEqual(['failed', 4]);
    expect(lifecycle(await desk.retry(id, 4))).toEqual(['queued', 5]);
    const settledBy = { memberId: desk.author.memberId, outcome: 'failed', reason: 'She called.' };
    expect((await desk.get(id)).body.settledBy).toMatchObject(settledBy);
    // The outcome of the second attempt is unknown.
    const { body } = await desk.dispatched(id);
    expect([body.message.lifecycleStatus, body.settledBy]).toEqual(['uncertain', null]);
    await desk.settle(id, 7, { outcome: 'failed', reason: 'She called again.' });
    mailer.behave = () => Promise.resolve(SENT);
    await desk.retry(id, 8);
    const after = (await desk.dispatched(id)).body;
    expect([after.message.lifecycleStatus, after.settledBy.reason]).toEqual(['sent', 'She called again.']);
  });

  it('409 invalid_transition for what is not uncertain', async () => {
    const { id } = (await desk.reply()).body;
    expect(refusal(await desk.settle(id, 1))).toEqual([409, 'invalid_transition']);
    expect(refusal(await desk.settle((await refused()).id, 3))).toEqual([409, 'invalid_transition']);
  });

  it.each([
    ['/outcome', { outcome: 'bounced' }],
    ['/reason', { reason: '' }],
    ['/reason', { reason: 'x'.repeat(1_001) }],
    ['/expectedVersion', { expectedVersion: 1.5 }],
  ])('400 at %s for %.40j', async (path, body) => {
    const { id } = (await desk.reply()).body;
    const reply = await desk.settle(id, 1, body);
    expect([reply.status, reply.body.details[0].path]).toEqual([400, path]);
  });
});
