import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import { newId } from '../../src/common/database/uuid';
import { aDeliveryReport, aMail, bounceAddressOf, MAIL_SETTINGS, takeIn } from '../factories/mail';
import { NotificationDesk, type NotifiedMember } from '../factories/notification-fixtures';
import { type Parley, startParley } from '../support/parley';
import { type Received, TestSmtpServer } from '../support/smtp-server';

/** Mail servers report what became of mails that tell members something. */
let server: TestSmtpServer;
let parley: Parley;
let desk: NotificationDesk;
let bea: NotifiedMember;

beforeAll(async () => {
  server = await TestSmtpServer.start();
  parley = await startParley({ settings: { ...MAIL_SETTINGS, SMTP_URL: `smtp://127.0.0.1:${server.port}` } });
});
afterAll(async () => {
  await parley.stop();
  await server.stop();
});
beforeEach(async () => {
  desk = await NotificationDesk.open(parley);
  bea = await desk.member();
});

/** What Bea got by then, the newest last. */
async function newest(): Promise<Received> {
  await parley.drain();
  return server.received.filter(({ to }) => to === bea.email).at(-1)!;
}
async function notificationMail(externalId: string): Promise<Received> {
  await desk.handedOver({ externalId, name: externalId });
  return newest();
}
const report = (recipient: string, changes = {}) =>
  takeIn(parley, aDeliveryReport(recipient, { recipient: bea.email, ...changes }), { recipient, sender: '' });
const BOUNCED = ['newConversation', 'email', 'failed', 'mail_bounced'];
const SENT = ['newConversation', 'email', 'sent', null];

async function failures(): Promise<unknown[]> {
  const own = (await desk.call('GET', '/notification-settings', undefined, bea)).body.emailFailure;
  const { members } = (await desk.call('GET', '/member-notifications')).body;
  return [own, ...members.map(({ emailFailure }: { emailFailure: unknown }) => emailFailure)];
}

it('a bounced mail did not notify the member; the member and admins see that email does not arrive', async () => {
  const cleo = await desk.member();
  const mail = await notificationMail('ada');
  expect(mail.from).toMatch(/^bounces\+b[a-z2-7]{42}@ours\.example$/);
  expect((await PostalMime.parse(mail.raw)).from?.address).toBe('parley@ours.example');
  expect(await failures()).toEqual([null, null, null, null]);
  expect((await report(mail.from)).outcome).toBe('bounce');
  expect(await desk.rowsFor(bea)).toEqual([BOUNCED]);
  expect(await desk.rowsFor(cleo)).toEqual([SENT]);
  expect(await failures()).toEqual(['mail_bounced', null, 'mail_bounced', null]);
});

it('that the next mail was accepted proves nothing for an hour', async () => {
  await report((await notificationMail('ada')).from);
  await desk.letPass(301);
  await notificationMail('eve');
  expect(await desk.rowsFor(bea)).toEqual([BOUNCED, SENT]);
  expect(await failures()).toEqual(['mail_bounced', null, 'mail_bounced']);
  await desk.letPass(3_600);
  expect(await failures()).toEqual([null, null, null]);
});

it('a mail that the mail server refused at once is said to be refused', async () => {
  await parley.database.query('UPDATE accounts SET email = $2 WHERE id = $1', [
    bea.id,
    `refuse-recipient@${bea.id}.example`,
  ]);
  await desk.handedOver();
  await parley.drain();
  expect(await failures()).toEqual(['mail_refused', null, 'mail_refused']);
});

it('is believed by the Message-ID that it quotes, too, and before it is known that the mail has left', async () => {
  const { messageId: about } = await PostalMime.parse((await notificationMail('ada')).raw);
  await parley.database.query(
    `UPDATE member_notifications SET state = 'sending', finished_at = NULL WHERE workspace_id = $1`,
    [desk.workspace.id],
  );
  // The mail is one of the outbox still.
  await parley.database.query(
    `UPDATE mail_outbox SET status = 'sending', finished_at = NULL, lease_ends_at = now() + interval '1 h' WHERE id::text = $1`,
    [about!.slice(1, 37)],
  );
  await takeIn(parley, aDeliveryReport('parley@ours.example', { about: about! }), { sender: '' });
  expect(await desk.rowsFor(bea)).toEqual([BOUNCED]);
});

it('in words is believed where a mail system names a code', async () => {
  const { from: recipient } = await notificationMail('ada');
  const words = (text: string, from = 'MAILER-DAEMON@mx.example.com') =>
    takeIn(parley, aMail({ from, to: recipient, text }), { recipient, sender: '' });
  expect(await words('It is delayed.')).toMatchObject({ outcome: 'ignored', reason: 'report_without_message' });
  expect(await desk.rowsFor(bea)).toEqual([SENT]);
  expect((await words(`550 5.1.1 ${bea.email}: no such user`)).outcome).toBe('bounce');
  expect(await desk.rowsFor(bea)).toEqual([BOUNCED]);
});

it.each<[string, (mail: Received) => Promise<unknown>]>([
  ['that the mail is delayed', ({ from }) => report(from, { action: 'delayed', status: '4.4.1' })],
  ['that the mail has arrived', ({ from }) => report(from, { action: 'delivered', status: '2.0.0' })],
  ['about a mail that there never was', () => report(bounceAddressOf(parley, newId()))],
  [
    'to an address without a valid signature',
    ({ from }) => report(from.replace(/.@/, (end) => (end === 'a@' ? 'b@' : 'a@'))),
  ],
  [
    'that quotes an id of another host',
    ({ raw }) => {
      const about = /^Message-ID: (<[^>]+>)/im.exec(raw)![1]!.replace('localhost', 'elsewhere');
      return takeIn(parley, aDeliveryReport('parley@ours.example', { about }), { sender: '' });
    },
  ],
  [
    'that quotes an unknown id',
    () =>
      takeIn(parley, aDeliveryReport('parley@ours.example', { about: `<${randomUUID()}@localhost>` }), { sender: '' }),
  ],
])('a report %s changes nothing', async (_what, arrives) => {
  await arrives(await notificationMail('ada'));
  expect(await desk.rowsFor(bea)).toEqual([SENT]);
  expect(await failures()).toEqual([null, null, null]);
});

it('a vacation notice that comes to the address for reports is let go', async () => {
  const { from: recipient } = await notificationMail('ada');
  const notice = aMail({ from: bea.email, to: recipient, headers: { 'Auto-Submitted': 'auto-replied' } });
  expect(await takeIn(parley, notice, { recipient, sender: '' })).toMatchObject({ outcome: 'ignored' });
  expect(await desk.rowsFor(bea)).toEqual([SENT]);
});
