import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { anAgent } from '../factories/agent';
import {
  aMail,
  aReply,
  fateOf,
  handOver,
  intakeOf,
  MAIL_SECRET,
  MAIL_SETTINGS,
  replyAddressOf,
  takeIn,
} from '../factories/mail';
import { MailDesk, person } from '../factories/mail-fixtures';
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

describe('mails of different people', () => {
  it('do not wait for each other; what answers one of them waits for it', async () => {
    const ann = await desk.begun();
    const cyn = person();
    const annsId = `<${randomUUID()}@mail.example.com>`;
    const arrive = async (from: string, headers: Record<string, string> = {}): Promise<string> =>
      (await handOver(parley, aMail({ from, headers }), { recipient: desk.intake })).body.inboundMailId;
    const outcomes = (ids: string[]): Promise<string[]> =>
      Promise.all(ids.map(async (id) => (await fateOf(parley, id)).outcome));

    const holder = parley.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM contacts WHERE workspace_id = $1 AND email = $2 FOR UPDATE', [
      desk.workspace.id,
      ann.from,
    ]);
    const ids = [await arrive(ann.from, { 'Message-ID': annsId, Cc: cyn })];
    ids.push(await arrive(cyn, { 'In-Reply-To': annsId }));
    ids.push(await arrive(person()));
    const drained = parley.drain();
    while ((await fateOf(parley, ids[2]!)).outcome === 'received') await pause(20);
    expect(await outcomes(ids)).toEqual(['received', 'received', 'opened']);
    await holder.commitTransaction();
    await holder.release();
    await drained;
    expect(await outcomes(ids)).toEqual(['opened', 'threaded', 'opened']);
    const [opened, threaded] = await Promise.all(ids.map((id) => fateOf(parley, id)));
    expect(threaded!.conversationId).toBe(opened!.conversationId);
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

describe('a text file of short lines that is not encoded', () => {
  it('of 24 MB is taken in whole: what a mail costs depends on its size alone', async () => {
    const line = 'a,b\n';
    const rows = line.repeat(24_000_000 / (line.length + 1));
    const text = [
      '--b',
      '',
      'See the file.',
      '--b',
      'Content-Type: text/csv; name="a.csv"',
      'Content-Disposition: attachment',
      '',
      `${rows}--b--`,
    ].join('\n');
    const mail = aMail({ from: person(), headers: { 'Content-Type': 'multipart/mixed; boundary="b"' }, text });
    const { outcome, reason, messageId } = await takeIn(parley, mail, { recipient: desk.intake });
    expect([outcome, reason]).toEqual(['opened', null]);
    const storedRows = await desk.rows('SELECT size_bytes::int AS size FROM files WHERE message_id = $1', messageId);
    expect(storedRows).toEqual([{ size: rows.length }]);
  });
});

describe('a mail that answers something', () => {
  it('goes by In-Reply-To first, and then by the newest of its References', async () => {
    const from = person();
    const [one, two] = [await desk.begun(from), await desk.begun(from)];
    const References = `${one.mailId} ${two.mailId}`;
    const found = async (headers: Record<string, string>): Promise<string | null> =>
      (await takeIn(parley, aMail({ from, headers }), { recipient: desk.intake })).conversationId;
    expect(await found({ References })).toBe(two.id);
    expect(await found({ References, 'In-Reply-To': one.mailId })).toBe(one.id);
  });

  it('stays with the agent that it was sent to, even if it answers a mail of another agent', async () => {
    const { id, from, mailId } = await desk.begun();
    const { mailId: replied } = await aReply(parley, id, from);
    const colleague = await anAgent(parley, desk.workspace, desk.admin);
    const elsewhere = await MailDesk.of(parley);
    for (const agent of [colleague, elsewhere.agent]) {
      for (const References of [mailId, replied, `<c.${id}@ours.example>`]) {
        const mail = aMail({ from, headers: { References } });
        const fate = await takeIn(parley, mail, { recipient: intakeOf(parley, agent) });
        expect(fate.outcome).toBe('opened');
        expect((await desk.conversation(fate.conversationId)).agent_id).toBe(agent.id);
      }
    }
    expect(await desk.messages(id)).toHaveLength(2);
  });
});

describe('a person whom a customer copied', () => {
  it('belongs to that conversation, and is a stranger in another one of the agent', async () => {
    const other = person();
    const mail = aMail({ from: person(), headers: { Cc: other } });
    const { conversationId } = await takeIn(parley, mail, { recipient: desk.intake });
    const { id, from } = await desk.begun();
    await desk.answer(conversationId!, { from: other });
    await desk.answer(id, { from: other });
    const [last] = (await desk.messages(id)).slice(-1);
    expect(last.sender).toMatchObject({ address: other, relation: 'external' });
    const thread = 'SELECT reply_to FROM message_mails WHERE conversation_id = $1 AND answerable';
    expect(await desk.rows(thread, id)).toEqual([{ reply_to: from }]);
  });
});

describe('one mail', () => {
  it('to two agents opens one conversation each; delivered twice, by any route, still one', async () => {
    const second = await anAgent(parley, desk.workspace, desk.admin);
    const mail = aMail({ from: person() });
    const recipient = [desk.intake, intakeOf(parley, second)];
    await takeIn(parley, mail, { recipient });
    await takeIn(parley, `Received: again\r\n${mail}`, { recipient: recipient[1] });
    await takeIn(parley, mail, { recipient });
    const [{ mailId }] = [{ mailId: /Message-ID: (\S+)/.exec(mail)![1]! }];
    const storedRows = await desk.rows('SELECT agent_id FROM message_mails WHERE mail_id = $1', mailId);
    expect(storedRows.map((row: { agent_id: string }) => row.agent_id).sort()).toEqual(
      [desk.agent.id, second.id].sort(),
    );
  });

  it('to the address of a conversation and of its agent is one message', async () => {
    const { id, from } = await desk.begun();
    const mailId = `<${id}@both.example.com>`;
    const mail = aMail({ from, headers: { 'Message-ID': mailId } });
    await takeIn(parley, mail, { recipient: [desk.intake, replyAddressOf(parley, id)] });
    const storedRows = await desk.rows('SELECT conversation_id AS id FROM message_mails WHERE mail_id = $1', mailId);
    expect(storedRows).toEqual([{ id }]);
  });

  it('is another one where its sender or its text is: a Message-ID alone says nothing', async () => {
    const headers = { 'Message-ID': `<${person()}>` };
    const [from, other] = [person(), person()];
    const mails = [{ from }, { from: other }, { from, text: 'Something else' }].map((one) =>
      aMail({ ...one, headers }),
    );
    const ids = new Set<string | null>();
    for (const mail of mails) ids.add((await takeIn(parley, mail, { recipient: desk.intake })).messageId);
    expect([ids.size, ids.has(null)]).toEqual([3, false]);
    const without = mails.map((mail) => mail.replace(/^Message-ID: .*\r\n/m, ''));
    const outcomes: string[] = [];
    for (const mail of [without[0]!, without[0]!, `X-Route: 2\r\n${without[0]}`]) {
      const { conversationId } = await takeIn(parley, mail, { recipient: desk.intake });
      outcomes.push(conversationId!);
    }
    expect(new Set(outcomes).size).toBe(2);
  });

  it('finds its address in its headers where the envelope has none', async () => {
    const fate = await takeIn(parley, aMail({ from: person(), headers: { 'Delivered-To': desk.intake } }));
    expect(fate.outcome).toBe('opened');
    expect(await takeIn(parley, aMail())).toMatchObject({ outcome: 'quarantined', reason: 'unknown_recipient' });
  });
});
