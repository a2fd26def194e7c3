import PostalMime from 'postal-mime';
import { newId } from '../../src/common/database/uuid';
import { MailThreadsRepository } from '../../src/email/threads/mail-threads.repository';
import type { MessageMail } from '../../src/email/threads/message-mail.entity';
import { InboxDesk } from '../factories/inbox-fixtures';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { type Behaviour, type Received, TestSmtpServer } from '../support/smtp-server';
import { linesOf } from '../support/log-lines';
import { TRACE_HEADERS, TRACE_ID } from '../support/trace';

const SETTINGS = {
  MAIL_FROM: 'Parley <hello@parley.example>',
  MAIL_REPLY_ADDRESS: 'reply+{token}@in.example.com',
  MAIL_BOUNCE_ADDRESS: 'bounce+{token}@in.example.com',
};

/** A mail has come into the conversation of the desk. */
async function cameIn(parley: Parley, desk: InboxDesk, mail: Partial<MessageMail> = {}): Promise<void> {
  const { workspace, conversationId, agent } = desk;
  const messageId = newId();
  await parley.database.query(
    `INSERT INTO messages (workspace_id, conversation_id, id, role, channel, content)
     VALUES ($1, $2, $3, 'customer', 'email', 'What does it weigh?')`,
    [workspace.id, conversationId, messageId],
  );
  await parley.get(MailThreadsRepository).insert({
    workspaceId: workspace.id,
    conversationId,
    messageId,
    agentId: agent.id,
    mailId: '<3@mail.example>',
    referenceIds: ['<1@mail.example>', '<2@mail.example>'],
    subject: 'AW: Weight of the Moon',
    replyTo: 'ann@mail.example',
    receivers: [],
    automatic: false,
    answerable: true,
    ...mail,
  });
}

describe('a reply by mail', () => {
  let server: TestSmtpServer;
  let parley: Parley;
  let desk: InboxDesk;
  beforeAll(async () => {
    server = await TestSmtpServer.start();
    const SMTP_URL = `smtp://127.0.0.1:${server.port}?acceptanceTimeout=1500`;
    parley = await startParley({ settings: { ...SETTINGS, SMTP_URL } });
  });
  afterAll(async () => {
    await parley.stop();
    await server.stop();
  });
  beforeEach(async () => {
    desk = await InboxDesk.open(parley);
    server.received.length = 0;
  });

  async function sent(
    content = 'It weighs 7.3e22 kg.',
  ): Promise<{ id: string; body: Reply['body']; received: Received[] }> {
    const { body, status } = await desk.reply({ content, channel: 'email' });
    expect(status).toBe(201);
    const { body: story } = await desk.dispatched(body.id);
    // What is still on its way from another test is none of it.
    const received = server.received.filter(({ raw }) => raw.includes(`<${body.id}.`));
    return { id: body.id, body: story, received };
  }

  it('continues the thread of the customer’s newest mail', async () => {
    await cameIn(parley, desk, { subject: 'Older', mailId: '<0@mail.example>' });
    await cameIn(parley, desk);
    await cameIn(parley, desk, {
      subject: 'Out of office',
      automatic: true,
      answerable: false,
      replyTo: 'eve@x.example',
    });
    const { id, body, received } = await sent();
    expect(body.message.lifecycleStatus).toBe('sent');
    expect(received).toHaveLength(1);
    const [mail] = received;
    expect(mail).toMatchObject({ to: 'ann@mail.example', text: 'It weighs 7.3e22 kg.\n' });
    expect(mail?.from).toMatch(/^bounce\+b[a-z2-7]{42}@in\.example\.com$/);
    const read = await PostalMime.parse(mail?.raw ?? '');
    expect(read).toMatchObject({
      from: { name: desk.agent.name, address: 'hello@parley.example' },
      to: [{ address: 'ann@mail.example' }],
      replyTo: [{ address: expect.stringMatching(/^reply\+c[a-z2-7]{42}@in\.example\.com$/) }],
      subject: 'Re: Weight of the Moon',
      messageId: `<${id}.0@parley.example>`,
      inReplyTo: '<3@mail.example>',
      references: `<c.${desk.conversationId}@parley.example> <1@mail.example> <2@mail.example> <3@mail.example>`,
    });
    const names = new Set(read.headers.map(({ key }) => key));
    for (const name of ['auto-submitted', 'precedence', 'list-id', 'x-auto-response-suppress', 'cc', 'bcc']) {
      expect(names.has(name)).toBe(false);
    }
  });

  it('goes to the contact where no mail has come in, about the conversation', async () => {
    await parley.database.query(`UPDATE conversations SET subject = NULL WHERE workspace_id = $1`, [desk.workspace.id]);
    const { received } = await sent();
    expect(received).toMatchObject([{ to: 'ann@example.com', subject: `Your message to ${desk.agent.name}` }]);
    const read = await PostalMime.parse(received[0]?.raw ?? '');
    expect([read.inReplyTo, read.references]).toEqual([undefined, `<c.${desk.conversationId}@parley.example>`]);
  });

  it('is from the name that the agent has for mail, and signed by its author', async () => {
    const token = desk.author.secret;
    const agent = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}`;
    await parley.call('PATCH', agent, { token: desk.admin.secret, body: { emailFromName: 'Moon "desk", Inc.' } });
    await parley.call('PATCH', '/account/preferences', { token, body: { signature: 'Ann\nMoon desk' } });
    const { body, status } = await desk.reply({ channel: 'email' });
    expect(status).toBe(201);
    // Decided when it was written.
    await parley.call('PATCH', agent, { token: desk.admin.secret, body: { emailFromName: 'Others' } });
    await parley.call('PATCH', '/account/preferences', { token, body: { signature: null } });
    await desk.dispatched(body.id);
    const read = await PostalMime.parse(server.received[0]?.raw ?? '');
    expect(read.from?.name).toBe('Moon "desk", Inc.');
    expect(read.text).toBe('It weighs 7.3e22 kg.\n-- \nAnn\nMoon desk\n');
  });

  it('400 if no address of the customer is known', async () => {
    await parley.database.query('UPDATE contacts SET email = NULL WHERE workspace_id = $1', [desk.workspace.id]);
    const { status, body } = await desk.reply({ channel: 'email' });
    expect([status, body.code]).toEqual([400, 'association_invalid']);
    await cameIn(parley, desk, { answerable: false });
    expect((await desk.reply({ channel: 'email' })).status).toBe(400);
    await cameIn(parley, desk);
    expect((await desk.reply({ channel: 'email' })).status).toBe(201);
  });

  const BROKE = 'The connection to the mail server broke.';
  it.each<[Behaviour, string, object]>([
    ['refuse-recipient', 'failed', { class: 'refused', smtpCode: 550, text: 'no such user' }],
    ['refuse-message', 'failed', { class: 'refused', smtpCode: 554, text: 'spam' }],
    ['defer-recipient', 'queued', { class: 'refused', smtpCode: 451, text: 'try again later' }],
    ['break-before-message', 'queued', { class: 'connection_lost', smtpCode: null, text: BROKE }],
    ['break-after-message', 'uncertain', { class: 'connection_lost', smtpCode: null, text: BROKE }],
    [
      'hang-after-message',
      'uncertain',
      { class: 'timeout', smtpCode: null, text: 'The mail server took too long to answer.' },
    ],
  ])('to a server that does %s: %s, with the reason', async (behaviour, status, failure) => {
    await cameIn(parley, desk, { replyTo: `${behaviour}@mail.example` });
    const { body, received } = await sent();
    expect(body.message.lifecycleStatus).toBe(status);
    expect(body.failure).toMatchObject(failure);
    expect(received).toHaveLength(
      ['refuse-message', 'break-after-message', 'hang-after-message'].includes(behaviour) ? 1 : 0,
    );
    expect(parley.log).not.toContain('no such user');
  });

  it('is followed in the log from the trace of the request to the mail server', async () => {
    const before = parley.log.length;
    const body = { content: 'It weighs 7.3e22 kg.', channel: 'email' };
    const reply = await desk.call('POST', '', body, desk.author, { headers: TRACE_HEADERS });
    const { id } = reply.body;
    await desk.dispatched(id);
    const lines = linesOf(parley.log.slice(before));

    const traced = lines.filter(({ traceId }) => traceId === TRACE_ID);
    expect(traced).toMatchObject([
      {
        msg: 'request',
        requestId: reply.headers.get('x-request-id'),
        operation: 'replyToConversation',
        status: 201,
        replies: [id],
      },
    ]);
    const [sentLine, ...others] = lines.filter((line) => line['reply'] === id);
    expect([sentLine, others]).toMatchObject([{ msg: 'reply sent', outcome: 'sent', settled: true }, []]);
    // It is of no request any more.
    expect(sentLine).not.toHaveProperty('requestId');
    expect(server.received.filter(({ raw }) => raw.includes(`<${id}.0@parley.example>`))).toHaveLength(1);
  });

  it('is named by each request that changes it', async () => {
    const { body } = await desk.reply({ channel: 'email' });
    const before = parley.log.length;
    await desk.edit(body.id, 1, 'It weighs more.');
    await desk.undo(body.id, 2);
    await desk.get(body.id);
    const logged = linesOf(parley.log.slice(before)).map(({ operation, replies }) => [operation, replies]);
    expect(logged).toEqual([
      ['editInboxMessage', [body.id]],
      ['undoInboxMessage', [body.id]],
      [expect.any(String), undefined],
    ]);
  });

  it('cannot be given another header or another recipient by a stranger', async () => {
    await cameIn(parley, desk, {
      subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nanother body',
      mailId: '<3@mail.example>\r\nX-Evil: yes',
      referenceIds: ['<1@mail.example>', 'X: y', '<a\r\nb@c>'],
      replyTo: 'ann@mail.example',
    });
    const { received } = await sent();
    expect(received).toHaveLength(1);
    const read = await PostalMime.parse(received[0]?.raw ?? '');
    expect(read.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['bcc']));
    expect(read).toMatchObject({
      subject: 'Re: Hello Bcc: eve@example.com another body',
      references: `<c.${desk.conversationId}@parley.example> <1@mail.example>`,
      text: 'It weighs 7.3e22 kg.\n',
    });
    expect(read.inReplyTo).toBeUndefined();

    await cameIn(parley, desk, { replyTo: 'ann@mail.example, eve@example.com' });
    expect((await desk.reply({ channel: 'email' })).status).toBe(400);
  });
});

describe('a reply by mail without a mail server', () => {
  it('is written to a file, and names no address that leads nowhere', async () => {
    const parley = await startParley();
    const desk = await InboxDesk.open(parley);
    const { body } = await desk.reply({ channel: 'email' });
    await desk.dispatched(body.id);
    expect(await parley.mails()).toMatchObject([{ to: 'ann@example.com', text: 'It weighs 7.3e22 kg.\n' }]);
    await parley.stop();
  });
});
