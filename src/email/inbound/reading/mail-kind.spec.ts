import { MailHeaders } from './mail-headers';
import { mailKind } from './mail-kind';
import { mailParts } from './mail-parts';

const status =
  'Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822;<gone@buyer.example>\nAction: failed\nStatus: 5.1.1\n';
const mail = `Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nFailed\n--b\nContent-Type: message/delivery-status\n\n${status}\n--b--\n`;

async function kindOf(isOfServer: boolean) {
  const { email } = await mailParts(Buffer.from(mail.replaceAll('\n', '\r\n')));
  return mailKind(new MailHeaders(email.headers), email.attachments, { ownText: 'Failed', isOfServer });
}

it('the report of a mail server counts under any type', async () => {
  const report = { action: 'failed', recipient: 'gone@buyer.example', status: '5.1.1', diagnostic: null };
  expect(await kindOf(true)).toEqual({ kind: 'delivery_report', report });
});

it('a report that a person passes on is a message', async () => {
  expect(await kindOf(false)).toEqual({ kind: 'mail' });
});
