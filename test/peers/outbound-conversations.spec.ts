import PostalMime from 'postal-mime';
import { aContact } from '../factories/contact';
import { InboxDesk } from '../factories/inbox-fixtures';
import { aMail, MAIL_SETTINGS, replyAddressOf, takeIn } from '../factories/mail';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { type Received, TestSmtpServer } from '../support/smtp-server';

// oxlint-disable-next-line typescript/no-explicit-any -- rows of any table
type Row = any;

describe('conversations that members begin', () => {
  let server: TestSmtpServer;
  let parley: Parley;
  let desk: InboxDesk;
  beforeAll(async () => {
    server = await TestSmtpServer.start();
    const SMTP_URL = `smtp://127.0.0.1:${server.port}`;
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

  const inbox = (): string => `/workspaces/${desk.workspace.id}/inbox`;
  const start = (body: object = {}, by: { secret: string } = desk.author): Promise<Reply> =>
    parley.call('POST', inbox(), {
      token: by.secret,
      body: { agentId: desk.agent.id, to: ['bea@example.com'], subject: 'Your order', content: 'It ships.', ...body },
    });
  const get = (path: string): Promise<Reply> => parley.call('GET', inbox() + path, { token: desk.author.secret });
  const rows = (sql: string, id: string): Promise<Row[]> => parley.database.query<Row[]>(sql, [id]);
  /** The time to undo what was written is over. */
  const sent = async (): Promise<Received[]> => {
    await parley.database.query(
      `UPDATE replies SET dispatch_after_at = clock_timestamp() - interval '1 ms' WHERE workspace_id = $1 AND status = 'queued'`,
      [desk.workspace.id],
    );
    await parley.drain();
    return server.received;
  };

  describe('startConversation', () => {
    it('201: a conversation that waits for the customer once the email is sent, without a request', async () => {
      const { status, body, headers } = await start({ cc: ['carl@example.com'] });
      expect(status).toBe(201);
      const { id } = body.conversation;
      expect(body.conversation).toMatchObject({
        ...{ channel: 'email', handler: 'human', status: 'open', subject: 'Your order', assigneeMemberId: null },
        ...{ parentConversationId: null, sideConversations: { open: 0, total: 0 }, liveSupportRequestCount: 0 },
      });
      expect(headers.get('location')).toMatch(new RegExp(`/workspaces/${desk.workspace.id}/inbox/${id}$`));
      expect(body.message).toMatchObject({ conversationId: id, content: 'It ships.', lifecycleStatus: 'queued' });
      expect((await sent()).map(({ to }) => to)).toEqual(['bea@example.com', 'carl@example.com']);
      expect((await get(`/${id}`)).body).toMatchObject({ status: 'waiting', liveSupportRequestCount: 0 });
      const mail = await PostalMime.parse(server.received[0]!.raw);
      expect(mail).toMatchObject({ subject: 'Your order', replyTo: [{ address: replyAddressOf(parley, id) }] });
      expect([mail.inReplyTo, mail.references]).toEqual([undefined, `<c.${id}@ours.example>`]);
      expect(await rows('SELECT id FROM support_requests WHERE conversation_id = $1', id)).toEqual([]);
      const contacts = await rows('SELECT email, agent_ids FROM contacts WHERE id = $1', body.conversation.contactId);
      expect(contacts).toEqual([{ email: 'bea@example.com', agent_ids: [desk.agent.id] }]);
    });

    it('answers of the first recipient are the contact’s, of a Cc’d one a participant’s, of a Bcc’d one external', async () => {
      const { body } = await start({ cc: ['carl@example.com'], bcc: ['dora@example.com'] });
      await sent();
      const { id, contactId } = body.conversation;
      const relations = [];
      for (const from of ['bea@example.com', 'carl@example.com', 'dora@example.com']) {
        const recipient = replyAddressOf(parley, id);
        const { messageId } = await takeIn(parley, aMail({ from, to: recipient }), { recipient });
        const [{ sender }] = await rows('SELECT sender FROM messages WHERE id = $1', messageId!);
        relations.push(sender.relation);
      }
      expect(relations).toEqual(['contact', 'participant', 'external']);
      expect((await get(`/${id}`)).body).toMatchObject({ contactId, status: 'open', liveSupportRequestCount: 1 });
    });

    it('takes the contact with the address, by any spelling, and twice the same new one', async () => {
      const contact = await aContact(parley, desk.workspace, desk.admin, { email: 'eve@example.com' });
      const { body } = await start({ to: ['EVE@example.com'] });
      expect(body.conversation.contactId).toBe(contact.id);
      const [one, two] = await Promise.all([start({ to: ['new@example.com'] }), start({ to: ['new@example.com'] })]);
      expect(one.body.conversation.contactId).toBe(two.body.conversation.contactId);
      const named = await start({ to: ['other@example.com'], contactId: contact.id });
      expect(named.body.conversation.contactId).toBe(contact.id);
    });

    it('neither uses nor names a contact that the caller does not see', async () => {
      const { body: other } = await parley.call('POST', `/workspaces/${desk.workspace.id}/agents`, {
        token: desk.admin.secret,
        body: { name: 'Other' },
      });
      const restricted = await desk.member([desk.agent.id]);
      const fields = { email: 'fay@example.com', agentIds: [other.id], blocked: true };
      const hidden = await aContact(parley, desk.workspace, desk.admin, fields);
      const { status, body } = await start({ to: ['fay@example.com'] }, restricted);
      expect(status).toBe(201);
      expect(body.conversation.contactId).not.toBe(hidden.id);
      const refused = await start({ contactId: hidden.id }, restricted);
      expect([refused.status, refused.body.code]).toEqual([400, 'association_invalid']);
    });

    it('409 contact_blocked', async () => {
      await aContact(parley, desk.workspace, desk.admin, { email: 'gus@example.com', blocked: true });
      const refused = await start({ to: ['gus@example.com'] });
      expect([refused.status, refused.body.code]).toEqual([409, 'contact_blocked']);
      for (const kind of ['to', 'cc', 'bcc']) {
        const both = await start({ to: ['ivy@example.com'], [kind]: ['ivy@example.com', 'GUS@example.com'] });
        expect([both.status, both.body.code, both.body.details[0].path]).toEqual([
          409,
          'contact_blocked',
          `/${kind}/1`,
        ]);
      }
    });

    it('403 plan_limit_reached after 20 on the free plan, and again the next day', async () => {
      await parley.database.query(`UPDATE workspaces SET plan_id = 'free' WHERE id = $1`, [desk.workspace.id]);
      await parley.database.query(`INSERT INTO outbound_counts VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 19)`, [
        desk.workspace.id,
      ]);
      expect((await start()).status).toBe(201);
      const refused = await start();
      expect([refused.status, refused.body.code]).toEqual([403, 'plan_limit_reached']);
      expect(
        await rows('SELECT conversations FROM outbound_counts WHERE workspace_id = $1', desk.workspace.id),
      ).toEqual([{ conversations: 20 }]);
      await parley.database.query('UPDATE outbound_counts SET day = day - 1 WHERE workspace_id = $1', [
        desk.workspace.id,
      ]);
      expect((await start()).status).toBe(201);
    });

    it.each([
      ['an unknown agent', { agentId: '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c' }],
      ['an assignee who is no member', { assigneeMemberId: '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c' }],
      ['an unknown contact', { contactId: '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c' }],
      ['unknown files', { attachmentIds: ['0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c'] }],
      ['an address of the service', { cc: ['parley@ours.example'] }],
    ])('400 for %s, and nothing is left', async (_name, body) => {
      const before = await rows('SELECT count(*) FROM conversations WHERE workspace_id = $1', desk.workspace.id);
      const refused = await start(body);
      expect([refused.status, refused.body.code]).toEqual([400, 'association_invalid']);
      expect(await rows('SELECT count(*) FROM conversations WHERE workspace_id = $1', desk.workspace.id)).toEqual(
        before,
      );
    });

    it('assigns, and opens when the email is refused', async () => {
      const { body } = await start({ to: ['refuse-recipient@example.com'], assigneeMemberId: 'me' });
      expect(body.conversation.assigneeMemberId).toBe(desk.author.memberId);
      await sent();
      const { id } = body.conversation;
      expect((await get(`/${id}`)).body).toMatchObject({ status: 'open', undelivered: 1 });
      const again = await parley.call('POST', `${inbox()}/${id}/messages`, {
        token: desk.author.secret,
        body: { content: 'Once more.' },
      });
      expect([again.status, again.body.lifecycleStatus]).toEqual([201, 'queued']);
    });
  });

  describe('forwardConversation', () => {
    const forward = (body: object = {}, id = desk.conversationId): Promise<Reply> =>
      parley.call('POST', `${inbox()}/${id}/forwards`, {
        token: desk.author.secret,
        body: { to: ['ware@house.example'], content: 'Is it in stock?', ...body },
      });

    it('201: a side conversation whose headers name nothing of the customer’s thread', async () => {
      const recipient = replyAddressOf(parley, desk.conversationId);
      const mail = aMail({
        from: 'ann@example.com',
        to: recipient,
        headers: { 'Message-ID': '<customer-thread@example.com>', References: '<older@example.com>' },
        text: `The part is broken.\n> Reply-To: ${recipient.toUpperCase()} and ${recipient}`,
      });
      await takeIn(parley, mail, { recipient });
      await parley.call('POST', `${inbox()}/${desk.conversationId}/notes`, {
        token: desk.author.secret,
        body: { content: 'A secret note.' },
      });
      const { status, body } = await forward({ cc: ['carl@house.example'], include: 'all' });
      expect(status).toBe(201);
      const { id } = body.conversation;
      expect(body.conversation).toMatchObject({
        ...{ parentConversationId: desk.conversationId, contactId: null, assigneeMemberId: desk.author.memberId },
        liveSupportRequestCount: 0,
      });
      const [{ raw }] = (await sent()) as [Received];
      const [head = ''] = raw.split('\r\n\r\n');
      for (const named of ['customer-thread', 'older@', desk.conversationId, 'ann@example.com', recipient]) {
        expect(head).not.toContain(named);
      }
      const read = await PostalMime.parse(raw);
      expect(read.references).toBe(`<c.${id}@ours.example>`);
      expect(read.replyTo?.[0]?.address).toBe(replyAddressOf(parley, id));
      expect(read.text).toContain('Is it in stock?');
      expect(read.text).toContain('The part is broken.');
      expect(read.text).toContain('reply+[…]@ours.example');
      expect(raw.toLowerCase()).not.toContain(recipient.slice(0, 40).toLowerCase());
      expect(read.text).not.toContain('secret note');
    });

    it('shows in the conversation, in its events and in lists', async () => {
      const heard = await desk.heardOf(async () => {
        await forward();
        await parley.drain();
      });
      expect(heard).toContain('conversation.updated');
      const sides = async () => (await get(`/${desk.conversationId}`)).body.sideConversations as object;
      expect(await sides()).toEqual({ open: 1, total: 1 });
      const listed = (await get(`?parent=${desk.conversationId}`)).body.conversations as Row[];
      expect(listed.map(({ parentConversationId }) => parentConversationId)).toEqual([desk.conversationId]);
      const main = (await get('?parent=none')).body.conversations as Row[];
      expect(main.map(({ id }) => id)).toEqual([desk.conversationId]);
      const [{ id, version }] = listed;
      const close = { expectedVersion: version };
      await parley.call('POST', `${inbox()}/${id}/close`, { token: desk.author.secret, body: close });
      const later = await desk.heardOf(() => parley.drain());
      expect(later).toEqual(['conversation.updated']);
      expect(await sides()).toEqual({ open: 0, total: 1 });
    });

    it('answers reach neither customer nor parent, open no request, and get replies', async () => {
      const { body } = await forward({ bcc: ['dora@house.example'] });
      await sent();
      const { id } = body.conversation;
      const recipient = replyAddressOf(parley, id);
      const answer = await takeIn(parley, aMail({ from: 'ware@house.example', to: recipient }), { recipient });
      expect(answer).toMatchObject({ conversationId: id, outcome: 'threaded' });
      const external = await takeIn(parley, aMail({ from: 'dora@house.example', to: recipient }), { recipient });
      const relations = await rows(
        'SELECT sender FROM messages WHERE conversation_id = $1 AND sender IS NOT NULL ORDER BY id',
        id,
      );
      expect(relations.map(({ sender }) => sender.relation)).toEqual(['participant', 'external']);
      expect(external.conversationId).toBe(id);
      const { body: side } = await get(`/${id}`);
      expect(side).toMatchObject({ status: 'open', contactId: null, liveSupportRequestCount: 0 });
      expect(side.replyTo.address).toBe('ware@house.example');
      const replied = await parley.call('POST', `${inbox()}/${id}/messages`, {
        token: desk.author.secret,
        body: { content: 'Thanks.' },
      });
      server.received.length = 0;
      expect(replied.status).toBe(201);
      expect((await sent()).map(({ to }) => to)).toEqual(['ware@house.example']);
    });

    it('goes to its recipient again before any answer', async () => {
      const { body } = await forward();
      await sent();
      expect((await get(`/${body.conversation.id}`)).body.replyTo.address).toBe('ware@house.example');
    });

    it.each([
      ['a note', { messageId: '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c' }],
      ['an address of the service', { to: ['parley@ours.example'] }],
    ])('400 for %s', async (_name, body) => {
      const refused = await forward(body);
      expect([refused.status, refused.body.code]).toEqual([400, 'association_invalid']);
    });
  });
});
