import { addressParser } from 'postal-mime';
import { withWriter } from './mail-writer';
import { mailbox, mailboxes } from './reading/mailboxes';
import type { ParsedMail } from './reading/parsed-mail.types';

/** Who wrote an email to the support address of corp.example: the name, the address, and whether only the email says so. */
function writerOf(from: string, content: string, replyTo = '') {
  const parsed = { from: mailbox(addressParser(from)[0]), replyTo: mailboxes(addressParser(replyTo)), content };
  const mail = { ...parsed, subject: 'Order', list: null, receivers: [], verdict: 'unknown' } as unknown as ParsedMail;
  const written = withWriter(mail, (address) => address === 'support@corp.example' || address === 'info@corp.example');
  return [written.from?.name ?? null, written.from?.address, written.isClaimed];
}

describe('the writer of an email of a form that names its user only in the text', () => {
  const ANN = ['Ann Lee', 'ann@cust.example', true];

  it.each([
    [
      'Contact Form 7',
      'WordPress <wordpress@corp.example>',
      'From: Ann Lee <ann@cust.example>\nSubject: Order\n\nMessage Body:\nWhere is it?',
    ],
    [
      'Typeform',
      'Typeform <notifications@typeform.com>',
      'Your typeform Contact has a new response:\n\nWhat is your name?\nAnn Lee\n\nWhat is your email?\nann@cust.example',
    ],
    ['Netlify', 'Netlify <formresponses@netlify.com>', 'name: Ann Lee\nemail: ann@cust.example\nmessage: Where is it?'],
    [
      'Shopify',
      'Corp <noreply@shopify.com>',
      "You received a new message from your online store's contact form.\n\nName:\nAnn Lee\n\nEmail:\nann@cust.example\n\nBody:\nWhere?",
    ],
    ['a German form', 'noreply@corp.example', 'Name: Ann Lee\nE-Mail-Adresse: ann@cust.example\nNachricht: Wo ist es?'],
    [
      'a French form',
      'noreply@corp.example',
      'Formulaire de contact\nNom : Ann Lee\nAdresse e-mail : ann@cust.example',
    ],
    [
      'a form in bold',
      'noreply@corp.example',
      'New submission\n*Name:* Ann Lee\n*Email:* ann@cust.example <mailto:ann@cust.example>',
    ],
  ])('is the user: %s', (_form, from, text) => expect(writerOf(from, text)).toEqual(ANN));

  it.each([
    ['a person', 'Bob <bob@cust.example>', 'Message:\nx\nEmail: ann@cust.example'],
    ['a receipt', 'noreply@shop.example', 'Your receipt\nEmail: ann@cust.example\nTotal: 5 EUR'],
    ['two addresses', 'noreply@corp.example', 'Message: x\nEmail: ann@cust.example\nEmail: bob@cust.example'],
    ['an address of the company', 'noreply@corp.example', 'Message: x\nEmail: info@corp.example'],
    ['an address in a sentence', 'noreply@corp.example', 'Message: x\nWrite to ann@cust.example'],
  ])('is the sender for %s', (_what, from, text) => {
    expect(writerOf(from, text)[1]).toBe(/[\w.]+@[\w.]+/.exec(from)?.[0]);
  });

  it('is the one of Reply-To where there is one', () => {
    const text = 'Message: x\nEmail: ann@cust.example';
    expect(writerOf('noreply@corp.example', text, 'bob@cust.example')).toEqual([null, 'bob@cust.example', true]);
    expect(writerOf('noreply@corp.example', text, 'info@corp.example')[1]).toBe('ann@cust.example');
  });
});
