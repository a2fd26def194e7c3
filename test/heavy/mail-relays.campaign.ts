import { setTimeout as sleep } from 'node:timers/promises';
import { MAIL_SECRET, MAIL_SETTINGS } from '../factories/mail';
import { MailDesk } from '../factories/mail-fixtures';
import { Exim, type MailRelay, Postfix } from '../support/mail-relay';
import { type Parley, startParley } from '../support/parley';
import { freePort } from '../support/ports';
import { type Behaviour, TestSmtpServer } from '../support/smtp-server';

/** For a machine that does other work; reports come within a second. */
const PATIENCE_MS = 60_000;

const RELAYS = [
  ['Postfix', Postfix],
  ['Exim', Exim],
] as const;

for (const [name, { missing }] of RELAYS)
  if (missing !== null) console.log(`${name}: skipped for want of it: ${missing}.`);

describe.each(RELAYS)('replies through %s', (_name, Relay) => {
  const itRuns = Relay.missing === null ? it : it.skip;
  let next: TestSmtpServer;
  let relay: MailRelay;
  let parley: Parley;
  let desk: MailDesk;

  beforeAll(async () => {
    if (Relay.missing !== null) return;
    next = await TestSmtpServer.start();
    const port = await freePort();
    const settings = {
      ...MAIL_SETTINGS,
      MAIL_REPLY_ADDRESS: '{token}@in.example.com',
      MAIL_BOUNCE_ADDRESS: '{token}@in.example.com',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
    };
    parley = await startParley({ settings });
    relay = await Relay.start({ port, nextPort: next.port, parley: { url: parley.url, secret: MAIL_SECRET } });
    desk = await MailDesk.of(parley);
  });
  afterAll(async () => {
    await relay?.stop();
    await parley?.stop();
    await next?.stop();
  });
  afterEach(() => {
    next?.received.splice(0);
  });

  interface Story {
    message: { lifecycleStatus: string };
    bounce: { smtpCode: number | null; enhancedCode: string | null; text: string } | null;
  }

  /** A reply to a customer whose server handles it like this. */
  async function reply(behaviour: Behaviour): Promise<{ conversationId: string; story: () => Promise<Story> }> {
    const { id: conversationId } = await desk.begun(`${behaviour}@next.example`);
    const path = `/workspaces/${desk.workspace.id}/inbox/${conversationId}/messages`;
    const token = desk.admin.secret;
    const { body } = await parley.call('POST', path, { token, body: { content: 'We have found it.' } });
    await desk.rows(
      `UPDATE replies SET dispatch_after_at = now() - interval '1 second' WHERE message_id = $1`,
      body.id as string,
    );
    await parley.drain();
    const story = async () => (await parley.call('GET', `${path}/${body.id}`, { token })).body as Story;
    return { conversationId, story };
  }

  /** Of what came in, so many were handed over by the relay. */
  async function handedOver(count: number): Promise<void> {
    const reports = () =>
      desk.rows(
        `SELECT id FROM inbound_mails WHERE envelope_sender = '' AND identity IS NOT NULL AND $1::text IS NULL`,
        null,
      );
    for (const end = Date.now() + PATIENCE_MS; (await reports()).length < count; await sleep(50)) {
      if (Date.now() > end) throw new Error(`No report has come:\n${await relay.log()}`);
    }
    await parley.drain();
  }

  itRuns('come back where the next server refuses them, each to its own message', async () => {
    const refused = await reply('refuse-recipient');
    const taken = await reply('accept');
    const spam = await reply('refuse-message');
    const later = await reply('defer-recipient');
    await handedOver(2);

    expect(await refused.story()).toMatchObject({
      message: { lifecycleStatus: 'bounced' },
      bounce: {
        smtpCode: 550,
        enhancedCode: expect.stringMatching(/^5\.\d\.\d$/),
        text: expect.stringContaining('no such user'),
      },
    });
    expect(await spam.story()).toMatchObject({
      message: { lifecycleStatus: 'bounced' },
      bounce: {
        smtpCode: 554,
        enhancedCode: expect.stringMatching(/^5\.\d\.\d$/),
        text: expect.stringContaining('spam'),
      },
    });
    for (const { conversationId } of [refused, spam]) {
      const messages = (await desk.messages(conversationId)) as { role: string; content: string }[];
      expect(messages.map(({ role }) => role)).toEqual(['customer', 'human', 'system']);
      expect((await desk.conversation(conversationId)).status).toBe('open');
    }
    for (const { story, conversationId } of [taken, later]) {
      expect(await story()).toMatchObject({ message: { lifecycleStatus: 'sent' }, bounce: null });
      expect(await desk.messages(conversationId)).toHaveLength(2);
      expect((await desk.conversation(conversationId)).status).toBe('waiting');
    }
    expect(next.received.filter(({ to }) => to.startsWith('accept@'))).toHaveLength(1);
  });
});
