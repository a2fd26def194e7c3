import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivery } from '../../src/common/mail/delivery.types';
import { SmtpTransport } from '../../src/common/mail/smtp-transport';
import { HAS_SMTP_SINK, SmtpSink } from '../support/smtp-sink';

/** Mails to each server. */
const MAILS = Number(process.env['MAILS'] ?? 20);
/** Longer than a packet. */
const BYTES = Buffer.from(`Subject: Hello\r\n\r\n${'Hello, this is a line of a mail.\r\n'.repeat(1_000)}`);

if (!HAS_SMTP_SINK) console.log('Skipped for want of it: smtp-sink, of the package postfix.');

function verdict(delivery: Delivery): string {
  if (delivery.outcome !== 'refused') return delivery.outcome;
  return delivery.final ? 'failed' : 'again';
}

(HAS_SMTP_SINK ? describe : describe.skip)("mail to Postfix's smtp-sink", () => {
  /** `handed`: whether the mark was written before. */
  it.each<{ does: string; options: string[]; expected: string; handed: boolean }>([
    { does: 'takes it', options: [], expected: 'sent', handed: true },
    { does: 'takes it, one command after the other', options: ['-p'], expected: 'sent', handed: true },
    { does: 'takes it, without extensions', options: ['-e'], expected: 'sent', handed: true },
    { does: 'takes it after a while', options: ['-W', '.:1'], expected: 'sent', handed: true },
    { does: 'hangs up at QUIT', options: ['-q', 'QUIT'], expected: 'sent', handed: true },
    { does: 'refuses the connection', options: ['-f', 'CONNECT'], expected: 'again', handed: false },
    { does: 'hangs up at once', options: ['-q', 'CONNECT'], expected: 'again', handed: false },
    { does: 'refuses the sender', options: ['-f', 'MAIL'], expected: 'again', handed: false },
    { does: 'hangs up at RCPT', options: ['-q', 'RCPT'], expected: 'again', handed: false },
    { does: 'closes at RCPT', options: ['-Q', 'RCPT'], expected: 'again', handed: false },
    { does: 'puts the recipient off', options: ['-r', 'RCPT'], expected: 'again', handed: false },
    { does: 'refuses the recipient', options: ['-f', 'RCPT'], expected: 'failed', handed: false },
    { does: 'hangs up at DATA', options: ['-q', 'DATA'], expected: 'again', handed: false },
    { does: 'puts DATA off', options: ['-r', 'DATA'], expected: 'again', handed: false },
    { does: 'refuses DATA', options: ['-f', 'DATA'], expected: 'failed', handed: false },
    { does: 'hangs up after the dot', options: ['-q', '.'], expected: 'uncertain', handed: true },
    { does: 'closes after the dot', options: ['-Q', '.'], expected: 'again', handed: true },
    { does: 'puts the mail off', options: ['-r', '.'], expected: 'again', handed: true },
    { does: 'refuses the mail', options: ['-f', '.'], expected: 'failed', handed: true },
  ])('that $does: $expected', async ({ options, expected, handed }) => {
    const { verdicts, marks, mails } = await sendAll(options);
    expect(verdicts).toEqual({ [expected]: MAILS });
    expect(marks).toBe(handed ? MAILS : 0);
    // Those that it refuses at the end, or never answers, it may keep or not.
    if (expected === 'sent' || !handed) expect(mails).toBe(expected === 'sent' ? MAILS : 0);
  });

  it('that asks for the mail and hangs up: again', async () => {
    // Its end arrives while the mark is written.
    const { verdicts } = await sendAll(['-A', '0'], '', 500);
    expect(verdicts).toEqual({ again: MAILS });
  });

  it('that does not answer in time: uncertain, and the mail has arrived', async () => {
    const { verdicts } = await sendAll(['-W', '.:60'], '?acceptanceTimeout=500');
    expect(verdicts).toEqual({ uncertain: MAILS });
  });

  async function sendAll(options: string[], parameters = '', markMs = 0) {
    const sink = await SmtpSink.start(...options);
    const verdicts: Record<string, number> = {};
    let marks = 0;
    try {
      const transport = new SmtpTransport(`smtp://127.0.0.1:${sink.port}${parameters}`);
      const send = async (number: number): Promise<void> => {
        const mail = {
          id: String(number),
          createdAt: new Date(),
          from: 'parley@example.com',
          to: 'ada@example.com',
          bytes: BYTES,
          reports: true,
        };
        const mark = async (): Promise<void> => {
          marks += 1;
          await sleep(markMs);
        };
        const outcome = verdict(await transport.send(mail, mark, new AbortController().signal));
        verdicts[outcome] = (verdicts[outcome] ?? 0) + 1;
      };
      await Promise.all(Array.from({ length: MAILS }, (_, number) => send(number)));
      return { verdicts, marks, mails: (await sink.mails()).length };
    } finally {
      await sink.stop();
    }
  }
});
