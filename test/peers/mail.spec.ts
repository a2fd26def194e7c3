import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { ClaimLost } from '../../src/common/jobs/lease';
import type { Delivery } from '../../src/common/mail/delivery.types';
import { type ClaimedMail, MailDelivery, RETRY_SECONDS } from '../../src/common/mail/mail-delivery';
import { MailOutbox } from '../../src/common/mail/mail-outbox';
import { MailOutboxRepository } from '../../src/common/mail/mail-outbox.repository';
import { type Parley, startParley } from '../support/parley';
import { type Behaviour, TestSmtpServer } from '../support/smtp-server';

const MAIL = { to: 'ada@example.com', subject: 'Hello', text: 'A token: cm_secret' };

interface Row {
  status: string;
  attempts: number;
  message: Buffer | null;
  wait: number;
}

function rows(parley: Parley): Promise<Row[]> {
  return parley.database.query<Row[]>(
    `SELECT status, attempts, message, extract(epoch FROM due_at - now())::float AS wait FROM mail_outbox ORDER BY id`,
  );
}

const FAILURE = { class: 'refused', smtpCode: 450, enhancedCode: null, text: 'later' } as const;
const GREYLISTED = { outcome: 'refused', final: false, failure: FAILURE } as const;
const SENT = { outcome: 'sent', serverMessageId: null } as const;

async function attempt(parley: Parley): Promise<boolean> {
  const { queue } = parley.get(MailDelivery);
  const found = await queue.runOnce();
  await queue.settled();
  return found;
}

describe('mail to files', () => {
  let parley: Parley;
  let folder: string;
  beforeAll(async () => {
    parley = await startParley({ settings: { MAIL_FROM: 'Parley <hello@parley.example>' } });
    folder = join(parley.settings.values.DATA_DIR, 'mail');
  });
  afterAll(() => parley.stop());
  beforeEach(async () => {
    await parley.database.query('TRUNCATE mail_outbox');
    await rm(folder, { recursive: true, force: true });
  });

  const outbox = (): MailOutbox => parley.get(MailOutbox);

  const delivery = (): MailDelivery => parley.get(MailDelivery);
  const claim = async (): Promise<ClaimedMail> => (await delivery().queue.claim())!;
  const letLeaseEnd = (): Promise<unknown> =>
    parley.database.query(`UPDATE mail_outbox SET lease_ends_at = now() - interval '1 s'`);
  /** As every look for work does. */
  const lookAfterTheDead = (): Promise<unknown> => parley.get(MailOutboxRepository).releaseLost(2);

  it('waits sealed, is written for its owner alone, and is erased', async () => {
    await outbox().enqueue(MAIL);
    const [waiting] = await rows(parley);
    expect(waiting?.status).toBe('queued');
    expect(waiting?.message?.includes('cm_secret')).toBe(false);
    expect(await parley.mails()).toEqual([{ ...MAIL, text: `${MAIL.text}\n` }]);
    expect(await rows(parley)).toMatchObject([{ status: 'sent', attempts: 1, message: null }]);
    const [name = ''] = await readdir(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });

  it('is found again where its process has died', async () => {
    await outbox().enqueue(MAIL);
    await claim();
    await letLeaseEnd();
    expect(await parley.mails()).toHaveLength(1);
    expect(await rows(parley)).toMatchObject([{ status: 'sent', attempts: 2 }]);
  });

  it('comes in the order in which it was written', async () => {
    const subjects = Array.from({ length: 12 }, (_, index) => `number ${index}`);
    for (const subject of subjects) await outbox().enqueue({ ...MAIL, subject });
    expect((await parley.mails()).map(({ subject }) => subject)).toEqual(subjects);
  });

  it('is not sent where its transaction is rolled back', async () => {
    const transaction = parley.get(UnitOfWork).run(async () => {
      await outbox().enqueue(MAIL);
      throw new Error('no');
    });
    await expect(transaction).rejects.toThrow('no');
    expect(await parley.mails()).toEqual([]);
  });

  it('cannot be given another header', async () => {
    await outbox().enqueue({
      to: 'ada@example.com',
      subject: 'Hello\r\nX-Evil: yes\r\n\r\nanother body',
      text: 'Subject: stays text\r\n.\r\nMAIL FROM:<eve@example.com>',
    });
    const [mail] = await parley.mails();
    expect(mail).toMatchObject({ to: 'ada@example.com', subject: 'Hello X-Evil: yes another body' });
    const [name = ''] = await readdir(folder);
    const [headers = ''] = (await readFile(join(folder, name), 'utf8')).split('\r\n\r\n');
    expect(headers).not.toMatch(/^x-evil:/im);
    expect(headers).toMatch(/^from: Parley <hello@parley\.example>$/im);
    expect(headers).toMatch(/^message-id: <[\w-]+@localhost>$/im);
    expect(headers).toMatch(/^auto-submitted: auto-generated$/im);
    expect(headers).toMatch(/^x-auto-response-suppress: OOF, AutoReply$/im);
  });

  it.each([
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com, eve@example.com',
    'Ada <ada@example.com>',
    '"a b"@example.com',
    'ada@example.com\u2028eve',
  ])('goes to no other address: %j', async (to) => {
    await expect(outbox().enqueue({ ...MAIL, to })).rejects.toThrow('exactly one recipient');
  });

  it('goes out once, however many send at the same time', async () => {
    const subjects = Array.from({ length: 100 }, (_, index) => `number ${index}`);
    await Promise.all(subjects.map((subject) => outbox().enqueue({ ...MAIL, subject })));
    const worker = async (): Promise<number> => {
      let sent = 0;
      while (await attempt(parley)) sent += 1;
      return sent;
    };
    const sent = await Promise.all(Array.from({ length: 8 }, worker));
    expect(sent.reduce((sum, count) => sum + count)).toBe(100);
    expect((await parley.mails()).map(({ subject }) => subject).sort()).toEqual([...subjects].sort());
    expect(new Set((await rows(parley)).map(({ attempts }) => attempts))).toEqual(new Set([1]));
  });

  it('is sent by another where its sender died before it handed it over, a few times', async () => {
    await outbox().enqueue(MAIL);
    const dead = await claim();
    await letLeaseEnd();
    await lookAfterTheDead();
    expect(await rows(parley)).toMatchObject([{ status: 'queued', attempts: 1 }]);
    // It was only slow: what it wants to do now, another one does.
    await expect(delivery().handOver(dead)).rejects.toThrow(ClaimLost);
    await claim();
    await letLeaseEnd();
    await lookAfterTheDead();
    expect(await rows(parley)).toMatchObject([{ status: 'failed', attempts: 2, message: null }]);
    expect(await parley.mails()).toEqual([]);
  });

  it('stays with its sender while that renews the lease', async () => {
    await outbox().enqueue(MAIL);
    const claimed = await claim();
    await letLeaseEnd();
    await delivery().queue.renew(claimed);
    await lookAfterTheDead();
    await delivery().handOver(claimed);
    await letLeaseEnd();
    await delivery().queue.renew(claimed);
    await lookAfterTheDead();
    expect(await delivery().settle(claimed, SENT)).toBe(true);
  });

  it('is uncertain where its sender died after it began to hand it over, and not sent again', async () => {
    await outbox().enqueue(MAIL);
    const claimed = await claim();
    await delivery().handOver(claimed);
    await letLeaseEnd();
    expect(await attempt(parley)).toBe(false);
    expect(await rows(parley)).toMatchObject([{ status: 'uncertain', attempts: 1, message: null }]);
    // The sender was only slow: what it says now comes too late to send the mail again.
    expect(await delivery().settle(claimed, GREYLISTED)).toBe(false);
    expect(await parley.mails()).toEqual([]);
  });

  it('is settled by the newest claim alone', async () => {
    await outbox().enqueue(MAIL);
    const earlier = await claim();
    expect(await delivery().settle(earlier, GREYLISTED)).toBe(true);
    await parley.database.query(`UPDATE mail_outbox SET due_at = now() - interval '1 s'`);
    const newest = await claim();

    const uncertain: Delivery = { outcome: 'uncertain', failure: FAILURE };
    for (const end of [SENT, { ...GREYLISTED, final: true }, uncertain, GREYLISTED]) {
      expect(await delivery().settle(earlier, end)).toBe(false);
    }
    expect(await delivery().queue.delete(earlier)).toBe(false);
    const [row] = await rows(parley);
    expect(row).toMatchObject({ status: 'sending', attempts: 2 });
    expect(row?.message).not.toBeNull();
    expect(await delivery().settle(newest, SENT)).toBe(true);
    // What has come to its end is not taken for something that there was no need to send.
    expect(await delivery().queue.delete(newest)).toBe(false);
    expect(await rows(parley)).toMatchObject([{ status: 'sent', attempts: 2, message: null }]);
  });
});

describe('mail to a server', () => {
  let server: TestSmtpServer;
  let parley: Parley;
  beforeAll(async () => {
    server = await TestSmtpServer.start();
    const SMTP_URL = `smtp://post:secret@127.0.0.1:${server.port}?acceptanceTimeout=1500`;
    parley = await startParley({ settings: { SMTP_URL } });
  });
  afterAll(async () => {
    await parley.stop();
    await server.stop();
  });
  beforeEach(() => parley.database.query('TRUNCATE mail_outbox'));

  async function send(behaviour: Behaviour): Promise<Row | undefined> {
    server.received.length = 0;
    await parley.get(MailOutbox).enqueue({ ...MAIL, to: `${behaviour}@example.com` });
    await attempt(parley);
    return (await rows(parley))[0];
  }

  const makeDue = (): Promise<unknown> =>
    parley.database.query(`UPDATE mail_outbox SET due_at = now() - interval '1 s'`);

  it('is delivered', async () => {
    expect(await send('accept')).toMatchObject({ status: 'sent', attempts: 1, message: null });
    expect(server.received).toMatchObject([
      { to: 'accept@example.com', subject: MAIL.subject, text: `${MAIL.text}\n`, user: 'post' },
    ]);
  });

  it.each(['refuse-recipient', 'refuse-message'] as const)('has failed where the server says no (%s)', async (how) => {
    expect(await send(how)).toMatchObject({ status: 'failed', attempts: 1, message: null });
    await makeDue();
    expect(await attempt(parley)).toBe(false);
  });

  it.each(['defer-recipient', 'break-before-message'] as const)(
    'is tried again where it was certainly not delivered (%s), a few times',
    async (how) => {
      for (const [index, seconds] of RETRY_SECONDS.entries()) {
        const row = index === 0 ? await send(how) : (await makeDue(), await attempt(parley), (await rows(parley))[0]);
        expect(row).toMatchObject({ status: 'queued', attempts: index + 1 });
        expect(Math.abs((row?.wait ?? 0) - seconds)).toBeLessThan(2);
        // Not before its time.
        expect(await attempt(parley)).toBe(false);
      }
      await makeDue();
      await attempt(parley);
      expect(await rows(parley)).toMatchObject([{ status: 'failed', attempts: 5, message: null }]);
      expect(server.received).toEqual([]);
    },
  );

  it.each(['hang-after-message', 'break-after-message'] as const)(
    'is uncertain where the server has it and does not answer (%s), and not sent again',
    async (how) => {
      expect(await send(how)).toMatchObject({ status: 'uncertain', attempts: 1, message: null });
      expect(server.received).toHaveLength(1);
      await makeDue();
      expect(await attempt(parley)).toBe(false);
      expect(server.received).toHaveLength(1);
    },
  );

  it('sends what has been retried as the same message', async () => {
    await send('accept');
    const [first] = server.received;
    await parley.database.query('TRUNCATE mail_outbox');
    await parley.get(MailOutbox).enqueue({ ...MAIL, to: 'accept@example.com' });
    const delivery = parley.get(MailDelivery);
    const claimed = await delivery.queue.claim();
    if (claimed) await delivery.settle(claimed, GREYLISTED);
    await makeDue();
    await attempt(parley);
    const messageId = /message-id: <(.*)@localhost>/i;
    expect(messageId.exec(server.received[1]?.raw ?? '')?.[1]).toBe(claimed?.id);
    expect(messageId.exec(first?.raw ?? '')?.[1]).not.toBe(claimed?.id);
  });
});

describe('mail to a server that is not there', () => {
  let silent: Server;
  beforeAll(async () => {
    silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => silent.close());

  it.each(['refuses the connection', 'never greets'])('is tried again where it %s', async (how) => {
    const port = how === 'never greets' ? (silent.address() as AddressInfo).port : 1;
    const parley = await startParley({
      settings: { SMTP_URL: `smtp://127.0.0.1:${port}?greetingTimeout=200` },
    });
    await parley.get(MailOutbox).enqueue(MAIL);
    await attempt(parley);
    expect(await rows(parley)).toMatchObject([{ status: 'queued', attempts: 1 }]);
    await parley.stop();
  });
});
