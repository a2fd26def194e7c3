import PostalMime from 'postal-mime';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aMail, MAIL_SETTINGS, takeIn } from '../factories/mail';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aVisitor } from '../factories/visitor';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { linesOf } from '../support/log-lines';

let parley: Parley;
let desk: HelpDesk;
const SECRET_WORDS = 'Buy pills at https://evil.example';
beforeAll(async () => {
  parley = await startParley({ settings: { ...MAIL_SETTINGS, VISITOR_MAIL_AFTER_SECONDS: '120' } });
  desk = await aHelpDesk(parley);
});
afterAll(() => parley.stop());

let requests = 0;
const say = async (token: string, body: object = {}): Promise<string> => {
  const message = {
    message: SECRET_WORDS,
    requestId: `mails-${++requests}`,
    pageUrl: 'https://evil.example/',
    ...body,
  };
  return (await parley.call('POST', '/visitor/messages', { token, body: message })).body.conversationId as string;
};
const asMember = (method: string, path: string, body?: object): Promise<Reply> =>
  parley.call(method, `/workspaces/${desk.workspace.id}${path}`, { token: desk.admin.secret, body });
/** What a member writes, once it has left. */
async function answer(id: string, content: string): Promise<string> {
  const { body } = await asMember('POST', `/inbox/${id}/messages`, { content, channel: 'widget' });
  await parley.database.query('UPDATE replies SET dispatch_after_at = now() WHERE message_id = $1', [body.id]);
  await parley.drain();
  return body.id as string;
}
/** So much time passes for the conversation. */
const pass = (id: string, seconds = 121) =>
  parley.database.query(
    'UPDATE visitor_conversations SET unseen_since = unseen_since - make_interval(secs => $1) WHERE conversation_id = $2',
    [seconds, id],
  );
let addresses = 0;
async function aVisit(): Promise<{ token: string; id: string; email: string }> {
  const { token } = await aVisitor(parley, desk.agent);
  const id = await say(token);
  const email = `ann-${++addresses}@mail.example`;
  const body = { email, name: SECRET_WORDS, consent: true };
  await parley.call('POST', `/visitor/conversations/${id}/contact`, { token, body });
  return { token, id, email };
}
/** The mails to an address, oldest first, with their headers. */
async function mailsTo(email: string) {
  await parley.drain();
  const folder = join(parley.settings.values.DATA_DIR, 'mail');
  const names = (await readdir(folder).catch(() => [])).sort();
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
  return mails.filter(({ to }) => to?.[0]?.address === email);
}
const header = (mail: { headers: { key: string; value: string }[] }, name: string): string =>
  mail.headers.find(({ key }) => key === name)?.value ?? '';

describe('a visitor who left an address and has gone', () => {
  it('gets in one mail what people wrote, once, and nothing that a stranger chose', async () => {
    const { id, email } = await aVisit();
    await answer(id, 'It weighs **two** kilos.');
    await answer(id, 'And it is blue.');
    expect(await mailsTo(email)).toEqual([]);
    await pass(id, 60);
    expect(await mailsTo(email)).toEqual([]);
    await pass(id);
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail!.text).toMatch(/^It weighs \*\*two\*\* kilos\.\n\nAnd it is blue\.\n\n-- \n/);
    expect([mail!.from!.address, mail!.from!.name]).toEqual(['parley@ours.example', 'Help desk']);
    expect(mail!.replyTo![0]!.address).toMatch(/^reply\+c[a-z2-7]{42}@ours\.example$/);
    expect(mail!.subject).toBe('Your message to Help desk');
    expect(JSON.stringify(mail)).not.toMatch(/evil\.example|pills/);
    expect(header(mail!, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');

    await pass(id);
    await answer(id, 'Anything else?');
    await pass(id);
    const later = (await mailsTo(email)).slice(1);
    expect(later.map(({ text }) => text!.split('\n')[0])).toEqual(['Anything else?']);
  });

  it('is followed in the log from the requests to the mail', async () => {
    const { id, email } = await aVisit();
    const before = parley.log.length;
    await answer(id, 'It weighs two kilos.');
    await answer(id, 'And it is blue.');
    await pass(id);
    expect(await mailsTo(email)).toHaveLength(1);
    const lines = linesOf(parley.log.slice(before));
    const replies = lines.flatMap((line) => (line['operation'] === 'replyToConversation' ? line['replies'] : []));
    const promised = lines.filter(({ msg }) => msg === 'unseen replies go by mail');
    expect([replies.length, promised]).toMatchObject([2, [{ replies, mail: expect.any(String) }]]);
    expect(lines.filter(({ mail }) => mail === promised[0]?.['mail']).map(({ msg }) => msg)).toEqual([
      'unseen replies go by mail',
      'mail sent',
    ]);
  });

  /** So many messages are there at once. */
  const repeat = (id: string, role: string, times: number) =>
    parley.database.query(
      `INSERT INTO messages (workspace_id, id, conversation_id, role, channel, content, sent_at)
       SELECT workspace_id, gen_random_uuid(), id, $2, 'widget', 'Message ' || n, now()
       FROM conversations, generate_series(1, $3) AS n WHERE id = $1`,
      [id, role, times],
    );

  it('gets what people wrote however much they and the agent had said before', async () => {
    const { id, email } = await aVisit();
    for (const role of ['customer', 'agent']) await repeat(id, role, 30);
    await answer(id, 'It weighs two kilos.');
    await pass(id);
    expect((await mailsTo(email)).map(({ text }) => text!.split('\n')[0])).toEqual(['It weighs two kilos.']);
  });

  it('gets what is more than one mail has with the next one', async () => {
    const { id, email } = await aVisit();
    await repeat(id, 'human', 51);
    await pass(id);
    expect(await mailsTo(email)).toHaveLength(1);
    await pass(id);
    const texts = (await mailsTo(email)).map(({ text }) => text!.split('\n\n-- ')[0]!.split('\n\n'));
    expect(texts.map((text) => [text.length, text[0]])).toEqual([
      [50, 'Message 1'],
      [1, 'Message 51'],
    ]);
  });

  it('gets it in the language of the page that they wrote on, and so the page that ends it', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const id = await say(token, { locale: 'de-AT' });
    const email = 'anna@mail.example';
    await parley.call('POST', `/visitor/conversations/${id}/contact`, { token, body: { email, consent: true } });
    await answer(id, 'Zwei Kilo.');
    await pass(id);
    const [mail] = await mailsTo(email);
    expect(mail!.text).toMatch(/Antworten Sie auf diese E-Mail[^]*in einem Chat mit Help desk[^]*keine weiteren\?/);
    const url = new URL(header(mail!, 'list-unsubscribe').slice(1, -1));
    const page = await (await fetch(parley.url + url.pathname + url.search)).text();
    expect(page).toContain('<html lang="de" dir="ltr">');
    expect(page).toContain('Keine weiteren E-Mails');
    const other = await (
      await fetch(`${parley.url}${url.pathname}?token=${url.searchParams.get('token')}&lang=x"><b>`)
    ).text();
    expect(other).toContain('<html lang="en" dir="ltr">');
  });

  it('is written to by one process, however many look', async () => {
    const { id, email } = await aVisit();
    await answer(id, 'Hello');
    await pass(id);
    const beside = await startParley({ beside: parley, settings: { ...MAIL_SETTINGS } });
    await Promise.all([parley.drain(), beside.drain(), parley.drain()]);
    await beside.stop();
    const promised = await parley.database.query('SELECT FROM mail_outbox WHERE about = $1', [id]);
    expect(promised).toHaveLength(1);
    expect((await mailsTo(email)).length).toBeLessThanOrEqual(1);
  });

  it('is left to the process that is writing to them, which holds up no other', async () => {
    const { id, email } = await aVisit();
    await answer(id, 'Hello');
    await pass(id);
    const other = parley.database.createQueryRunner();
    await other.startTransaction();
    await other.query('SELECT FROM visitor_conversations WHERE conversation_id = $1 FOR UPDATE', [id]);
    expect(await mailsTo(email)).toEqual([]);
    await other.rollbackTransaction();
    await other.release();
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it.each<[string, (visit: { token: string; id: string; email: string }, messageId: string) => Promise<unknown>]>([
    [
      'has read it',
      ({ token, id }, messageId) =>
        parley.call('POST', `/visitor/conversations/${id}/read`, { token, body: { messageId } }),
    ],
    ['has written since', ({ token, id }) => say(token, { conversationId: id })],
    [
      'is blocked',
      async ({ id }) => {
        const contact = (await asMember('POST', '/contacts', { name: 'Bad', blocked: true })).body.id;
        await parley.database.query('UPDATE conversations SET contact_id = $1 WHERE id = $2', [contact, id]);
      },
    ],
    [
      'has erased what they said',
      ({ token }) => parley.call('DELETE', '/visitor/data', { token, body: { confirm: true } }),
    ],
  ])('gets nothing who %s', async (_what, happen) => {
    const visit = await aVisit();
    const messageId = await answer(visit.id, 'Hello');
    await happen(visit, messageId);
    await pass(visit.id);
    expect(await mailsTo(visit.email)).toEqual([]);
  });

  it('gets it also where the address came after the answer; who left none gets nothing', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const id = await say(token);
    await answer(id, 'Hello');
    await pass(id);
    await parley.drain();
    const body = { email: 'late@mail.example', consent: true };
    await parley.call('POST', `/visitor/conversations/${id}/contact`, { token, body });
    expect(await mailsTo('late@mail.example')).toHaveLength(1);
  });

  it('waits in the outbox no longer than the conversation is there', async () => {
    const { token, id } = await aVisit();
    await parley.database.query(
      `INSERT INTO mail_outbox (id, message, status, about) VALUES (gen_random_uuid(), '', 'queued', $1)`,
      [id],
    );
    await parley.call('DELETE', '/visitor/data', { token, body: { confirm: true } });
    expect(await parley.database.query('SELECT FROM mail_outbox WHERE about = $1', [id])).toEqual([]);
  });
});

describe('an unverified address', () => {
  const write = async (id: string, times: number): Promise<void> => {
    for (let n = 0; n < times; n++) {
      await answer(id, `Answer ${n}`);
      await pass(id);
      await parley.drain();
    }
  };

  it('gets three mails in a conversation, and more only once it has answered', async () => {
    const { id, email } = await aVisit();
    await write(id, 4);
    const [first, ...more] = await mailsTo(email);
    expect(more).toHaveLength(2);
    const forged = {
      from: email,
      text: 'Forged',
      headers: { 'Authentication-Results': 'mx.ours.example; dmarc=fail' },
    };
    const recipient = first!.replyTo![0]!.address!;
    await takeIn(parley, aMail(forged), { recipient });
    await write(id, 1);
    expect(await mailsTo(email)).toHaveLength(3);

    const fate = await takeIn(parley, aMail({ from: email, text: 'Thank you' }), { recipient });
    expect([fate.outcome, fate.conversationId]).toEqual(['threaded', id]);
    await write(id, 1);
    expect(await mailsTo(email)).toHaveLength(4);
    expect((await asMember('GET', `/inbox/${id}`)).body.contactId).toBeNull();
  });

  it('gets few mails a day, from all conversations together, and the rest later', async () => {
    Object.assign(parley.settings.values, { LIMIT_VISITOR_MAIL_PER_RECIPIENT: 2 });
    const email = 'victim@mail.example';
    const visits = await Promise.all([aVisit(), aVisit(), aVisit()]);
    for (const { id, token } of visits) {
      const body = { email: `victim+${id.slice(-4)}@mail.example`, consent: true };
      await parley.call('POST', `/visitor/conversations/${id}/contact`, { token, body });
      await write(id, 1);
    }
    const [{ count }] = await parley.database.query<[{ count: string }]>(
      `SELECT count(*) FROM visitor_conversations WHERE email LIKE 'victim+%' AND mail_count > 0`,
    );
    expect([Number(count), (await mailsTo(email)).length]).toEqual([2, 0]);
    Object.assign(parley.settings.values, { LIMIT_VISITOR_MAIL_PER_RECIPIENT: 0 });
    await pass(visits[2].id, 3_600 + 121);
    await parley.drain();
    const again = await parley.database.query(
      `SELECT FROM visitor_conversations WHERE email LIKE 'victim+%' AND mail_count > 0`,
    );
    expect(again).toHaveLength(3);
  });

  it('ends the mails by a button, not by the link alone, for all its spellings and this workspace', async () => {
    const { id, email } = await aVisit();
    await write(id, 1);
    const [mail] = await mailsTo(email);
    const url = new URL(header(mail!, 'list-unsubscribe').slice(1, -1));
    expect(mail!.text).toContain(url.href);
    const at = parley.url + url.pathname + url.search;
    const page = await fetch(at);
    expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
    expect(await page.text()).toContain('<form method="post">');
    await write(id, 1);
    expect(await mailsTo(email)).toHaveLength(2);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await fetch(at, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' })).status).toBe(200);
    await write(id, 1);
    expect(await mailsTo(email)).toHaveLength(2);
    const stops = await parley.database.query<{ row: string }[]>('SELECT s::text AS row FROM visitor_mail_stops s');
    expect(stops.map(({ row }) => row).join()).not.toContain('mail.example');
    for (const bad of ['', 'x', `${url.searchParams.get('token')}x`.slice(1)]) {
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(`${parley.url}${url.pathname}?token=${bad}&lang=fr`, { method });
        expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('<p>Ce lien n’est pas')]);
      }
    }
  });
});
