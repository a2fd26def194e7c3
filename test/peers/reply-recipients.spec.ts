import { aContact } from '../factories/contact';
import { anErasure } from '../factories/erasure';
import { InboxDesk } from '../factories/inbox-fixtures';
import { aDeliveryReport, aMail, bounceAddressOf, MAIL_SETTINGS, replyAddressOf, takeIn } from '../factories/mail';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { TestSmtpServer } from '../support/smtp-server';

// oxlint-disable-next-line typescript/no-explicit-any -- rows of any table
type Row = any;

describe('recipients of replies', () => {
  let server: TestSmtpServer;
  let parley: Parley;
  let desk: InboxDesk;
  beforeAll(async () => {
    server = await TestSmtpServer.start();
    const SMTP_URL = `smtp://127.0.0.1:${server.port}?acceptanceTimeout=1500`;
    parley = await startParley({ settings: { ...MAIL_SETTINGS, SMTP_URL } });
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

  const mailIn = async (from: string, headers: Record<string, string> = {}): Promise<string> => {
    const recipient = replyAddressOf(parley, desk.conversationId);
    const { messageId } = await takeIn(parley, aMail({ from, to: recipient, headers }), { recipient });
    return messageId!;
  };
  const recipients = (messageId?: string): Promise<Reply> => {
    const query = messageId === undefined ? '' : `?messageId=${messageId}`;
    const path = `/workspaces/${desk.workspace.id}/inbox/${desk.conversationId}/reply-recipients${query}`;
    return parley.call('GET', path, { token: desk.author.secret });
  };
  const write = async (body: object): Promise<string> => {
    const { status, body: written, text } = await desk.reply({ channel: 'email', ...body });
    if (status !== 201) throw new Error(text);
    return written.id as string;
  };
  const named = async (id: string): Promise<string[]> =>
    (await desk.get(id)).body.deliveries.map(({ kind, address }: Row) => `${kind} ${address}`);
  const statesOf = async (id: string): Promise<string[]> =>
    (await desk.get(id)).body.deliveries.map(({ status }: Row) => status);
  const rows = (sql: string, values: unknown[]): Promise<Row[]> => parley.database.query<Row[]>(sql, values);

  describe('getReplyRecipients', () => {
    it('200: Reply-To or From, and the others of the newest email of a person, without ours', async () => {
      const ours = replyAddressOf(parley, desk.conversationId);
      await mailIn('ann@example.com', { Cc: 'old@example.com' });
      const newest = await mailIn('ann@example.com', {
        To: `${ours}, Ben <BEN@example.com>, parley@ours.example`,
        Cc: 'Carl <carl@example.com>, ann@example.com',
      });
      const from = { name: desk.agent.name, address: 'parley@ours.example' };
      const everyone = { to: ['ann@example.com'], cc: ['ben@example.com', 'carl@example.com'], from };
      expect((await recipients()).body).toEqual(everyone);
      expect((await recipients(newest)).body).toEqual(everyone);
      const redirected = await mailIn('ann@example.com', { 'Reply-To': 'desk@example.com' });
      expect((await recipients(redirected)).body).toMatchObject({ to: ['desk@example.com'], cc: [] });
    });

    it('200 with the contact without any email, and 400 for a message that is none', async () => {
      expect((await recipients()).body).toMatchObject({ to: ['ann@example.com'], cc: [] });
      const [said] = await rows(`SELECT id FROM messages WHERE conversation_id = $1 AND role = 'customer'`, [
        desk.conversationId,
      ]);
      const refused = await recipients(said.id as string);
      expect([refused.status, refused.body.code]).toEqual([400, 'association_invalid']);
    });
  });

  describe('replyToConversation', () => {
    it('goes to everyone with replyAll, and to one person without', async () => {
      await mailIn('ann@example.com', { Cc: 'carl@example.com' });
      expect(await named(await write({ replyAll: true, bcc: ['dora@example.com'] }))).toEqual([
        'to ann@example.com',
        'cc carl@example.com',
        'bcc dora@example.com',
      ]);
      expect(await named(await write({}))).toEqual(['to ann@example.com']);
    });

    it('409 contact_blocked for each way to write to a blocked person, and a contact that the member sees decides', async () => {
      await aContact(parley, desk.workspace, desk.admin, { email: 'carl@example.com', blocked: true });
      await mailIn('ann@example.com', { Cc: 'carl@example.com' });
      const refused = async (body: object): Promise<unknown[]> => {
        const { status, body: error } = await desk.reply({ channel: 'email', ...body });
        return [status, error.code, error.details?.[0]?.path];
      };
      const carl = ['dora@example.com', 'Carl@example.com'];
      expect(await refused({ to: carl })).toEqual([409, 'contact_blocked', '/to/1']);
      expect(await refused({ cc: carl })).toEqual([409, 'contact_blocked', '/cc/1']);
      expect(await refused({ bcc: carl })).toEqual([409, 'contact_blocked', '/bcc/1']);
      expect(await refused({ replyAll: true })).toEqual([409, 'contact_blocked', '/replyAll']);
      const path = `/workspaces/${desk.workspace.id}/inbox/${desk.conversationId}/forwards`;
      const forward = { token: desk.author.secret, body: { to: ['carl@example.com'], content: 'Hello' } };
      expect((await parley.call('POST', path, forward)).status).toBe(409);
      await parley.database.query(`UPDATE contacts SET blocked = email LIKE 'ann%' WHERE workspace_id = $1`, [
        desk.workspace.id,
      ]);
      expect(await refused({})).toEqual([409, 'contact_blocked', undefined]);
      await parley.database.query('UPDATE contacts SET blocked = false WHERE workspace_id = $1', [desk.workspace.id]);
      expect((await refused({ replyAll: true }))[0]).toBe(201);
    });

    it('400 with replyAll where there is no one to answer: a Bcc’d person never takes that place', async () => {
      await rows('UPDATE contacts SET email = NULL WHERE workspace_id = $1', [desk.workspace.id]);
      const body = { channel: 'email', replyAll: true, bcc: ['dora@example.com', 'eve@example.com'] };
      const refused = await desk.reply(body);
      expect([refused.status, refused.body.details?.[0]?.path]).toEqual([400, '/channel']);
    });

    it('answers an earlier email with its subject, its references and its people', async () => {
      const earlier = await mailIn('ann@example.com', {
        Subject: 'The first',
        'Message-ID': '<first@example.com>',
        Cc: 'carl@example.com',
      });
      await mailIn('ann@example.com', { Subject: 'The second', Cc: 'eve@example.com' });
      const id = await write({ inReplyToMessageId: earlier, replyAll: true });
      expect(await named(id)).toEqual(['to ann@example.com', 'cc carl@example.com']);
      await desk.dispatched(id);
      expect(server.received[0]).toMatchObject({ subject: 'Re: The first' });
      expect(server.received[0]?.raw).toContain('In-Reply-To: <first@example.com>');
    });

    it('costs a reply to one person no statement about others', async () => {
      await mailIn('ann@example.com');
      let id = '';
      const written = await parley.statementsOf(async () => (id = await write({})));
      const undone = await parley.statementsOf(() => desk.undo(id, 1));
      const sent = await parley.statementsOf(async () => desk.dispatched(await write({})));
      const about = (statements: readonly string[]): number =>
        statements.filter((sql) => /\bdeliveries\b|conversation_participants|outbound_counts/.test(sql)).length;
      expect([about(written), about(undone)]).toEqual([0, 0]);
      // The claim of the reply, and what looks whether others are due.
      const others = sent.filter(
        (sql) => /\bdeliveries\b/.test(sql) && !/FROM replies r JOIN conversations c/.test(sql),
      );
      expect(
        others.filter((sql) => !/event_deliveries|webhook_deliveries|WITH RECURSIVE|lease_ends_at </.test(sql)),
      ).toEqual([]);
    });
  });

  describe('reports and answers', () => {
    it('bounce one copy, by its address for reports', async () => {
      const id = await write({ cc: ['carl@example.com', 'eve@example.com'] });
      await desk.dispatched(id);
      const [{ id: copy }] = await rows(
        `SELECT id FROM deliveries WHERE message_id = $1 AND address = 'carl@example.com'`,
        [id],
      );
      const to = bounceAddressOf(parley, copy as string);
      // The copy was forwarded: the report names another address.
      await takeIn(parley, aDeliveryReport(to, { recipient: 'carl@elsewhere.example' }), { recipient: to, sender: '' });
      expect(await statesOf(id)).toEqual(['sent', 'bounced', 'sent']);
      expect((await desk.get(id)).body.deliveries[1].bounce).toMatchObject({ enhancedCode: '5.1.1' });
      expect(await desk.conversation()).toMatchObject({ status: 'open' });
    });

    it('bounce one copy by Message-ID and recipient, and none if the report names no recipient of it', async () => {
      const id = await write({ cc: ['carl@example.com'] });
      const { messageIdHeader } = (await desk.dispatched(id)).body;
      const to = 'parley@ours.example';
      const report = (recipient: string): Promise<unknown> =>
        takeIn(parley, aDeliveryReport(to, { recipient, about: messageIdHeader as string }), {
          recipient: to,
          sender: '',
        });
      await report('unknown@example.com');
      expect(await statesOf(id)).toEqual(['sent', 'sent']);
      await report('carl@example.com');
      expect(await statesOf(id)).toEqual(['sent', 'bounced']);
      await report('ann@example.com');
      expect(await statesOf(id)).toEqual(['bounced', 'bounced']);
    });

    it('an answer settles the uncertain copy of its sender only', async () => {
      const hanging = ['hang-after-message@a.example', 'hang-after-message@b.example'];
      const id = await write({ cc: hanging });
      const { messageIdHeader } = (await desk.dispatched(id)).body;
      expect(await statesOf(id)).toEqual(['sent', 'uncertain', 'uncertain']);
      await mailIn('hang-after-message@b.example', { 'In-Reply-To': messageIdHeader as string });
      expect(await statesOf(id)).toEqual(['sent', 'uncertain', 'sent']);
    });
  });

  it('a process that dies leaves what it had not begun to the next one, and no copy twice', async () => {
    const id = await write({ cc: ['one@a.example', 'two@b.example', 'three@c.example'] });
    await desk.dispatched(id);
    // As if the process had died while it sent the second copy.
    const set = (change: string, address: string): Promise<unknown> =>
      rows(`UPDATE deliveries SET ${change} WHERE message_id = $1 AND address = $2`, [id, address]);
    const held = `status = 'sending', sent_at = NULL, attempts = 5, lease_ends_at = now() - interval '1 s', handing_over_at`;
    await set(`${held} = now()`, 'one@a.example');
    await set(`${held} = NULL`, 'two@b.example');
    await set(`${held} = NULL`, 'three@c.example');
    server.received.length = 0;
    await parley.drain();
    // The one that may have ended so many processes fails; the one behind it was not begun.
    expect(await statesOf(id)).toEqual(['sent', 'uncertain', 'failed', 'sent']);
    expect(server.received.map(({ to }) => to).filter((to) => !to.endsWith('@example.com'))).toEqual([
      'three@c.example',
    ]);
  });

  it('erasing a person takes the address out of conversations with others, and leaves the messages', async () => {
    const carl = await aContact(parley, desk.workspace, desk.admin, { email: 'carl@example.com' });
    await mailIn('ann@example.com', { Cc: 'carl@example.com' });
    const sent = await write({ replyAll: true });
    await desk.dispatched(sent);
    const written = await write({ to: ['carl@example.com', 'eve@example.com'] });
    await desk.dispatched(written);
    const waiting = await write({ cc: ['carl@example.com', 'eve@example.com'] });
    const first = await write({ to: ['carl@example.com', 'gus@example.com'] });
    const { body: side } = await parley.call(
      'POST',
      `/workspaces/${desk.workspace.id}/inbox/${desk.conversationId}/forwards`,
      { token: desk.author.secret, body: { to: ['carl@example.com'], content: 'Look.' } },
    );
    await anErasure(parley, desk.workspace, desk.admin, carl.id);
    expect(await named(sent)).toEqual(['to ann@example.com']);
    server.received.length = 0;
    await desk.dispatched(waiting);
    expect(server.received.map(({ to }) => to)).toEqual(['ann@example.com', 'eve@example.com']);
    expect(server.received.filter(({ raw }) => raw.includes('carl@'))).toEqual([]);
    // Of messages to the person, the one that was sent stays so, and no one gets the one that was waiting.
    const stories = await Promise.all([written, first].map(async (id) => (await desk.get(id)).body));
    expect(stories.map(({ message, deliveries }) => [message.lifecycleStatus, deliveries[0].status])).toEqual([
      ['sent', 'sent'],
      ['undone', 'undone'],
    ]);
    expect(await Promise.all([written, first].map(named))).toEqual([['to eve@example.com'], ['to gus@example.com']]);
    const [{ envelope, status }] = await rows('SELECT envelope, status FROM replies WHERE message_id = $1', [
      side.message.id,
    ]);
    expect([envelope.recipient, status]).toEqual(['', 'undone']);
    for (const table of ['deliveries', 'conversation_participants', 'message_mails', 'replies']) {
      const left = await rows(`SELECT t::text AS row FROM ${table} t WHERE workspace_id = $1`, [desk.workspace.id]);
      expect(left.filter(({ row }) => row.includes('carl@'))).toEqual([]);
    }
  });

  it('erasing the customer takes the conversations about theirs with it', async () => {
    const { body } = await parley.call(
      'POST',
      `/workspaces/${desk.workspace.id}/inbox/${desk.conversationId}/forwards`,
      { token: desk.author.secret, body: { to: ['ware@house.example'], content: 'Look.' } },
    );
    const [{ contact_id: ann }] = await rows('SELECT contact_id FROM conversations WHERE id = $1', [
      desk.conversationId,
    ]);
    await anErasure(parley, desk.workspace, desk.admin, ann as string);
    expect(await rows('SELECT id FROM conversations WHERE id = $1', [body.conversation.id])).toEqual([]);
  });
});
