import { aMail, aReply, MAIL_SETTINGS, replyAddressOf, takeIn } from '../factories/mail';
import { MailDesk, person } from '../factories/mail-fixtures';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: MailDesk;

beforeAll(async () => {
  parley = await startParley({ settings: MAIL_SETTINGS });
  desk = await MailDesk.of(parley);
});
afterAll(() => parley.stop());

describe('a person’s mail', () => {
  it('goes into the conversation that waits, which is open then, and the agent keeps silent', async () => {
    const { id, from } = await desk.begun();
    await desk.change(id, `status = 'waiting'`);
    const before = await desk.conversation(id);
    const fate = await desk.answer(id, { from, text: 'It is blue.' });
    expect(fate).toEqual({ outcome: 'threaded', reason: null, conversationId: id, messageId: expect.any(String) });
    const after = await desk.conversation(id);
    expect(after).toMatchObject({ status: 'open', handler: 'human', live_support_request_count: 1 });
    expect(Number(after.version)).toBeGreaterThan(Number(before.version));
    expect((await desk.messages(id)).map(({ role, content }: Record<string, string>) => [role, content])).toEqual([
      ['customer', 'Hello'],
      ['customer', 'It is blue.'],
    ]);
    expect(await desk.requests(id)).toHaveLength(1);
  });

  it('opens a closed one again for seven days, with a live request', async () => {
    const { id, from } = await desk.begun();
    await desk.endRequests(id);
    await desk.change(id, `status = 'closed', closed_at = now() - interval '6 days 23 hours'`);
    expect((await desk.answer(id, { from })).conversationId).toBe(id);
    expect(await desk.conversation(id)).toMatchObject({
      status: 'open',
      closed_at: null,
      live_support_request_count: 1,
    });
  });

  it('begins another conversation after that, which names the first', async () => {
    const { id, from } = await desk.begun();
    await desk.change(id, `status = 'closed', closed_at = now() - interval '7 days'`);
    const fate = await desk.answer(id, { from });
    expect(fate.outcome).toBe('opened');
    expect(fate.conversationId).not.toBe(id);
    const [first, second] = [await desk.conversation(id), await desk.conversation(fate.conversationId)];
    expect(second).toMatchObject({ previous_conversation_id: id, contact_id: first.contact_id, status: 'open' });
    expect(first.status).toBe('closed');

    const again = await desk.answer(id, { from, text: 'One more thing.' });
    expect([again.outcome, again.conversationId]).toEqual(['threaded', fate.conversationId]);
    await desk.change(fate.conversationId, `status = 'closed', closed_at = now() - interval '7 days'`);
    expect((await desk.answer(id, { from, text: 'And another.' })).outcome).toBe('opened');
  });

  it('of a blocked person is kept and notifies no member', async () => {
    const { id, from } = await desk.begun();
    await desk.rows('UPDATE contacts SET blocked = true WHERE email = $1', from);
    await desk.change(id, `status = 'closed', closed_at = now()`);
    expect((await desk.answer(id, { from })).outcome).toBe('threaded');
    expect((await desk.conversation(id)).status).toBe('closed');
    expect(await desk.messages(id)).toHaveLength(2);
    const fate = await takeIn(parley, aMail({ from }), { recipient: desk.intake });
    expect(await desk.conversation(fate.conversationId)).toMatchObject({
      status: 'closed',
      live_support_request_count: 0,
    });
  });

  it('finds its conversation by what it answers, where the sender belongs there', async () => {
    const { id, from, mailId } = await desk.begun();
    const reply = await aReply(parley, id, from);
    const recipient = desk.intake;
    const ofServer = `<${reply.id}@email.amazonses.com>`;
    await desk.rows(`UPDATE replies SET server_message_id = '${ofServer}' WHERE message_id = $1`, reply.id);
    const root = `<c.${id}@ours.example>`;
    for (const References of [mailId, reply.mailId, ofServer, root, `<other@x.example> ${mailId}`]) {
      const fate = await takeIn(parley, aMail({ from, headers: { References } }), { recipient });
      expect([References, fate.conversationId]).toEqual([References, id]);
    }
    const stranger = await takeIn(parley, aMail({ from: person(), headers: { References: reply.mailId } }), {
      recipient,
    });
    expect(stranger.outcome).toBe('opened');
    expect((await takeIn(parley, aMail({ from, subject: 'Re: A question' }), { recipient })).outcome).toBe('opened');
  });

  it('is answered where its Reply-To says, if that is one address', async () => {
    const { id, from } = await desk.begun();
    const [home, work] = [person(), person()];
    for (const to of [home, `Ada <${home}>, ${work}`]) await desk.answer(id, { from, headers: { 'Reply-To': to } });
    const thread = 'SELECT reply_to FROM message_mails WHERE conversation_id = $1 ORDER BY message_id';
    expect((await desk.rows(thread, id)).map(({ reply_to: replyTo }: { reply_to: string }) => replyTo)).toEqual([
      from,
      home,
      from,
    ]);
  });

  it('of a copied person belongs to it; of a stranger it is external, and replies continue as before', async () => {
    const from = person();
    const other = person();
    const mail = aMail({ from, to: desk.intake, headers: { Cc: `Grace <${other}>, parley@ours.example` } });
    const { conversationId } = await takeIn(parley, mail, { recipient: desk.intake });
    await desk.answer(conversationId!, { from: other });
    const stranger = person();
    await desk.answer(conversationId!, { from: stranger, headers: { Cc: 'mallory@example.net' } });
    const relations = (await desk.messages(conversationId)).map(
      ({ sender }: { sender: { relation: string } }) => sender.relation,
    );
    expect(relations).toEqual(['contact', 'participant', 'external']);
    const participants = await desk.rows(
      'SELECT address FROM conversation_participants WHERE conversation_id = $1',
      conversationId,
    );
    expect(participants).toEqual([{ address: other }]);
    const thread = await desk.rows(
      'SELECT reply_to FROM message_mails WHERE conversation_id = $1 AND answerable ORDER BY message_id',
      conversationId,
    );
    expect(thread.map(({ reply_to: replyTo }: { reply_to: string }) => replyTo)).toEqual([from, other]);
  });
});

describe('the address that an agent shows', () => {
  it('has no contact: it is no participant, and no reply goes there', async () => {
    const shown = `Help-${person()}`;
    await desk.rows(`UPDATE agents SET support_email = '${shown}' WHERE id = $1`, desk.agent.id);
    const [from, other] = [person(), person()];
    const headers = { Cc: `Help desk <${shown}>, ${other}`, 'Reply-To': shown };
    const mail = aMail({ from, to: `${shown}, ${desk.intake}`, headers });
    const { conversationId } = await takeIn(parley, mail, { recipient: desk.intake });
    const sql = 'SELECT address FROM conversation_participants WHERE conversation_id = $1';
    expect(await desk.rows(sql, conversationId)).toEqual([{ address: other }]);
    expect(await desk.rows('SELECT reply_to FROM message_mails WHERE conversation_id = $1', conversationId)).toEqual([
      { reply_to: from },
    ]);
  });
});

describe('who sent it', () => {
  const checked = (result: string, id = 'mx.ours.example') => ({
    'Authentication-Results': `${id}; spf=pass; dmarc=${result} header.from=example.com`,
  });
  it('is verified, not verified or unknown, by the server that is trusted', async () => {
    const verdicts: string[] = [];
    const quoting = 'pass smtp.mailfrom="a\\"; dmarc=pass; \\"b"@example.com; dmarc=fail';
    for (const headers of [
      checked('pass'),
      checked('fail'),
      { 'Authentication-Results': `mx.ours.example; spf=${quoting}` },
      checked('pass', 'mx.other.example'),
      {},
    ]) {
      const { conversationId } = await takeIn(parley, aMail({ from: person(), headers }), {
        recipient: desk.intake,
      });
      verdicts.push((await desk.messages(conversationId))[0].sender.verified);
    }
    expect(verdicts).toEqual(['verified', 'unverified', 'unverified', 'unknown', 'unknown']);
  });

  it.each<[string, (from: string) => string]>([
    ['names another person as well', (from) => `From: ${from}, mallory@example.net\r\n`],
    ['is only said by Sender', (from) => `Sender: ${from}\r\n`],
    ['is only said by the envelope', () => ''],
  ])('that %s was not verified, and has no known sender', async (_how, named) => {
    const { from, mailId } = await desk.begun();
    const headers = { ...checked('pass'), References: mailId };
    const mail = aMail({ headers }).replace(/^From: .*\r\n/, named(from));
    const fate = await takeIn(parley, mail, { recipient: desk.intake, sender: from });
    expect(fate.outcome).toBe('opened');
    expect((await desk.conversation(fate.conversationId)).contact_id).toBeNull();
    const sender = { address: from, relation: 'external', verified: 'unverified' };
    expect((await desk.messages(fate.conversationId))[0].sender).toMatchObject(sender);
  });

  it('that failed verification has no known sender: no conversation by its references, no profile', async () => {
    const { from, mailId } = await desk.begun();
    const forged = aMail({ from, headers: { ...checked('fail'), References: mailId } });
    const fate = await takeIn(parley, forged, { recipient: desk.intake });
    expect(fate.outcome).toBe('opened');
    expect((await desk.conversation(fate.conversationId)).contact_id).toBeNull();
    expect((await desk.messages(fate.conversationId))[0].sender).toMatchObject({
      relation: 'external',
      verified: 'unverified',
    });
  });

  it('that failed verification and names a blocked person is silent, and changes nothing about that person', async () => {
    const { id, from } = await desk.begun();
    await desk.rows('UPDATE contacts SET blocked = true WHERE email = $1', from);
    await desk.change(id, `status = 'closed', closed_at = now()`);
    const contact = () => desk.rows('SELECT * FROM contacts WHERE email = $1', from);
    const events = async () =>
      (await desk.rows('SELECT type FROM inbox_events WHERE conversation_id = $1 ORDER BY transaction_id, id', id)) as {
        type: string;
      }[];
    const [before, known, heard] = [await desk.conversation(id), await contact(), await events()];
    const forged = { from, headers: { ...checked('fail'), Cc: 'mallory@example.net' } };
    expect((await desk.answer(id, forged)).outcome).toBe('threaded');
    expect(await desk.conversation(id)).toEqual(before);
    expect((await events()).slice(heard.length)).toEqual([{ type: 'message.created' }]);
    expect(await desk.messages(id)).toHaveLength(2);

    await desk.change(id, `closed_at = now() - interval '8 days'`);
    expect((await desk.answer(id, { ...forged, text: 'Again' })).conversationId).toBe(id);
    const other = await desk.begun();
    await desk.change(other.id, `status = 'closed', closed_at = now()`);
    await desk.answer(other.id, forged);
    expect((await desk.conversation(other.id)).status).toBe('closed');
    const fate = await takeIn(parley, aMail(forged), { recipient: desk.intake });
    expect(await desk.conversation(fate.conversationId)).toMatchObject({
      status: 'closed',
      contact_id: null,
      live_support_request_count: 0,
    });
    expect(await contact()).toEqual(known);
  });

  it('that failed the check is no contact either where the address of the conversation was known', async () => {
    const { id, from } = await desk.begun();
    await desk.answer(id, { from, headers: checked('fail') });
    expect((await desk.messages(id)).at(-1)).toMatchObject({
      role: 'customer',
      sender: { address: from, relation: 'external', verified: 'unverified' },
    });
  });
});

describe('what programs send', () => {
  it.each([
    { 'Auto-Submitted': 'auto-replied' },
    { 'X-Autoreply': 'yes' },
    { Precedence: 'bulk' },
    { 'List-Id': '<news.example.com>' },
    { 'Return-Path': '<>' },
    { Subject: 'Automatic reply: A question' },
  ])('is kept and changes nothing: %j', async (headers) => {
    const { id, from } = await desk.begun();
    await desk.change(id, `status = 'closed', closed_at = now()`);
    const before = await desk.conversation(id);
    expect((await desk.answer(id, { from, headers: headers as unknown as Record<string, string> })).outcome).toBe(
      'auto_reply',
    );
    expect(await desk.conversation(id)).toEqual(before);
    expect((await desk.messages(id)).at(-1)).toMatchObject({ role: 'system', automatic: true });
  });

  it('is what a person writes where it only asks for no answers by programs', async () => {
    const { id, from } = await desk.begun();
    expect(
      (await desk.answer(id, { from, headers: { 'X-Auto-Response-Suppress': 'All', 'Auto-Submitted': 'no' } })).outcome,
    ).toBe('threaded');
  });

  it('opens no conversation, and waits for an operator', async () => {
    const mail = aMail({ from: 'no-reply@shop.example' });
    const fate = await takeIn(parley, mail, { recipient: desk.intake });
    expect(fate).toMatchObject({ outcome: 'quarantined', reason: 'automatic_without_conversation' });
  });

  it('is identified by its number: the third of the same words, or the 21st', async () => {
    const { id, from } = await desk.begun();
    const outcomes: string[] = [];
    for (let n = 0; n < 3; n += 1) outcomes.push((await desk.answer(id, { from, text: 'I am away.' })).outcome);
    for (let n = 0; n < 18; n += 1) outcomes.push((await desk.answer(id, { from, text: `${n}` })).outcome);
    expect(outcomes).toEqual([
      'threaded',
      'threaded',
      'auto_reply',
      ...Array(16).fill('threaded'),
      'auto_reply',
      'auto_reply',
    ]);
  });

  it('ends after one round where it is our own: by Message-ID, by MAIL_FROM, by an address of ours', async () => {
    const { id, from } = await desk.begun();
    const reply = await aReply(parley, id, from);
    const before = await desk.messages(id);
    for (const fields of [
      { from, headers: { 'Message-ID': reply.mailId } },
      { from: 'Help desk <PARLEY@ours.example>' },
      { from: replyAddressOf(parley, id) },
    ])
      expect(await desk.answer(id, fields)).toMatchObject({ outcome: 'ignored', reason: 'own_mail' });
    expect(await desk.messages(id)).toEqual(before);
  });
});
