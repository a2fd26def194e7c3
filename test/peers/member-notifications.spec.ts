import { aMail, intakeOf, MAIL_SETTINGS, takeIn } from '../factories/mail';
import { NotificationDesk, type NotifiedMember } from '../factories/notification-fixtures';
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
/** A conversation that begins with a mail: its id. */
async function mailedFrom(from: string): Promise<string> {
  const { conversationId } = await takeIn(parley, aMail({ from }), { recipient: intakeOf(parley, desk.agent) });
  return conversationId!;
}
/** Hands a member's reply to the mail server, and returns its id. */
async function answered(conversationId: string, by: NotifiedMember): Promise<string> {
  const id = (await desk.answer(conversationId, by)).body.id as string;
  await desk.letReplyGo(id);
  return parley.drain().then(() => id);
}
const sql = (text: string, ...parameters: unknown[]): Promise<unknown> => parley.database.query(text, parameters);
const SENT = ['email', 'sent', null] as const;
const dropped = (reason: string) => ['email', 'dropped', reason] as const;

/** `HH:mm` in UTC, so many minutes from now. */
const clock = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);

describe('the recipients of events', () => {
  it('a conversation that is handed over: all who see it; an answer of the agent: no member', async () => {
    const [bea, cleo] = [await desk.member(), await desk.member(['email'], { agentIds: [] })];
    const { id } = await desk.answered();
    expect(await desk.rowsFor(bea)).toEqual([]);
    await desk.say(id, 'I want to talk to a human, please.');
    expect(await mailsTo(bea)).toHaveLength(1);
    expect(await desk.rowsFor(bea)).toEqual([['newConversation', ...SENT]]);
    expect(await desk.rowsFor(cleo)).toEqual([]);
    expect(await desk.rowsFor(desk.owner)).toEqual([]);
  });

  it('a conversation that begins by mail, and the customer’s next mail; automatic mail: no member', async () => {
    const bea = await desk.member();
    const recipient = intakeOf(parley, desk.agent);
    const from = `Ann <ann-${bea.memberId}@example.com>`;
    const { conversationId } = await takeIn(parley, aMail({ from, text: 'The lamp is dark.' }), { recipient });
    const reply = { from, headers: { 'In-Reply-To': `<c.${conversationId}@ours.example>` } };
    await takeIn(parley, aMail({ ...reply, headers: { ...reply.headers, 'Auto-Submitted': 'auto-replied' } }), {
      recipient,
    });
    expect(await desk.rowsFor(bea)).toEqual([['newConversation', ...SENT]]);
    await takeIn(parley, aMail({ ...reply, text: 'It is still dark.' }), { recipient });
    expect((await desk.rowsFor(bea)).map(([event]) => event)).toEqual(['newConversation', 'customerReply']);
  });

  it('an assignment: the assignee, unless they did it themselves; then only they hear of replies', async () => {
    const [bea, cleo] = [await desk.member(), await desk.member()];
    const id = await desk.handedOver();
    await desk.assign(id, bea.memberId);
    await desk.say(id, 'Hello?');
    await desk.assign(id, cleo.memberId, cleo);
    await desk.say(id, 'Hello again?');
    expect((await desk.rowsFor(bea)).map(([event]) => event)).toEqual(['newConversation', 'assigned', 'customerReply']);
    expect((await desk.rowsFor(cleo)).map(([event]) => event)).toEqual(['newConversation', 'customerReply']);
  });

  it('a request that is assigned, and its deadlines, to whom it is assigned', async () => {
    const [bea, cleo] = [await desk.member(), await desk.member()];
    await desk.policy({ first_response: 600 });
    const id = await desk.handedOver();
    const { body } = await desk.call('GET', `/inbox/${id}/support-requests/live`);
    const { id: requestId, version } = body.supportRequests[0];
    const change = { assigneeMemberId: bea.memberId, expectedVersion: version };
    expect((await desk.call('PATCH', `/support-requests/${requestId}`, change)).status).toBe(200);
    await parley.drain();
    await desk.letClocksPass(590);
    await parley.drain();
    await desk.letClocksPass(20);
    await parley.drain();
    expect((await desk.rowsFor(bea)).map(([event]) => event)).toEqual([
      'newConversation',
      'assigned',
      'slaWarning',
      'slaBreach',
    ]);
    expect((await desk.rowsFor(cleo)).map(([event]) => event)).toEqual(['newConversation']);
  });

  it('a reply that came back: its author and the assignee, as they want to hear of assignments', async () => {
    const [bea, cleo, dora] = [await desk.member(), await desk.member(), await desk.member()];
    const eve = await desk.member([]);
    const id = await mailedFrom(`Ada <ada-${bea.memberId}@example.com>`);
    await desk.assign(id, cleo.memberId);
    const ids = [await answered(id, bea), await answered(id, eve)];
    await parley.drain();
    await desk.letPass(600);
    for (const messageId of ids) await desk.bounce(messageId);
    const [[ofBea], ofCleo] = [(await desk.rowsFor(bea)).slice(-1), (await desk.rowsFor(cleo)).slice(-2)];
    expect([ofBea, ...ofCleo]).toEqual(Array(3).fill(['replyUndelivered', 'email', 'queued', null]));
    expect((await desk.rowsFor(dora)).map(([event]) => event)).toEqual(['newConversation']);
    expect(await desk.rowsFor(eve)).toEqual([]);
    const mail = (await mailsTo(bea)).at(-1);
    expect(mail?.subject).toMatch(/^A reply to Ada may not have arrived \(/);
    expect(mail?.text).toMatch(new RegExp(`> It weighs[^]*${id}`));
    expect((await desk.rowsFor(bea)).at(-1)).toEqual(['replyUndelivered', ...SENT]);
  });

  it('an uncertain reply: both; its settlement: the one who did not settle it', async () => {
    const [bea, cleo] = [await desk.member(), await desk.member()];
    const id = await mailedFrom('Ada <break-after-message@example.com>');
    await desk.assign(id, cleo.memberId);
    const settle = async (outcome: string): Promise<string> => {
      const messageId = await answered(id, bea);
      const { lifecycleVersion } = (await desk.call('GET', `/inbox/${id}/messages/${messageId}`)).body.message;
      const body = { outcome, expectedVersion: lifecycleVersion, reason: 'She called.' };
      await desk.call('POST', `/inbox/${id}/messages/${messageId}/settle`, body, bea);
      await desk.letPass(600);
      await parley.drain();
      return messageId;
    };
    await settle('failed');
    const taken = await settle('sent');
    const undelivered = async (who: NotifiedMember) =>
      (await desk.rowsFor(who)).flatMap(([event, ...fate]) => (event === 'replyUndelivered' ? [fate] : []));
    expect(await undelivered(bea)).toHaveLength(2);
    expect(await undelivered(cleo)).toEqual([SENT, SENT, dropped('not_relevant')]);
    // The member who settled it as sent does not know that it came back.
    await desk.bounce(taken);
    expect([(await undelivered(bea)).length, (await undelivered(cleo)).length]).toEqual([3, 4]);
  });

  it('a reply that came back, once they have read the conversation again: no member', async () => {
    const bea = await desk.member();
    const id = await mailedFrom(`Ada <ada-${bea.memberId}@example.com>`);
    await desk.bounce(await answered(id, bea));
    await desk.read(id, bea);
    await desk.letPass(600);
    await parley.drain();
    expect((await desk.rowsFor(bea)).at(-1)).toEqual(['replyUndelivered', ...dropped('read')]);
  });

  it('each once, in one statement, however many members there are', async () => {
    for (let n = 0; n < 4; n += 1) await desk.member(['email', 'push']);
    const { id } = await desk.answered();
    const statements = await parley.statementsOf(() => desk.say(id, 'I want to talk to a human, please.'));
    expect(statements.filter((one) => one.includes('member_notifications'))).toHaveLength(1);
    const count = 'SELECT count(*)::int FROM member_notifications WHERE workspace_id = $1';
    expect(await sql(count, desk.workspace.id)).toEqual([{ count: 8 }]);
  });

  it('the address that the agent names, of new conversations alone', async () => {
    const email = `team-${desk.agent.id}@example.com`;
    await desk.call('PATCH', `/agents/${desk.agent.id}`, { notifyConfig: { email, onNewConversation: true } });
    const id = await desk.handedOver();
    await desk.say(id, 'Hello?');
    const [mail] = await mailsTo({ email });
    expect(mail?.text).toContain('names this address');
    expect(await desk.rowsFor({ memberId: null })).toEqual([['newConversation', ...SENT]]);
  });
});

describe('between the event and the mail', () => {
  type Meanwhile = (id: string, bea: NotifiedMember) => Promise<unknown>;
  it.each<[string, Meanwhile, string]>([
    ['the member leaves', (_id, bea) => desk.call('DELETE', `/members/${bea.memberId}`), 'no_access'],
    [
      'the member no longer sees the agent',
      (_id, bea) => desk.call('PATCH', `/members/${bea.memberId}`, { restrictedAgentIds: [] }),
      'no_access',
    ],
    ['the member wants no mail any more', (_id, bea) => desk.prefer(bea, ['push']), 'preferences'],
    ['the member reads the conversation', (id, bea) => desk.read(id, bea), 'read'],
    ['a member answers', (id) => desk.answer(id), 'not_relevant'],
    ['another member takes it', (id) => desk.assign(id, desk.owner.memberId), 'not_relevant'],
    ['the conversation is closed', (id) => desk.close(id), 'not_relevant'],
    ['the contact is blocked', (id) => desk.block(id), 'blocked'],
  ])('%s: nothing is sent', async (_what, meanwhile, reason) => {
    const bea = await desk.member();
    const id = await desk.handedOver();
    await meanwhile(id, bea);
    expect(await mailsTo(bea)).toEqual([]);
    expect(await desk.rowsFor(bea)).toEqual([['newConversation', ...dropped(reason)]]);
  });

  it('the mail server is down: what is so when it takes the mail counts', async () => {
    const bea = await desk.member();
    await sql(`UPDATE accounts SET email = $2 WHERE email = $1`, bea.email, `defer-recipient@${bea.memberId}.example`);
    const id = await desk.handedOver();
    await parley.drain();
    expect(await desk.rowsFor(bea)).toEqual([['newConversation', 'email', 'sending', null]]);
    await desk.read(id, bea);
    await sql(`UPDATE accounts SET email = $2 WHERE email = $1`, `defer-recipient@${bea.memberId}.example`, bea.email);
    await sql(`UPDATE mail_outbox SET due_at = now() WHERE status = 'queued'`);
    expect(await mailsTo(bea)).toEqual([]);
    expect(await desk.rowsFor(bea)).toEqual([['newConversation', ...dropped('read')]]);
  });

  it('the customer is erased: nothing of it is left', async () => {
    const bea = await desk.member();
    const id = await desk.handedOver();
    await desk.erase(id);
    expect(await mailsTo(bea)).toEqual([]);
    expect(await desk.rowsFor(bea)).toEqual([]);
  });

  it.each([
    ['refuse-recipient', 'failed', 'mail_refused'],
    ['break-after-message', 'uncertain', null],
  ])('a mail server that answers by %s leaves it %s', async (behaviour, state, reason) => {
    const bea = await desk.member();
    await sql('UPDATE accounts SET email = $2 WHERE email = $1', bea.email, `${behaviour}@${bea.memberId}.example`);
    await desk.handedOver();
    await parley.drain();
    expect(await desk.rowsFor(bea)).toEqual([['newConversation', 'email', state, reason]]);
  });
});

describe('how often', () => {
  it('a mail at most every five minutes, with all that has come meanwhile', async () => {
    const bea = await desk.member();
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      ids.push(await desk.handedOver({ externalId: `c${n}`, name: `Customer ${n}` }));
      await parley.drain();
    }
    expect(await mailsTo(bea)).toHaveLength(1);
    await desk.letPass(200);
    expect(await mailsTo(bea)).toHaveLength(1);
    await desk.letPass(101);
    const [, digest, ...more] = await mailsTo(bea);
    expect(more).toEqual([]);
    expect(digest?.subject).toBe(`3 notifications from ${desk.workspace.name}`);
    for (const id of ids.slice(1)) expect(digest?.text).toContain(id);
    expect(digest?.text).not.toContain(ids[0]);
  });

  it('of several replies in one conversation, the newest', async () => {
    const bea = await desk.member([]);
    await desk.prefer(bea, ['email'], { only: ['customerReply'] });
    const id = await desk.handedOver();
    for (const message of ['First?', 'Second?', 'Third?']) await desk.say(id, message);
    const [mail, ...more] = await mailsTo(bea);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('Third?');
    expect(mail?.text).not.toMatch(/First|Second/);
    expect((await desk.rowsFor(bea)).map((row) => row.slice(2))).toEqual([
      ['dropped', 'coalesced'],
      ['dropped', 'coalesced'],
      ['sent', null],
    ]);
  });
});

describe('quiet hours', () => {
  it('mail waits for their end and is one digest then; nothing is exempt', async () => {
    const quietHours = { start: clock(-60), end: clock(60) };
    const bea = await desk.member(['email'], { quietHours });
    for (let n = 0; n < 3; n += 1) {
      await desk.handedOver({ externalId: `c${n}`, name: `Customer ${n}` });
      expect(await mailsTo(bea)).toEqual([]);
    }
    expect(await desk.rowsFor(bea)).toEqual(Array(3).fill(['newConversation', 'email', 'queued', null]));
    const due = (await sql(
      'SELECT DISTINCT due_at FROM member_notifications WHERE workspace_id = $1',
      desk.workspace.id,
    )) as {
      due_at: Date;
    }[];
    expect(due.map(({ due_at }) => due_at.toISOString().slice(11, 16))).toEqual([quietHours.end]);
    await desk.prefer(bea, ['email'], { quietHours: { start: clock(-180), end: clock(-60) } });
    await desk.letPass(2 * 3_600);
    expect(await mailsTo(bea)).toHaveLength(1);
    expect((await desk.rowsFor(bea)).map((row) => row[2])).toEqual(['sent', 'sent', 'sent']);
  });

  it('that begin between the event and the mail hold it up', async () => {
    const bea = await desk.member();
    await desk.handedOver();
    await desk.prefer(bea, ['email'], { quietHours: { start: clock(-1), end: clock(60) } });
    expect(await mailsTo(bea)).toEqual([]);
    expect(await desk.rowsFor(bea)).toEqual([['newConversation', 'email', 'queued', null]]);
  });
});
