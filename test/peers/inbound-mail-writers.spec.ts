import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aMail, MAIL_SETTINGS, type MailFate, type MailFields, takeIn } from '../factories/mail';
import { MailDesk, person } from '../factories/mail-fixtures';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: MailDesk;

beforeAll(async () => {
  parley = await startParley({ settings: MAIL_SETTINGS });
  desk = await MailDesk.of(parley);
});
afterAll(() => parley.stop());

const caseOf = (name: string): Buffer => readFileSync(join(__dirname, '../fixtures/mail-cases', `${name}.eml`));
const arrives = (mail: string | Buffer): Promise<MailFate> => takeIn(parley, mail, { recipient: desk.intake });
const sent = (fields: MailFields): Promise<MailFate> => arrives(aMail(fields));

/** The contact, sender and first message of what a mail has opened. */
async function opened({ outcome, conversationId }: MailFate) {
  const [row] = await desk.rows(
    `SELECT k.email, k.name, c.status, c.live_support_request_count AS requests, m.role, m.sender, m.automatic
     FROM conversations c LEFT JOIN contacts k ON k.workspace_id = c.workspace_id AND k.id = c.contact_id
     JOIN messages m ON m.conversation_id = c.id WHERE c.id = $1 ORDER BY m.id`,
    conversationId,
  );
  return { outcome, ...row };
}

const ofPerson = (address: string, name: string | null, verified = 'unknown') => ({
  outcome: 'opened',
  email: address,
  name,
  status: 'open',
  requests: 1,
  role: 'customer',
  automatic: false,
  sender: { address, name, relation: 'contact', verified },
});

const ASIDE = { outcome: 'quarantined', reason: 'automatic_without_conversation' };

describe('a mail that came through a list to the address of an agent', () => {
  it('is that of its writer', async () => {
    const fate = await arrives(caseOf('google-group'));
    expect(await opened(fate)).toEqual(ofPerson('erin@customer.test', 'Erin Erb'));
    const groups = await desk.rows(
      "SELECT 1 FROM contacts WHERE workspace_id = $1 AND email LIKE 'support@%'",
      desk.workspace.id,
    );
    const participants = await desk.rows(
      'SELECT address FROM conversation_participants WHERE conversation_id = $1',
      fate.conversationId,
    );
    expect([groups, participants]).toEqual([[], [{ address: 'support@example.com' }]]);
  });

  const group = (from: string, headers: Record<string, string>): MailFields => ({
    from,
    to: 'help@corp.example',
    headers: {
      Precedence: 'list',
      'List-ID': '<help.corp.example>',
      'List-Post': '<https://groups.example/x>, <mailto:help@corp.example>',
      'List-Unsubscribe': '<mailto:u@groups.example>',
      ...headers,
    },
  });

  it.each<[string, (address: string) => MailFields]>([
    [
      'by a Google Group that answers to the group',
      (a) =>
        group(`'Eva' via Help <help@corp.example>`, {
          'X-Original-Sender': a,
          'Reply-To': 'help@corp.example',
          'X-Google-Group-Id': '1',
        }),
    ],
    [
      'by a Google Group that keeps the sender',
      (a) => group(`Eva <${a}>`, { 'X-Original-Sender': a, 'X-Google-Group-Id': '1' }),
    ],
    [
      'by Mailman, which names writer and list to answer to',
      (a) =>
        group('Eva via Help <help@corp.example>', {
          'Reply-To': `Eva <${a}>, Help desk <help@corp.example>`,
          'X-Mailman-Version': '2.1.39',
          'X-BeenThere': 'help@corp.example',
        }),
    ],
    [
      'by a list in German',
      (a) => group('Eva über Help <help@corp.example>', { 'Reply-To': `Eva <${a}>`, Precedence: 'list' }),
    ],
    [
      'by a list that has only a List-Id',
      (a) => ({
        from: 'Eva via Help <help@corp.example>',
        headers: { 'List-Id': 'Help <help.corp.example>', 'Reply-To': a },
      }),
    ],
    [
      'by a list that names its sender in full',
      (a) => group('"Eva via Help" <help@corp.example>', { 'X-Original-From': `Eva <${a}>` }),
    ],
    [
      'by Mailman, which moves the writer to Cc',
      (a) =>
        group('Eva via Help <help@corp.example>', {
          'Reply-To': 'help@corp.example',
          Cc: `Ops <o@corp.example>, Eva <${a}>`,
        }),
    ],
    [
      'by Groups.io, which marks all of its emails as bulk',
      (a) =>
        group('Eva via groups.io <eva=x.example@groups.io>', {
          'Mailing-List': 'list help@corp.example; contact help+owner@corp.example',
          'Reply-To': a,
          Precedence: 'bulk',
        }),
    ],
    [
      'by LISTSERV, whose address stands for the writer',
      (a) => group('Eva <0000012a-dmarc-request@corp.example>', { 'Reply-To': `Eva <${a}>` }),
    ],
    ['by a list that changes nothing', (a) => group(`Eva <${a}>`, { Sender: 'help-bounces@corp.example' })],
  ])('%s', async (_how, fields) => {
    const from = person();
    const fate = await sent(fields(from));
    expect(await opened(fate)).toEqual(ofPerson(from, 'Eva'));
    const addresses = `SELECT address FROM conversation_participants WHERE conversation_id = $1`;
    expect((await desk.rows(addresses, fate.conversationId)).map(({ address }) => address as string)).not.toContain(
      'help@corp.example',
    );
  });

  it('continues the conversation of its writer', async () => {
    const { id, from, mailId } = await desk.begun();
    const fields = group('Ada via Help <help@corp.example>', { 'Reply-To': from, 'In-Reply-To': mailId });
    expect(await sent(fields)).toMatchObject({ outcome: 'threaded', conversationId: id });
  });

  it.each<[string, MailFields]>([
    [
      'says that it is one',
      group(`'CI' via Help <help@corp.example>`, {
        'X-Original-Sender': 'ci@x.example',
        'Auto-Submitted': 'auto-generated',
      }),
    ],
    ['takes no replies', group(`'Shop' via Help <help@corp.example>`, { 'X-Original-Sender': 'no-reply@x.example' })],
    ['is a mail server', group(`'M' via Help <help@corp.example>`, { 'X-Original-Sender': 'mailer-daemon@x.example' })],
    ['writes to many', group(`Offers <a@x.example>`, { Precedence: 'bulk' })],
    ['is the list itself', group('Help <help@corp.example>', {})],
    ['sends notifications', group('Ann <notifications@code.example>', { 'Reply-To': 'reply+1@reply.code.example' })],
  ])('stays that of a program, which %s', async (_how, fields) => {
    expect(await sent(fields)).toMatchObject(ASIDE);
  });

  it('verifies nobody by the domain of the list, and names nobody where that fails', async () => {
    const from = person();
    const via = (result: string): MailFields =>
      group(`'Eva' via Help <help@corp.example>`, {
        'X-Original-Sender': from,
        'Authentication-Results': `mx.ours.example; dmarc=${result} header.from=corp.example`,
      });
    expect(await opened(await sent(via('pass')))).toMatchObject({ email: from, sender: { verified: 'unknown' } });
    expect(await opened(await sent(via('fail')))).toMatchObject({ email: null, sender: { verified: 'unverified' } });
  });
});

describe('a mail of a contact form', () => {
  it('belongs to the customer in its Reply-To', async () => {
    expect(await opened(await arrives(caseOf('contact-form-noreply')))).toEqual(
      ofPerson('dora@customer.test', 'Dora Buyer'),
    );
  });

  it.each([
    'Shop <noreply@shop.example>',
    'WordPress <wordpress@shop.example>',
    'Kontaktformular <kontaktformular@laden.example>',
    'Boutique <ne-pas-repondre@boutique.example>',
    'Tienda <no-responder@tienda.example>',
    'Shop <mailer@platform.example>',
    'Forms <forms-receipts-noreply@forms.example>',
    'Shop <support@example.com>',
    'Shop <info@example.com>',
    'Shop <email@example.com>',
    'Forms <submissions@forms.example>',
    'Forms <notifications@followups.forms.example>',
    'Parley <parley@ours.example>',
  ])('from %s, and no two strangers share a profile', async (from) => {
    const contacts: (string | null)[] = [];
    for (const customer of [
      person().replace('example.com', 'web.example'),
      person().replace('example.com', 'web.example'),
    ]) {
      const fate = await sent({ from, to: 'support@example.com', headers: { 'Reply-To': `Dora <${customer}>` } });
      expect(await opened(fate)).toEqual(ofPerson(customer, 'Dora'));
      contacts.push((await desk.conversation(fate.conversationId)).contact_id as string);
    }
    expect(new Set(contacts).size).toBe(2);
  });

  it('never verifies the customer, whose mail its server does not check', async () => {
    const headers = {
      'Reply-To': person(),
      'Authentication-Results': 'mx.ours.example; dmarc=pass header.from=shop.example',
    };
    const { conversationId } = await sent({ from: 'no-reply@shop.example', headers });
    expect((await desk.messages(conversationId))[0].sender).toMatchObject({ verified: 'unknown', relation: 'contact' });
  });

  it.each<Record<string, string>>([
    {},
    { 'Reply-To': 'no-reply@other.example' },
    { 'Reply-To': 'parley@ours.example' },
    { 'Reply-To': 'a@x.example, b@x.example' },
    { 'Reply-To': 'not an address' },
    { 'Reply-To': 'dora@x.example', 'Auto-Submitted': 'auto-generated' },
    { 'Reply-To': 'dora@x.example', Precedence: 'bulk' },
  ])('is a program’s without one person to answer to: %j', async (headers) => {
    expect(await sent({ from: 'no-reply@shop.example', headers })).toMatchObject(ASIDE);
  });

  it('is that of a program which reads the answers itself', async () => {
    const fate = await sent({
      from: 'Code <notifications@code.example>',
      headers: { 'Reply-To': 'reply+1@reply.code.example' },
    });
    expect(await opened(fate)).toMatchObject({ email: 'notifications@code.example' });
  });

  it('is that of its sender where a person only prefers another address', async () => {
    const from = person();
    const fate = await sent({ from, headers: { 'Reply-To': 'ada@home.example' } });
    expect(await opened(fate)).toMatchObject({ email: from });
  });
});

describe('headers of newsletters', () => {
  const LIST = { 'List-Unsubscribe': '<https://x.example/u>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

  it.each<Record<string, string>>([
    { 'List-Unsubscribe': '<mailto:u@x.example>' },
    LIST,
    { 'Feedback-ID': '1:x' },
    { 'List-Help': '<https://x.example>' },
  ])('make nothing automatic by themselves: %j', async (headers) => {
    const from = person();
    expect(await opened(await sent({ from, headers }))).toMatchObject({ outcome: 'opened', email: from });
    const { id, from: customer } = await desk.begun();
    expect((await desk.answer(id, { from: customer, headers })).outcome).toBe('threaded');
  });

  it.each([
    { ...LIST, 'Feedback-ID': '1:2:3:esp' },
    { ...LIST, 'X-CSA-Complaints': 'abuse@x.example' },
    { ...LIST, Precedence: 'bulk' },
    { ...LIST, 'List-Id': '<news.x.example>', From: 'News <newsletter@x.example>' },
  ])('do so beside what says that it went to many: %j', async (headers) => {
    expect(await sent({ headers })).toMatchObject(ASIDE);
  });
});
