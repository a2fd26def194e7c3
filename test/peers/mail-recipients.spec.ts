import PostalMime from 'postal-mime';
import { aConversation } from '../factories/conversation';
import { anErasure } from '../factories/erasure';
import { aMail, handOver, MAIL_SETTINGS, takeIn } from '../factories/mail';
import { MailDesk, person } from '../factories/mail-fixtures';
import { aVisitor, theVisitorOf } from '../factories/visitor';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { TestSmtpServer } from '../support/smtp-server';

/** Of the plan free. */
const PER_RECIPIENT = 5;
const IN_ALL = 50;
const DAY = 86_400;

const VERIFIED = { 'Authentication-Results': 'mx.ours.example; dmarc=pass header.from=example.com' };
const FAILED = { 'Authentication-Results': 'mx.ours.example; dmarc=fail header.from=example.com' };

let server: TestSmtpServer;
let parley: Parley;
let beside: Parley;
let desk: MailDesk;

beforeAll(async () => {
  server = await TestSmtpServer.start();
  parley = await startParley({ settings: { ...MAIL_SETTINGS, SMTP_URL: `smtp://127.0.0.1:${server.port}` } });
  beside = await startParley({ beside: parley });
});
afterAll(async () => {
  await beside.stop();
  await parley.stop();
  await server.stop();
});
beforeEach(async () => {
  desk = await MailDesk.of(parley, { planId: 'free' });
});

const sql = (text: string, ...values: unknown[]) => parley.database.query<unknown[]>(text, values);
const call = (method: string, path: string, body: object, at = parley, of = desk): Promise<Reply> =>
  at.call(method, `/workspaces/${of.workspace.id}/inbox/${path}`, { token: of.admin.secret, body });
const reply = (id: string, at = parley, of = desk): Promise<Reply> =>
  call('POST', `${id}/messages`, { content: 'Buy pills!' }, at, of);
const statuses = async (replies: readonly Promise<Reply>[]): Promise<number[]> =>
  (await Promise.all(replies)).map(({ status }) => status);
const replies = (id: string, times: number): Promise<number[]> =>
  statuses(Array.from({ length: times }, () => reply(id)));

/** Mails that are said to be of this address, each in a conversation of its own. */
async function forged(from: string, times: number): Promise<string[]> {
  const handed = Array.from({ length: times }, () => handOver(parley, aMail({ from }), { recipient: desk.intake }));
  const ids = (await Promise.all(handed)).map(({ body }) => body.inboundMailId);
  await parley.drain();
  const found = await sql('SELECT conversation_id AS id FROM inbound_mails WHERE id = ANY ($1)', ids);
  return (found as { id: string }[]).map(({ id }) => id);
}

/** What leaves for an address, without the time in which its author could undo it. */
async function received(address: string): Promise<string[]> {
  await sql(`UPDATE replies SET dispatch_after_at = now() WHERE status = 'queued'`);
  await parley.drain();
  return server.received.filter(({ to }) => to === address).map(({ raw }) => raw);
}

const atLimit = Array.from({ length: PER_RECIPIENT }, () => 201);

describe('an address that is not verified', () => {
  it('gets the emails of a day that the plan allows, regardless of forged ones, and is informed when more are allowed', async () => {
    const victim = person();
    const conversations = await forged(victim, 30);
    expect(new Set(conversations).size).toBe(30);
    const answered = await Promise.all(conversations.map((id, n) => reply(id, n % 2 === 0 ? parley : beside)));
    const refused = answered.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(30 - PER_RECIPIENT);
    for (const { status, body, headers } of refused) {
      expect([status, body.code]).toEqual([429, 'mail_limit_reached']);
      expect(body.details).toMatchObject([{ limit: 'dailyUnverifiedMailsPerRecipient', max: PER_RECIPIENT }]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(DAY);
    }
    expect(await received(victim)).toHaveLength(PER_RECIPIENT);
    // However it is spelled.
    const [tagged] = await forged(victim.replace('@', '+tag@'), 1);
    expect((await reply(tagged!)).status).toBe(429);

    const [another] = await forged(person(), 1);
    expect((await reply(another!)).status).toBe(201);
    const elsewhere = await MailDesk.of(parley, { planId: 'free' });
    expect((await reply((await elsewhere.begun(victim)).id, parley, elsewhere)).status).toBe(201);
  });

  it('gets as many again the next day', async () => {
    const { id } = await desk.begun();
    expect(await replies(id, PER_RECIPIENT + 1)).toEqual(expect.arrayContaining([...atLimit, 429]));
    await sql('UPDATE unverified_mail_counts SET day = day - 1 WHERE workspace_id = $1', desk.workspace.id);
    expect((await replies(id, PER_RECIPIENT + 1)).sort()).toEqual([...atLimit, 429]);
  });

  it('gets nothing where the workspace has sent what it may to all such addresses', async () => {
    const [one, two] = [await desk.begun(), await desk.begun()];
    expect((await reply(one.id)).status).toBe(201);
    const all = `workspace_id = $1 AND mailbox = ''`;
    await sql(`UPDATE unverified_mail_counts SET mails = ${IN_ALL - 1} WHERE ${all}`, desk.workspace.id);
    expect((await reply(two.id)).status).toBe(201);
    const { status, body } = await reply(two.id);
    expect([status, body.details]).toMatchObject([429, [{ limit: 'dailyUnverifiedMails', max: IN_ALL }]]);
  });

  it('is not counted for what was undone, and is for what is sent once more', async () => {
    const { id } = await desk.begun();
    const { body } = await reply(id);
    expect(await replies(id, PER_RECIPIENT - 1)).toEqual(atLimit.slice(1));
    const undo = await call('POST', `${id}/messages/${body.id}/undo`, { expectedVersion: body.lifecycleVersion });
    expect(undo.status).toBe(200);
    const last = await reply(id);
    expect(last.status).toBe(201);
    await sql(`UPDATE replies SET status = 'failed' WHERE message_id = $1`, last.body.id);
    const again = await call('POST', `${id}/messages/${last.body.id}/retry`, { expectedVersion: 1 });
    expect([again.status, again.body.code]).toEqual([429, 'mail_limit_reached']);
    expect(await sql('SELECT status FROM replies WHERE message_id = $1', last.body.id)).toEqual([{ status: 'failed' }]);
  });

  it('that a visitor left gets the next day what people wrote in the chat', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const first = await parley.call('POST', '/visitor/messages', { token, body: { message: 'Hi', requestId: '1' } });
    const id = first.body.conversationId as string;
    const email = person();
    const left = { email, consent: true };
    await parley.call('POST', `/visitor/conversations/${id}/contact`, { token, body: left });
    const counts = `(workspace_id, mailbox, day, mails) VALUES ($1, '', (now() AT TIME ZONE 'UTC')::date, ${IN_ALL})`;
    await sql(`INSERT INTO unverified_mail_counts ${counts}`, desk.workspace.id);
    await call('POST', `${id}/messages`, { content: 'Buy pills!', channel: 'widget' });
    await received(email);
    const pass = `UPDATE visitor_conversations SET unseen_since = unseen_since - interval '2 days' WHERE conversation_id = $1`;
    await sql(pass, id);
    expect(await received(email)).toEqual([]);
    await sql('UPDATE unverified_mail_counts SET day = day - 1 WHERE workspace_id = $1', desk.workspace.id);
    await sql(pass, id);
    expect(await received(email)).toHaveLength(1);
  });

  it('gets a reply as plain text, and the widget and members show it as that', async () => {
    const email = person();
    const conversation = await aConversation(
      parley,
      { ...desk.agent, workspaceId: desk.workspace.id },
      { user: { externalId: email, email } },
    );
    const visitor = await theVisitorOf(parley, conversation);
    const content = 'Hi *Ann* <b>\n\n- [pills](https://evil.example)';
    for (const channel of ['email', 'widget']) await call('POST', `${conversation.id}/messages`, { content, channel });
    const [mail] = await received(email);
    expect((await PostalMime.parse(mail!)).text).toContain('Hi *Ann* <b>');
    const blocksOf = async (path: string, token: string, query: Record<string, number>): Promise<unknown[]> =>
      (await parley.call('GET', path, { token, query })).body.messages.map(({ blocks }: { blocks: unknown }) => blocks);
    const inWidget = await blocksOf(`/visitor/conversations/${conversation.id}/messages`, visitor, { limit: 50 });
    const [mailed, written] = inWidget.slice(-2);
    expect([mailed, written]).toMatchObject([[{ type: 'p', children: [content] }], [{ type: 'p' }, { type: 'ul' }]]);
    const path = `/workspaces/${desk.workspace.id}/inbox/${conversation.id}/messages`;
    expect(await blocksOf(path, desk.admin.secret, { limit: 2 })).toEqual([written, null]);
  });

  it('is named as Reply-To by mails of any sender', async () => {
    const victim = person();
    const mail = aMail({ from: person(), headers: { ...VERIFIED, 'Reply-To': victim } });
    const { conversationId } = await takeIn(parley, mail, { recipient: desk.intake });
    expect((await replies(conversationId!, PER_RECIPIENT + 1)).sort()).toEqual([...atLimit, 429]);
  });
});

describe('an address is verified', () => {
  const isFree = async (id: string): Promise<boolean> =>
    (await replies(id, PER_RECIPIENT + 1)).every((status) => status === 201);

  it('by the domain that its mail came from', async () => {
    const from = person();
    const mail = aMail({ from, headers: VERIFIED });
    const { conversationId } = await takeIn(parley, mail, { recipient: desk.intake });
    expect(await isFree(conversationId!)).toBe(true);
    expect(await sql('SELECT FROM unverified_mail_counts WHERE workspace_id = $1', desk.workspace.id)).toEqual([]);
    // At other providers, different spellings may be different mailboxes.
    const [tagged] = await forged(from.replace('@', '+tag@'), 1);
    expect(await isFree(tagged!)).toBe(false);
  });

  it('by its answer to the address of the conversation, and forgotten with its person', async () => {
    const { id, from } = await desk.begun();
    expect((await replies(id, PER_RECIPIENT + 1)).sort()).toEqual([...atLimit, 429]);
    const [mail] = await received(from);
    const recipient = (await PostalMime.parse(mail!)).replyTo![0]!.address!;
    await takeIn(parley, aMail({ from, text: 'No, thank you.' }), { recipient });
    expect(await isFree(id)).toBe(true);

    const verified = () => sql('SELECT FROM verified_recipients WHERE workspace_id = $1', desk.workspace.id);
    expect(await verified()).toHaveLength(1);
    const { contact_id: contactId } = await desk.conversation(id);
    expect((await anErasure(parley, desk.workspace, desk.admin, contactId)).status).toBe(200);
    expect(await verified()).toEqual([]);
  });

  it.each<[string, object]>([
    ['says that it is automatic', { 'Auto-Submitted': 'auto-replied' }],
    ['failed the check', FAILED],
  ])('not by an answer that %s', async (_what, headers) => {
    const { id, from } = await desk.begun();
    expect((await reply(id)).status).toBe(201);
    await desk.answer(id, { from, headers: { ...headers } });
    expect(await isFree(id)).toBe(false);
  });

  it('not by mails to the agent, even if they answer a mail', async () => {
    const { id, from } = await desk.begun();
    const { body } = await reply(id);
    const References = `<c.${id}@ours.example> <${body.id}.0@ours.example>`;
    const fate = await takeIn(parley, aMail({ from, headers: { References } }), { recipient: desk.intake });
    expect(fate.conversationId).toBe(id);
    expect(await isFree(id)).toBe(false);
  });

  it('not by who was sent the address of the conversation in its place', async () => {
    const [victim, accomplice] = [person(), person()];
    const opening = aMail({ from: victim, headers: { 'Reply-To': accomplice } });
    const { conversationId: id } = await takeIn(parley, opening, { recipient: desk.intake });
    expect((await reply(id!)).status).toBe(201);
    expect(await received(accomplice)).toHaveLength(1);
    await desk.answer(id!, { from: victim });
    expect((await reply(id!)).status).toBe(201);
    await desk.answer(id!, { from: victim });
    expect(await received(victim)).toHaveLength(1);
    expect(await isFree(id!)).toBe(false);
  });
});
