import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { aMail, fateOf, handOver, MAIL_SECRET, MAIL_SETTINGS } from '../factories/mail';
import { MailDesk, person } from '../factories/mail-desk';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: MailDesk;

beforeAll(async () => {
  parley = await startParley({ settings: MAIL_SETTINGS });
  desk = await MailDesk.of(parley);
});
afterAll(() => parley.stop());

/** More than two chunks. */
const LONG = 'Where is my order? '.repeat(80_000);

describe('mails that have arrived together', () => {
  it('are taken in in their order, so that an answer finds what it answers', async () => {
    const from = person();
    const ids = Array.from({ length: 8 }, (_, number) => `<${number}.${from}>`);
    const mails = ids.map((id, number) => {
      const headers = { 'Message-ID': id, ...(number > 0 ? { 'In-Reply-To': ids[number - 1]! } : {}) };
      return aMail({ from, headers, text: `Number ${number}` });
    });
    const handed: string[] = [];
    for (const mail of mails) {
      handed.push((await handOver(parley, mail, { recipient: desk.intake })).body.inboundMailId);
    }
    await parley.drain();
    const fates = await Promise.all(handed.map((id) => fateOf(parley, id)));
    expect(new Set(fates.map(({ conversationId }) => conversationId)).size).toBe(1);
    const messages = await desk.messages(fates[0]!.conversationId);
    expect(messages.map(({ content }: { content: string }) => content)).toEqual(mails.map((_, n) => `Number ${n}`));
  });
});

describe('a mail of several chunks', () => {
  it('is kept whole', async () => {
    const mail = aMail({ from: person(), text: LONG });
    const { body } = await handOver(parley, mail, { recipient: desk.intake });
    const chunks = await desk.rows(
      'SELECT start_at, bytes FROM inbound_mail_chunks WHERE mail_id = $1 ORDER BY start_at',
      body.inboundMailId,
    );
    expect(chunks.length).toBeGreaterThan(2);
    expect(Buffer.concat(chunks.map(({ bytes }: { bytes: Buffer }) => bytes)).equals(Buffer.from(mail))).toBe(true);
    await parley.drain();
    expect((await fateOf(parley, body.inboundMailId)).outcome).toBe('opened');
  });

  it('leaves nothing where its sender breaks off', async () => {
    const arriving = async (): Promise<number> => {
      const [row] = await parley.database.query<[{ count: number }]>(
        'SELECT count(*)::int AS count FROM inbound_mails WHERE identity IS NULL',
      );
      return row.count;
    };
    const sent = request(`${parley.url}/internal/mail/inbound`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${MAIL_SECRET}`,
        'content-type': 'message/rfc822',
        'content-length': 2 * LONG.length,
      },
    });
    sent.on('error', () => {});
    sent.write(aMail({ text: LONG }));
    while ((await arriving()) === 0) await pause(10);
    sent.destroy();
    while ((await arriving()) > 0) await pause(10);
  });
});
