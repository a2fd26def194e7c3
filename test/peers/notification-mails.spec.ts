import PostalMime from 'postal-mime';
import { aMail, intakeOf, MAIL_SETTINGS, takeIn } from '../factories/mail';
import { NotificationDesk } from '../factories/notification-fixtures';
import { type Parley, startParley } from '../support/parley';
import { type Received, TestSmtpServer } from '../support/smtp-server';

let server: TestSmtpServer;
let parley: Parley;
let desk: NotificationDesk;

beforeAll(async () => {
  server = await TestSmtpServer.start();
  parley = await startParley({ settings: { ...MAIL_SETTINGS, SMTP_URL: `smtp://127.0.0.1:${server.port}` } });
});
afterAll(async () => {
  await parley.stop();
  await server.stop();
});
beforeEach(async () => {
  desk = await NotificationDesk.open(parley);
});

/** Runs the due work, and returns the notifications of a member so far. */
async function mailsTo({ email }: { email: string }): Promise<Received[]> {
  await parley.drain();
  return server.received.filter(({ to }) => to === email);
}
const sql = (text: string, ...parameters: unknown[]): Promise<unknown> => parley.database.query(text, parameters);

describe('the mail', () => {
  const LONG = `Visit https://evil.example/now or call +49 30 1234567. ${'x'.repeat(400)}`;

  it('says who, what and where, at most 200 characters of the customer, and how to get no more', async () => {
    const bea = await desk.member();
    const recipient = intakeOf(parley, desk.agent);
    const from = `Eve <eve-${bea.memberId}@example.com>`;
    const { conversationId } = await takeIn(parley, aMail({ from, subject: 'Prize', text: LONG }), { recipient });
    const [mail] = await mailsTo(bea);
    const { headers } = await PostalMime.parse(mail!.raw);
    const header = (name: string): string | undefined => headers.find(({ key }) => key === name)?.value;
    expect(header('auto-submitted')).toBe('auto-generated');
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('reply-to')).toBeUndefined();
    expect(mail?.raw).not.toContain('reply+');
    expect(mail?.subject).toBe(`Eve is waiting for an answer (${desk.workspace.name})`);
    expect(mail?.text).toContain(`http://localhost:3000/app/w/${desk.workspace.id}/inbox/all/${conversationId}`);
    expect(mail?.text).not.toContain('evil.example');
    const quoted = /^> (.*)$/m.exec(mail?.text ?? '')?.[1] ?? '';
    expect([quoted.length <= 200, quoted.endsWith('x…')]).toEqual([true, true]);
  });

  it('makes a link of nothing that customers and colleagues chose: names, subject, text', async () => {
    const chosen = 'https://evil.example/now +49 30 1234567';
    const email = `team-${desk.agent.id}@example.com`;
    const bea = await desk.member();
    await desk.call('PATCH', '', { name: `Shop ${chosen}` });
    await desk.call('PATCH', `/agents/${desk.agent.id}`, {
      name: `Agent ${chosen}`,
      notifyConfig: { email, onNewConversation: true },
    });
    const from = `"Eve ${chosen}" <eve-${bea.memberId}@example.com>`;
    const mail = aMail({ from, subject: `Prize ${chosen}`, text: `Visit ${chosen}` });
    await takeIn(parley, mail, { recipient: intakeOf(parley, desk.agent) });
    for (const one of [bea, { email }]) {
      const [{ subject, text } = { subject: '', text: '' }] = await mailsTo(one);
      expect(subject).toContain('Eve https: / / evil. example/ now');
      expect(text).toContain('Subject: Prize https: / / evil. example/ now');
      for (const part of [subject, text]) expect(part).not.toMatch(/evil\.example|:\/\/evil|1234567/);
    }
  });

  it('ends by its link: asked for by GET, done by POST without login, taken back on the page', async () => {
    const bea = await desk.member();
    await desk.handedOver();
    const [mail] = await mailsTo(bea);
    const { headers } = await PostalMime.parse(mail!.raw);
    const link = /^<(\S+)>$/.exec(headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1] ?? '';
    expect(mail?.text).toContain(link);
    const { pathname, search } = new URL(link);
    const ask = (method: string, query = search): Promise<Response> =>
      fetch(`${parley.url}${pathname}${query}`, {
        method,
        ...(method === 'POST' && {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'List-Unsubscribe=One-Click',
        }),
      });
    const optOuts = () => sql('SELECT event FROM notification_opt_outs WHERE member_id = $1', bea.memberId);
    const page = await ask('GET');
    expect([page.status, (await page.text()).includes('<button>Stop these emails</button>')]).toEqual([200, true]);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await optOuts()).toEqual([]);
    for (let n = 0; n < 2; n += 1) expect((await ask('POST')).status).toBe(200);
    expect(await optOuts()).toEqual([{ event: 'newConversation' }]);
    await desk.handedOver({ externalId: 'eve', name: 'Eve' });
    expect(await desk.rowsFor(bea)).toHaveLength(1);
    expect((await ask('POST', `${search}&again=yes`)).status).toBe(200);
    expect(await optOuts()).toEqual([]);
    for (const query of ['', '?token=abc', `${search.slice(0, -4)}AAAA`]) {
      expect([(await ask('GET', query)).status, (await ask('POST', query)).status]).toEqual([404, 404]);
    }
    expect(parley.log).not.toContain(search.slice(7));
  });

  it('that was queued before they ended is not sent; others get theirs', async () => {
    const [bea, cleo] = [await desk.member(), await desk.member()];
    await desk.handedOver();
    await sql(
      'INSERT INTO notification_opt_outs (workspace_id, member_id, event) VALUES ($1, $2, $3)',
      desk.workspace.id,
      bea.memberId,
      'newConversation',
    );
    expect(await mailsTo(bea)).toEqual([]);
    expect(await desk.rowsFor(bea)).toEqual([['newConversation', 'email', 'dropped', 'unsubscribed']]);
    expect(await mailsTo(cleo)).toHaveLength(1);
    await desk.handedOver({ externalId: 'eve', name: 'Eve' });
    expect([(await desk.rowsFor(bea)).length, (await desk.rowsFor(cleo)).length]).toEqual([1, 2]);
  });

  it('that have ended are in the member’s settings of the workspace, and come again where they are taken out', async () => {
    const [bea, cleo] = [await desk.member(), await desk.member()];
    await desk.handedOver();
    const [mail] = await mailsTo(bea);
    const { search } = new URL(/http\S+unsubscribe\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    await fetch(`${parley.url}/unsubscribe${search}`, { method: 'POST' });
    const settings = async (body?: object, by = bea): Promise<unknown> => {
      const reply = await desk.call(body ? 'PATCH' : 'GET', '/notification-settings', body, by);
      return [reply.status, reply.body.unsubscribedEvents ?? reply.body.details[0].path];
    };
    expect(await settings()).toEqual([200, ['newConversation']]);
    expect(await settings({ muted: false })).toEqual([200, ['newConversation']]);
    expect(await settings({ unsubscribedEvents: ['slaBreach', 'newConversation'] })).toEqual([
      200,
      ['newConversation', 'slaBreach'],
    ]);
    for (const wrong of [['nonsense'], ['slaBreach', 'slaBreach'], 'slaBreach', null]) {
      expect(await settings({ unsubscribedEvents: wrong })).toEqual([
        400,
        expect.stringMatching(/^\/unsubscribedEvents/),
      ]);
    }
    expect(await settings()).toEqual([200, ['newConversation', 'slaBreach']]);
    expect(await settings(undefined, cleo)).toEqual([200, []]);
    expect(await settings({ unsubscribedEvents: [] })).toEqual([200, []]);
    await desk.letPass(301);
    await desk.handedOver({ externalId: 'eve', name: 'Eve' });
    expect(await mailsTo(bea)).toHaveLength(2);
  });

  it('of who has left end all the same', async () => {
    const bea = await desk.member();
    await desk.handedOver();
    const [mail] = await mailsTo(bea);
    const { search } = new URL(/http\S+unsubscribe\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    await desk.call('DELETE', `/members/${bea.memberId}`);
    expect((await fetch(`${parley.url}/unsubscribe${search}`, { method: 'POST' })).status).toBe(200);
    expect(await sql('SELECT event FROM notification_opt_outs WHERE member_id = $1', bea.memberId)).toEqual([]);
  });

  it('to an agent’s address ends in the settings of the agent', async () => {
    const email = `team-${desk.agent.id}@example.com`;
    await desk.call('PATCH', `/agents/${desk.agent.id}`, { notifyConfig: { email, onNewConversation: true } });
    await desk.handedOver();
    const [mail] = await mailsTo({ email });
    const { search } = new URL(/http\S+unsubscribe\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    const token = new URLSearchParams(search).get('token')!;
    const changed = token.slice(0, 20) + (token[20] === 'A' ? 'B' : 'A') + token.slice(21);
    for (const forged of [changed, token.slice(0, -4), 'A'.repeat(token.length), '']) {
      expect((await fetch(`${parley.url}/unsubscribe?token=${forged}`, { method: 'POST' })).status).toBe(404);
    }
    expect((await desk.call('GET', `/agents/${desk.agent.id}`)).body.notifyConfig.onNewConversation).toBe(true);
    expect((await fetch(`${parley.url}/unsubscribe${search}`, { method: 'POST' })).status).toBe(200);
    const { body } = await desk.call('GET', `/agents/${desk.agent.id}`);
    expect(body.notifyConfig).toEqual({ email, onNewConversation: false });
  });
});

describe('the address that an agent names', () => {
  const email = () => `team-${desk.agent.id}@example.com`;
  const name = (notifyConfig: object) => desk.call('PATCH', `/agents/${desk.agent.id}`, { notifyConfig });

  it('is turned off between the event and the mail: nothing is sent', async () => {
    await name({ email: email(), onNewConversation: true });
    await desk.handedOver();
    await name({ email: email(), onNewConversation: false });
    await parley.drain();
    expect(server.received.filter(({ to }) => to === email())).toEqual([]);
    expect(await desk.rowsFor({ memberId: null })).toEqual([['newConversation', 'email', 'dropped', 'preferences']]);
  });

  it('gets what is beyond the plan’s emails of a day in one email of the next', async () => {
    await sql(`UPDATE workspaces SET plan_id = 'free' WHERE id = $1`, desk.workspace.id);
    await name({ email: email(), onNewConversation: true });
    const rows = `(workspace_id, mailbox, day, mails) VALUES ($1, '', (now() AT TIME ZONE 'UTC')::date, 50)`;
    await sql(`INSERT INTO unverified_mail_counts ${rows}`, desk.workspace.id);
    await desk.handedOver();
    expect(await mailsTo({ email: email() })).toEqual([]);
    expect(await desk.rowsFor({ memberId: null })).toEqual([['newConversation', 'email', 'queued', null]]);
    // The next day.
    await sql('UPDATE unverified_mail_counts SET day = day - 1 WHERE workspace_id = $1', desk.workspace.id);
    await desk.handedOver({ externalId: 'bea', name: 'Bea' });
    const waiting = 'due_at > now() AND workspace_id = $1';
    await sql(`UPDATE member_notifications SET due_at = now() WHERE ${waiting}`, desk.workspace.id);
    expect((await mailsTo({ email: email() })).map(({ subject }) => subject)).toEqual([
      `2 notifications from ${desk.workspace.name}`,
    ]);
  });

  it('gets no mails that it did not subscribe to', async () => {
    await name({ email: email(), onNewConversation: false });
    await desk.handedOver();
    expect(await desk.rowsFor({ memberId: null })).toEqual([]);
  });

  it('is the one that it names when the mail is sent', async () => {
    await name({ email: `old-${email()}`, onNewConversation: true });
    await desk.handedOver();
    await name({ email: email(), onNewConversation: true });
    await parley.drain();
    expect(server.received.filter(({ to }) => to?.endsWith(email())).map(({ to }) => to)).toEqual([email()]);
  });
});

describe('listMemberNotifications', () => {
  it('200 newest first, in pages, by what is asked for', async () => {
    const [bea, cleo] = [await desk.member(), await desk.member()];
    const id = await desk.handedOver();
    await desk.read(id, cleo);
    await parley.drain();
    const list = async (query: Record<string, string | number> = {}) =>
      (await parley.call('GET', `/workspaces/${desk.workspace.id}/notifications`, { token: desk.owner.secret, query }))
        .body;
    const all = await list();
    expect(all).toMatchObject({ notifications: [{}, {}] });
    expect(all.notifications[0].id > all.notifications[1].id).toBe(true);
    const first = await list({ limit: 1 });
    const second = await list({ limit: 1, cursor: first.nextCursor });
    expect([...first.notifications, ...second.notifications]).toEqual(all.notifications);
    expect(second.nextCursor).toBeNull();
    const { notifications } = await list({
      state: 'dropped',
      reason: 'read',
      event: 'newConversation',
      channel: 'email',
    });
    expect(notifications).toMatchObject([{ memberId: cleo.memberId, conversationId: id, reason: 'read' }]);
    expect((await list({ memberId: bea.memberId })).notifications).toMatchObject([{ state: 'sent', reason: null }]);
    expect((await list({ conversationId: bea.memberId })).notifications).toEqual([]);
  });

  it('knows for 30 days what has come to its end, and what has not for as long as that takes', async () => {
    const [old, recent, waiting] = [await desk.member(), await desk.member(), await desk.member()];
    await desk.handedOver();
    await parley.drain();
    const set = (member: { memberId: string }, change: string) =>
      sql(
        `UPDATE member_notifications SET created_at = now() - interval '60 d', ${change} WHERE member_id = $1`,
        member.memberId,
      );
    await set(old, `finished_at = now() - interval '30 d 1 min'`);
    await set(recent, `finished_at = now() - interval '29 d 23 h'`);
    await set(waiting, `finished_at = NULL, state = 'queued', due_at = now() + interval '1 h'`);
    await parley.drain();
    const notifications = await Promise.all([old, recent, waiting].map((member) => desk.rowsFor(member)));
    expect(notifications.map((rows) => rows.map(([, , state]) => state))).toEqual([[], ['sent'], ['queued']]);
  });
});
