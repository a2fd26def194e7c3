import PostalMime from 'postal-mime';
import { InboxDesk } from '../factories/inbox-fixtures';
import { type Parley, startParley } from '../support/parley';
import { type Received, TestSmtpServer } from '../support/smtp-server';

/** What becomes of an email to several people, by a mail server that treats each of them in its own way. */
describe('a reply to several people', () => {
  let server: TestSmtpServer;
  let parley: Parley;
  let desk: InboxDesk;
  beforeAll(async () => {
    server = await TestSmtpServer.start();
    parley = await startParley({
      settings: {
        SMTP_URL: `smtp://127.0.0.1:${server.port}?acceptanceTimeout=1500`,
        MAIL_FROM: 'Parley <parley@ours.example>',
        MAIL_BOUNCE_ADDRESS: 'bounces+{token}@ours.example',
      },
    });
  });
  afterAll(async () => {
    await parley.stop();
    await server.stop();
  });
  beforeEach(async () => {
    await parley.drain();
    server.received.length = 0;
    desk = await InboxDesk.open(parley);
  });

  const write = async (body: object): Promise<string> => {
    const reply = await desk.reply({ channel: 'email', ...body });
    if (reply.status !== 201) throw new Error(reply.text);
    return reply.body.id as string;
  };
  const copiesTo = (address: string): Received[] => server.received.filter(({ to }) => to === address);
  const stateOf = async (id: string): Promise<Record<string, string>> => {
    const { deliveries } = (await desk.get(id)).body;
    return Object.fromEntries(deliveries.map((one: { address: string; status: string }) => [one.address, one.status]));
  };
  /** Those who are due again, now. */
  const again = async (id: string): Promise<void> => {
    await parley.database.query(
      `UPDATE deliveries SET dispatch_after_at = clock_timestamp() WHERE message_id = $1 AND status = 'queued'`,
      [id],
    );
    await parley.drain();
  };

  it('has one state for each of them, and reaches no one twice', async () => {
    const id = await write({
      to: ['accept@one.example', 'refuse-recipient@two.example'],
      cc: ['defer-recipient@three.example', 'hang-after-message@four.example', 'accept@five.example'],
      bcc: ['break-before-message@six.example', 'refuse-message@seven.example', 'accept@eight.example'],
    });
    const { body } = await desk.dispatched(id);
    expect(body).toMatchObject({ message: { lifecycleStatus: 'sent' }, recipient: 'accept@one.example' });
    expect(body.deliveries).toMatchObject([
      { address: 'accept@one.example', kind: 'to', status: 'sent', attempts: 1, failure: null, bounce: null },
      { address: 'refuse-recipient@two.example', kind: 'to', status: 'failed', failure: { smtpCode: 550 } },
      { address: 'defer-recipient@three.example', kind: 'cc', status: 'queued', failure: { smtpCode: 451 } },
      { address: 'hang-after-message@four.example', kind: 'cc', status: 'uncertain', failure: { class: 'timeout' } },
      { address: 'accept@five.example', kind: 'cc', status: 'sent' },
      { address: 'break-before-message@six.example', kind: 'bcc', status: 'queued' },
      { address: 'refuse-message@seven.example', kind: 'bcc', status: 'failed', failure: { smtpCode: 554 } },
      { address: 'accept@eight.example', kind: 'bcc', status: 'sent' },
    ]);
    for (let attempt = 2; attempt <= 5; attempt++) await again(id);
    expect(await stateOf(id)).toMatchObject({
      'defer-recipient@three.example': 'failed',
      'break-before-message@six.example': 'failed',
      'hang-after-message@four.example': 'uncertain',
    });
    const addresses = [1, 4, 5, 7, 8].map((n) => body.deliveries[n - 1].address as string);
    expect(addresses.map((address) => copiesTo(address).length)).toEqual([1, 1, 1, 1, 1]);
  });

  it('sends all of them the same bytes, with an address for reports of its own', async () => {
    const id = await write({
      to: ['one@a.example', 'two@b.example'],
      cc: ['three@c.example'],
      bcc: ['secret@d.example'],
    });
    await desk.dispatched(id);
    expect(server.received.map(({ to }) => to)).toEqual([
      'one@a.example',
      'two@b.example',
      'three@c.example',
      'secret@d.example',
    ]);
    expect(new Set(server.received.map(({ raw }) => raw)).size).toBe(1);
    expect(new Set(server.received.map(({ from }) => from)).size).toBe(4);
    const [{ raw }] = server.received as [Received];
    const mail = await PostalMime.parse(raw);
    expect(mail.to?.map(({ address }) => address)).toEqual(['one@a.example', 'two@b.example']);
    expect(mail.cc?.map(({ address }) => address)).toEqual(['three@c.example']);
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(raw).not.toContain('secret');
    expect(mail.messageId).toBe((await desk.get(id)).body.messageIdHeader);
  });

  it('takes addresses in lower case, each once, in To before Cc before Bcc', async () => {
    const id = await write({
      to: ['A@x.example', 'b@x.example'],
      cc: ['B@X.example', 'c@x.example'],
      bcc: ['a@x.example', 'd@x.example'],
    });
    const { deliveries } = (await desk.get(id)).body;
    expect(deliveries.map(({ address, kind }: { address: string; kind: string }) => `${kind} ${address}`)).toEqual([
      'to a@x.example',
      'to b@x.example',
      'cc c@x.example',
      'bcc d@x.example',
    ]);
    // Nothing waits that the next test would send.
    await desk.dispatched(id);
  });

  it('reaches 25 people, and no more', async () => {
    const people = (n: number, of: string): string[] => Array.from({ length: n }, (_, i) => `${of}${i}@x.example`);
    const named = { to: people(5, 'to'), cc: people(15, 'cc') };
    const refused = await desk.reply({ channel: 'email', ...named, bcc: people(6, 'bcc') });
    expect([refused.status, refused.body.code]).toEqual([400, 'association_invalid']);
    const id = await write({ ...named, bcc: people(5, 'bcc') });
    await desk.dispatched(id);
    expect(Object.values(await stateOf(id))).toEqual(Array(25).fill('sent'));
    expect(server.received).toHaveLength(25);
  });

  it('can be undone and edited until one has left', async () => {
    const undone = await write({ to: ['never@x.example'], cc: ['nor@y.example'] });
    expect((await desk.undo(undone, 1)).body.lifecycleStatus).toBe('undone');
    expect(await stateOf(undone)).toEqual({ 'never@x.example': 'undone', 'nor@y.example': 'undone' });
    await desk.dispatched(undone);
    expect([...copiesTo('never@x.example'), ...copiesTo('nor@y.example')]).toEqual([]);

    const deferred = await write({ to: ['defer-recipient@x.example'], cc: ['defer-recipient@y.example'] });
    const { body } = await desk.dispatched(deferred);
    const edited = await desk.edit(deferred, body.message.lifecycleVersion, 'It weighs less.');
    expect(edited.status).toBe(200);
    expect((await desk.undo(deferred, edited.body.lifecycleVersion)).body.lifecycleStatus).toBe('undone');

    const failed = await write({ to: ['defer-recipient@x.example'], cc: ['refuse-recipient@y.example'] });
    const { lifecycleVersion: version } = (await desk.dispatched(failed)).body.message;
    const taken = await desk.undo(failed, version);
    expect(taken.body.lifecycleStatus).toBe('undone');
    expect(await stateOf(failed)).toEqual({
      'defer-recipient@x.example': 'undone',
      'refuse-recipient@y.example': 'undone',
    });

    const settled = await write({ to: ['defer-recipient@x.example'], cc: ['hang-after-message@y.example'] });
    const before = (await desk.dispatched(settled)).body.message.lifecycleVersion;
    const of = { outcome: 'failed', address: 'hang-after-message@y.example' };
    const { lifecycleVersion: after } = (await desk.settle(settled, before, of)).body;
    expect((await desk.undo(settled, after)).body.lifecycleStatus).toBe('undone');

    const left = await write({ to: ['defer-recipient@x.example'], cc: ['accept@y.example'] });
    const { lifecycleStatus, lifecycleVersion } = (await desk.dispatched(left)).body.message;
    expect(lifecycleStatus).toBe('queued');
    expect((await desk.undo(left, lifecycleVersion)).body.code).toBe('undo_window_closed');
    expect((await desk.edit(left, lifecycleVersion, 'No.')).body.code).toBe('message_not_editable');
  });

  it('can be stopped for those who are still due, after it has failed for the first or left for others', async () => {
    const cc = ['defer-recipient@two.example', 'defer-recipient@three.example', 'accept@four.example'];
    const id = await write({ to: ['refuse-recipient@one.example'], cc });
    expect((await desk.dispatched(id)).body.message.lifecycleStatus).toBe('failed');
    const undo = async (address?: string) => {
      const { lifecycleVersion: expectedVersion } = (await desk.get(id)).body.message;
      const { status, body } = await desk.call('POST', `/${id}/undo`, { expectedVersion, ...(address && { address }) });
      return [status, body.code];
    };
    expect(await undo()).toEqual([409, 'undo_window_closed']);
    expect(await undo('refuse-recipient@one.example')).toEqual([409, 'undo_window_closed']);
    expect(await undo('else@one.example')).toEqual([400, 'association_invalid']);
    expect(await undo('accept@four.example')).toEqual([409, 'invalid_transition']);
    expect(await undo('defer-recipient@two.example')).toEqual([200, undefined]);
    expect(await undo('defer-recipient@two.example')).toEqual([409, 'invalid_transition']);
    await again(id);
    expect((await desk.get(id)).body.deliveries).toMatchObject([
      { status: 'failed' },
      { address: 'defer-recipient@two.example', status: 'undone', attempts: 1 },
      { address: 'defer-recipient@three.example', status: 'queued', attempts: 2 },
      { status: 'sent' },
    ]);
  });

  it('is sent again to one of them, or settled for one', async () => {
    const id = await write({ cc: ['refuse-message@x.example', 'hang-after-message@y.example'] });
    const { lifecycleVersion } = (await desk.dispatched(id)).body.message;
    const retry = (address: string, version: number) =>
      desk.call('POST', `/${id}/retry`, { expectedVersion: version, address });
    expect((await retry('nobody@x.example', lifecycleVersion)).body.code).toBe('association_invalid');
    expect((await retry('hang-after-message@y.example', lifecycleVersion)).body.code).toBe('invalid_transition');
    expect((await retry('ann@example.com', lifecycleVersion)).body.code).toBe('invalid_transition');
    const retried = await retry('refuse-message@x.example', lifecycleVersion);
    expect(retried.body.lifecycleStatus).toBe('sent');
    expect((await retry('refuse-message@x.example', lifecycleVersion)).body.code).toBe('version_conflict');
    await parley.drain();
    expect(copiesTo('refuse-message@x.example')).toHaveLength(2);
    const version = (await desk.get(id)).body.message.lifecycleVersion;
    const settled = await desk.settle(id, version, { outcome: 'failed', address: 'hang-after-message@y.example' });
    expect(settled.status).toBe(200);
    expect(await stateOf(id)).toEqual({
      'ann@example.com': 'sent',
      'refuse-message@x.example': 'failed',
      'hang-after-message@y.example': 'failed',
    });
  });

  it('notifies its author of each person whom it did not reach', async () => {
    const id = await write({ cc: ['refuse-recipient@x.example', 'hang-after-message@y.example', 'accept@z.example'] });
    await desk.dispatched(id);
    const told = await parley.database.query(
      `SELECT cause FROM member_notifications WHERE workspace_id = $1 AND event = 'replyUndelivered' AND message_id = $2
       GROUP BY cause`,
      [desk.workspace.id, id],
    );
    expect(told).toHaveLength(2);
    const conversation = await parley.call('GET', `/workspaces/${desk.workspace.id}/inbox/${desk.conversationId}`, {
      token: desk.author.secret,
    });
    expect(conversation.body.undelivered).toBe(2);
    const listed = await parley.call('GET', `/workspaces/${desk.workspace.id}/inbox?undelivered=true`, {
      token: desk.author.secret,
    });
    expect(listed.body.conversations).toHaveLength(1);
    const counts = await parley.call('GET', `/workspaces/${desk.workspace.id}/inbox/counts`, {
      token: desk.author.secret,
    });
    expect(counts.body.undelivered.count).toBe(1);
    expect(await desk.conversation()).toMatchObject({ status: 'open' });
  });

  it.each([
    ['to together with replyAll', { to: ['a@x.example'], replyAll: true }],
    ['recipients on the widget channel', { channel: 'widget', cc: ['a@x.example'] }],
    ['replyAll on the widget channel', { channel: 'widget', replyAll: true }],
    ['an address of the service', { to: ['parley@ours.example'] }],
    ['an unknown message', { inReplyToMessageId: '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c' }],
  ])('400 for %s', async (_name, body) => {
    const { status, body: answer } = await desk.reply({ channel: 'email', ...body });
    expect([status, answer.code]).toEqual([400, 'association_invalid']);
  });

  it.each([{ to: [] }, { to: ['no address'] }, { cc: Array.from({ length: 21 }, (_, i) => `a${i}@x.example`) }])(
    '400 for %j',
    async (body) => {
      expect((await desk.reply({ channel: 'email', ...body })).body.code).toBe('validation_failed');
    },
  );
});
