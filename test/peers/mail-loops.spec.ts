import { randomUUID } from 'node:crypto';
import { PASSWORD } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aConversation } from '../factories/conversation';
import { aDeliveryReport, aMail, intakeOf, type MailFields, replyAddressOf } from '../factories/mail';
import { MailDesk, person } from '../factories/mail-fixtures';
import { type Parley, startParley } from '../support/parley';
import { type Letter, PostOffice } from '../support/post-office';

let office: PostOffice;
let here: Parley;
let there: Parley;
let ours: MailDesk;
let theirs: MailDesk;

beforeAll(async () => {
  office = await PostOffice.open();
  here = await startParley({ settings: office.settingsFor('here.example') });
  there = await startParley({ settings: office.settingsFor('there.example') });
  office.deliverTo('here.example', here);
  office.deliverTo('there.example', there);
  ours = await MailDesk.of(here);
  theirs = await MailDesk.of(there);
});
afterAll(async () => {
  await there.stop();
  await here.stop();
  await office.close();
});

let words = 0;

/**
 * A member answers, and all correspondents send their answers. Returns the number of mails that the Parleys have sent.
 */
async function answered(parley: Parley, desk: MailDesk, id: string, how: object = {}): Promise<number> {
  words += 1;
  const path = `/workspaces/${desk.workspace.id}/inbox/${id}/messages`;
  const body = { content: `We have found it in room ${words}.`, ...how };
  const { status } = await parley.call('POST', path, { token: desk.admin.secret, body });
  expect(status).toBe(201);
  await desk.rows(
    `UPDATE replies SET dispatch_after_at = now() - interval '1 second' WHERE conversation_id = $1 AND status = 'queued'`,
    id,
  );
  return office.settle();
}

async function signedUp(parley: Parley, email: string): Promise<void> {
  const body = { email, password: PASSWORD, name: 'Ada' };
  expect((await parley.call('POST', '/accounts', { body })).status).toBe(202);
}

async function messagesOf(desk: MailDesk, id: string | null): Promise<string[]> {
  return (await desk.messages(id)).map(({ role }: { role: string }) => role);
}

const header = (letter: Letter, name: string): string =>
  new RegExp(`^${name}: *(.*)$`, 'im').exec(letter.raw)?.[1]?.trim() ?? '';

/** What a mailbox answers on its own to where people would answer. */
function replyTo(letter: Letter, from: string, fields: MailFields): Letter {
  const to = header(letter, 'Reply-To');
  const headers = { 'In-Reply-To': header(letter, 'Message-ID'), ...fields.headers };
  return { from, to, raw: aMail({ from, to, subject: 'Re: A question', ...fields, headers }) };
}

describe('two Parleys, each the customer of the other,', () => {
  it('have one message of each reply, and nothing else is sent', async () => {
    const { id } = await ours.begun(theirs.intake);
    expect(await answered(here, ours, id)).toBe(1);
    const begun = await theirs.rows(
      `SELECT conversation_id AS id FROM inbound_mails WHERE agent_id = $1 AND outcome = 'opened'`,
      theirs.agent.id,
    );
    expect(begun).toHaveLength(1);
    const other = (begun[0] as { id: string }).id;
    expect(await answered(there, theirs, other)).toBe(1);
    expect(await answered(here, ours, id)).toBe(1);
    expect(await messagesOf(ours, id)).toEqual(['customer', 'human', 'customer', 'human']);
    expect(await messagesOf(theirs, other)).toEqual(['customer', 'human', 'customer']);
  });

  it('keep what the other sends on its own, and answer none of it', async () => {
    const { id } = await theirs.begun();
    await theirs.change(id, `status = 'closed', closed_at = now()`);
    const before = await theirs.conversation(id);
    const ofConversation = replyAddressOf(there, id);
    for (const email of [theirs.intake, ofConversation]) await signedUp(here, email);
    expect(await office.settle()).toBe(2);
    const rows = await theirs.rows(
      `SELECT outcome, reason FROM inbound_mails WHERE from_address = $1 AND outcome IN ('quarantined', 'auto_reply') ORDER BY outcome`,
      'parley@here.example',
    );
    expect(rows).toEqual([
      { outcome: 'auto_reply', reason: null },
      { outcome: 'quarantined', reason: 'automatic_without_conversation' },
    ]);
    expect(await messagesOf(theirs, id)).toEqual(['customer', 'system']);
    expect(await theirs.conversation(id)).toEqual(before);
  });

  it('take reports of each other’s mail for what they are', async () => {
    const gone = person();
    const { id } = await ours.begun(gone);
    office.knows(gone, (letter) => {
      const about = header(letter, 'Message-ID');
      return [{ from: '', to: letter.from, raw: aDeliveryReport(letter.from, { recipient: gone, about }) }];
    });
    // The reply, and what tells its author that it came back.
    expect(await answered(here, ours, id)).toBe(2);
    expect(await messagesOf(ours, id)).toEqual(['customer', 'human', 'system']);
    expect(await ours.rows('SELECT status FROM replies WHERE conversation_id = $1', id)).toEqual([
      { status: 'bounced' },
    ]);
    // A report about what the service itself has written goes to MAIL_FROM.
    await signedUp(here, gone);
    expect(await office.settle()).toBe(1);
    // Mail to an unknown conversation is accepted too: a refusal makes a mail server write reports.
    const unknown = await ours.begun(replyAddressOf(there, randomUUID()));
    expect(await answered(here, ours, unknown.id)).toBe(1);
    expect(await messagesOf(ours, unknown.id)).toEqual(['customer', 'human']);
  });
});

describe('a mailbox that answers every mail', () => {
  it.each<[string, MailFields & { sender?: '' }]>([
    ['as RFC 3834 says', { headers: { 'Auto-Submitted': 'auto-replied' } }],
    ['as was usual before', { headers: { Precedence: 'bulk' } }],
    ['by its subject only', { subject: 'Out of office: Re: A question' }],
    ['from an empty sender', { sender: '' }],
  ])('and says so %s gets no answer', async (_how, { sender, ...fields }) => {
    const away = person();
    const { id } = await ours.begun(away);
    office.knows(away, (letter) => [
      { ...replyTo(letter, away, { text: 'I am away.', ...fields }), from: sender ?? away },
    ]);
    expect(await answered(here, ours, id)).toBe(1);
    expect(await answered(here, ours, id)).toBe(1);
    expect(await messagesOf(ours, id)).toEqual(['customer', 'human', 'system', 'human', 'system']);
    expect((await ours.conversation(id)).status).toBe('waiting');
  });

  it('and does not say so is taken for a person until it has said the same three times', async () => {
    const away = person();
    const { id } = await ours.begun(away);
    office.knows(away, (letter) => [replyTo(letter, away, { text: 'I am away.' })]);
    const states: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      expect(await answered(here, ours, id)).toBe(1);
      states.push((await ours.conversation(id)).status as string);
    }
    expect(states).toEqual(['open', 'open', 'waiting', 'waiting']);
  });

  it('and says something else each time, until it has done so twenty times', async () => {
    const away = person();
    const { id } = await ours.begun(away);
    office.knows(away, (letter) => [replyTo(letter, away, { text: `Ticket ${randomUUID()} was opened.` })]);
    const states: string[] = [];
    for (let round = 0; round < 21; round += 1) {
      expect(await answered(here, ours, id)).toBe(1);
      states.push((await ours.conversation(id)).status as string);
    }
    // The one that began the conversation counts.
    expect(states).toEqual([...Array<string>(19).fill('open'), 'waiting', 'waiting']);
  });
});

describe('our own mail that comes back', () => {
  it.each<[string, (raw: string) => string]>([
    ['by forwarding', (raw) => `Received: from list.example by here.example\r\n${raw}`],
    [
      'with another Message-ID',
      (raw) => raw.replace(/^Message-ID: .*$/im, `Message-ID: <${randomUUID()}@relay.example>`),
    ],
    ['from another sender', (raw) => raw.replace(/^From: .*$/im, 'From: list@example.net')],
  ])('%s is put away, wherever it arrives', async (_how, changed) => {
    const list = person();
    const { id } = await ours.begun(list);
    const conversations = () => ours.rows('SELECT id FROM conversations WHERE agent_id = $1', ours.agent.id);
    const { length } = await conversations();
    office.knows(list, ({ from, raw }) =>
      [ours.intake, replyAddressOf(here, id), from].map((to) => ({ from: list, to, raw: changed(raw) })),
    );
    expect(await answered(here, ours, id)).toBe(1);
    expect(await messagesOf(ours, id)).toEqual(['customer', 'human']);
    expect((await ours.conversation(id)).status).toBe('waiting');
    expect(await conversations()).toHaveLength(length);
  });

  it('goes round between agents of one Parley no more than once', async () => {
    const other = await anAgent(here, ours.workspace, ours.admin);
    const user = { externalId: 'another agent', email: intakeOf(here, other) };
    const { id } = await aConversation(here, { ...ours.agent, workspaceId: ours.workspace.id }, { user });
    expect(await answered(here, ours, id, { channel: 'email' })).toBe(1);
    expect(await messagesOf(ours, id)).toEqual(['customer', 'agent', 'human']);
    expect(await ours.rows('SELECT id FROM conversations WHERE agent_id = $1', other.id)).toEqual([]);
  });
});
