import { randomUUID } from 'node:crypto';
import { anErasure } from '../factories/erasure';
import { aMail, fateOf, handOver, intakeOf, MAIL_SETTINGS, replyAddressOf, takeIn } from '../factories/mail';
import { MailDesk, person } from '../factories/mail-fixtures';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: MailDesk;

beforeAll(async () => {
  parley = await startParley({ settings: MAIL_SETTINGS });
  desk = await MailDesk.of(parley);
});
afterAll(() => parley.stop());

const count = async (sql: string, parameter: string) =>
  ((await desk.rows(`SELECT count(*)::int FROM ${sql}`, parameter))[0] as { count: number }).count;

describe('eraseContact', () => {
  it('deletes the mail of a person with its bytes, and brings no sender of unread mail back', async () => {
    const { id, from } = await desk.begun();
    const { contact_id: contactId } = await desk.conversation(id);
    await takeIn(parley, aMail({ from, headers: { Precedence: 'bulk' } }), { recipient: desk.intake });
    const waiting = await handOver(parley, aMail({ from }), { recipient: desk.intake });
    const recipient = replyAddressOf(parley, id);
    await handOver(parley, aMail({ from }), { recipient });
    const stranger = await handOver(parley, aMail({ from: person() }), { recipient });
    expect((await anErasure(parley, desk.workspace, desk.admin, contactId as string)).status).toBe(200);
    await parley.drain();
    await expect(fateOf(parley, waiting.body.inboundMailId)).rejects.toThrow('The mail is gone');
    expect((await fateOf(parley, stranger.body.inboundMailId)).outcome).toBe('quarantined');
    expect(await count('inbound_mails WHERE from_address = $1', from)).toBe(0);
    expect(await count('contacts WHERE email = $1', from)).toBe(0);
    expect(await count(`messages WHERE sender ->> 'address' = $1`, from)).toBe(0);
    // A person who writes again after the erasure is a new contact.
    expect((await takeIn(parley, aMail({ from }), { recipient: desk.intake })).outcome).toBe('opened');
  });
});

describe('eraseContact, of mail that became no message,', () => {
  it('takes it where the profile was removed before, too', async () => {
    const { id, from } = await desk.begun();
    const { contact_id: contactId } = (await desk.conversation(id)) as { contact_id: string };
    await takeIn(parley, aMail({ from, headers: { Precedence: 'bulk' } }), { recipient: desk.intake });
    const path = `/workspaces/${desk.workspace.id}/contacts/${contactId}`;
    expect((await parley.call('DELETE', path, { token: desk.admin.secret })).status).toBe(200);
    const waiting = await handOver(parley, aMail({ from }), { recipient: desk.intake });
    expect((await anErasure(parley, desk.workspace, desk.admin, contactId)).status).toBe(200);
    await parley.drain();
    await expect(fateOf(parley, waiting.body.inboundMailId)).rejects.toThrow('The mail is gone');
    expect(await count('inbound_mails WHERE from_address = $1', from)).toBe(0);
    expect(await count('contacts WHERE email = $1', from)).toBe(0);
  });

  it('takes our own that came back, what could not be read, and what came to a conversation that is gone', async () => {
    const { id, from } = await desk.begun();
    const { contact_id: contactId } = (await desk.conversation(id)) as { contact_id: string };
    const own = await desk.answer(id, { from: 'parley@ours.example' });
    expect(own).toMatchObject({ outcome: 'ignored', reason: 'own_mail', conversationId: id });
    const { body: unread } = await handOver(parley, aMail({ from: 'MAILER-DAEMON@mx.example.com' }), {
      recipient: replyAddressOf(parley, id),
    });
    await desk.rows('UPDATE inbound_mails SET attempts = 5 WHERE id = $1', unread.inboundMailId);
    await parley.drain();
    expect(await fateOf(parley, unread.inboundMailId)).toMatchObject({ outcome: 'quarantined', conversationId: id });
    const gone = { recipient: replyAddressOf(parley, randomUUID()) };
    const other = person();
    const [unassignedMail, ofOthers] = [aMail({ from }), aMail({ from: other })];
    for (const mail of [unassignedMail, ofOthers])
      expect(await takeIn(parley, mail, gone)).toMatchObject({ outcome: 'quarantined', reason: 'unknown_recipient' });
    const others = await MailDesk.of(parley);
    const waiting = await handOver(parley, aMail({ from }), { recipient: others.intake });
    expect((await anErasure(parley, desk.workspace, desk.admin, contactId)).status).toBe(200);
    expect(await count(`inbound_mails WHERE outcome <> 'received' AND from_address = $1`, from)).toBe(0);
    await expect(fateOf(parley, unread.inboundMailId)).rejects.toThrow('The mail is gone');
    expect(await count(`inbound_mails WHERE reason = 'own_mail' AND conversation_id = $1`, id)).toBe(0);
    // Mail of others stays, and so does unread mail.
    expect((await handOver(parley, ofOthers, gone)).status).toBe(202);
    expect(await count(`inbound_mails WHERE reason = 'unknown_recipient' AND from_address = $1`, other)).toBe(1);
    await parley.drain();
    expect((await fateOf(parley, waiting.body.inboundMailId)).outcome).toBe('opened');
  });
});

describe('what has expired', () => {
  const aged = async (mail: string, days: number, recipient: string[]): Promise<string> => {
    const { body } = await handOver(parley, mail, { recipient });
    await parley.drain();
    await desk.rows(
      `UPDATE inbound_mails SET received_at = now() - interval '${days} days' WHERE id = $1`,
      body.inboundMailId,
    );
    return body.inboundMailId;
  };

  it('goes: bytes after 30 days, those of the quarantine after 90, those that never arrived whole after an hour', async () => {
    const intake = [intakeOf(parley, desk.agent)];
    const from = person();
    const [young, gone] = [await aged(aMail({ from }), 29, intake), await aged(aMail({ from }), 31, intake)];
    const [quarantined, old] = [await aged(aMail(), 89, []), await aged(aMail(), 91, [])];
    await parley.database.query(
      `INSERT INTO inbound_mails (id, received_at) VALUES (gen_random_uuid(), now() - interval '61 minutes')`,
    );
    await parley.drain();
    expect((await fateOf(parley, young)).outcome).toBe('opened');
    expect((await fateOf(parley, quarantined)).outcome).toBe('quarantined');
    for (const id of [gone, old]) await expect(fateOf(parley, id)).rejects.toThrow('The mail is gone');
    expect(await count('inbound_mails WHERE identity IS NULL AND $1::text IS NOT NULL', 'x')).toBe(0);
    expect(await count('inbound_mail_chunks WHERE mail_id = $1', gone)).toBe(0);
    // The conversation stays.
    expect(await count(`messages WHERE sender ->> 'address' = $1`, from)).toBe(2);
  });

  it('is mail of no workspace beyond 256 MiB, the oldest first; what comes then is still taken', async () => {
    const size = (id: string, megabytes: number) =>
      desk.rows(`UPDATE inbound_mails SET size_bytes = ${megabytes * 1_048_576} WHERE id = $1`, id);
    const unrelatedMail = async (hours: number): Promise<string> => {
      const { body } = await handOver(parley, aMail());
      await parley.drain();
      const age = `received_at = now() - interval '${hours} hours'`;
      await desk.rows(`UPDATE inbound_mails SET ${age} WHERE id = $1`, body.inboundMailId);
      return body.inboundMailId;
    };
    const [oldest, old, young] = [await unrelatedMail(3), await unrelatedMail(2), await unrelatedMail(1)];
    const owned = await handOver(parley, aMail({ from: person() }), { recipient: desk.intake });
    await parley.drain();
    for (const id of [oldest, old, young, owned.body.inboundMailId]) await size(id, 120);
    await parley.drain();
    await expect(fateOf(parley, oldest)).rejects.toThrow('The mail is gone');
    expect(await count('inbound_mail_chunks WHERE mail_id = $1', oldest)).toBe(0);
    for (const id of [old, young]) expect((await fateOf(parley, id)).outcome).toBe('quarantined');
    expect((await fateOf(parley, owned.body.inboundMailId)).outcome).toBe('opened');
    expect((await takeIn(parley, aMail())).outcome).toBe('quarantined');
  });
});
