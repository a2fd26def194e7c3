import { MailDelivery } from '../../src/common/mail/mail-delivery';
import { MailOutbox } from '../../src/common/mail/mail-outbox';
import { type Parley, startParley } from '../support/parley';
import { ScriptedSmtpServer } from '../support/scripted-smtp-server';

const MAIL = { to: 'ada@example.com', subject: 'Hello', text: 'A token: cm_secret' };

async function statuses(parley: Parley): Promise<string[]> {
  const rows = await parley.database.query<{ status: string }[]>('SELECT status FROM mail_outbox ORDER BY id');
  return rows.map(({ status }) => status);
}

async function until(is: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await is())) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('a mail server that takes its time', () => {
  it('holds up no other mail, and leaves one uncertain that it never answers', async () => {
    const server = await ScriptedSmtpServer.start();
    const parley = await startParley({ settings: { SMTP_URL: `smtp://127.0.0.1:${server.port}` } });
    const { queue } = parley.get(MailDelivery);

    server.play({ message: {} });
    await parley.get(MailOutbox).enqueue(MAIL);
    expect(await queue.runOnce()).toBe(true);
    await until(() => server.mails.length === 1);
    server.play({});
    await parley.get(MailOutbox).enqueue(MAIL);
    expect(await queue.runOnce()).toBe(true);
    await until(async () => (await statuses(parley))[1] === 'sent');
    expect(await statuses(parley)).toEqual(['sending', 'sent']);

    await server.stop();
    await queue.settled();
    expect(await statuses(parley)).toEqual(['uncertain', 'sent']);
    await parley.stop();
  });
});
