import { anErasure } from '../factories/erasure';
import { aMail, fateOf, handOver, intakeOf, MAIL_SETTINGS, takeIn } from '../factories/mail';
import { MailDesk, person } from '../factories/mail-desk';
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
  it('takes the mail of a person with its bytes, and brings nobody back whose mail is still to be read', async () => {
    const { id, from } = await desk.begun();
    const { contact_id: contactId } = await desk.conversation(id);
    await takeIn(parley, aMail({ from, headers: { Precedence: 'bulk' } }), { recipient: desk.intake });
    const waiting = await handOver(parley, aMail({ from }), { recipient: desk.intake });
    expect((await anErasure(parley, desk.workspace, desk.admin, contactId as string)).status).toBe(200);
    await parley.drain();
    await expect(fateOf(parley, waiting.body.inboundMailId)).rejects.toThrow('The mail is gone');
    expect(await count('inbound_mails WHERE from_address = $1', from)).toBe(0);
    expect(await count('contacts WHERE email = $1', from)).toBe(0);
    expect(await count(`messages WHERE sender ->> 'address' = $1`, from)).toBe(0);
    // Whoever writes again has come back.
    expect((await takeIn(parley, aMail({ from }), { recipient: desk.intake })).outcome).toBe('opened');
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
    const [kept, gone] = [await aged(aMail({ from }), 29, intake), await aged(aMail({ from }), 31, intake)];
    const [quarantined, old] = [await aged(aMail(), 89, []), await aged(aMail(), 91, [])];
    await parley.database.query(
      `INSERT INTO inbound_mails (id, received_at) VALUES (gen_random_uuid(), now() - interval '61 minutes')`,
    );
    await parley.drain();
    expect((await fateOf(parley, kept)).outcome).toBe('opened');
    expect((await fateOf(parley, quarantined)).outcome).toBe('quarantined');
    for (const id of [gone, old]) await expect(fateOf(parley, id)).rejects.toThrow('The mail is gone');
    expect(await count('inbound_mails WHERE identity IS NULL AND $1::text IS NOT NULL', 'x')).toBe(0);
    expect(await count('inbound_mail_chunks WHERE mail_id = $1', gone)).toBe(0);
    // The conversation stays.
    expect(await count(`messages WHERE sender ->> 'address' = $1`, from)).toBe(2);
  });
});
