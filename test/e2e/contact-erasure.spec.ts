import { randomUUID } from 'node:crypto';
import type { ContactDto } from '../../src/contacts/contact.dto';
import type { ErasurePreviewDto, ErasureReceiptDto } from '../../src/erasure/erasure.dto';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aContact } from '../factories/contact';
import { aCredential } from '../factories/credential';
import { anErasure } from '../factories/erasure';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aMember } from '../factories/member';
import { workOn } from '../factories/worked-on-conversation';
import type { Reply } from '../support/call';
import { tablesWith } from '../support/everything';
import { indexContacts } from '../support/index-contacts';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: HelpDesk;
let contacts: string;

beforeAll(async () => {
  parley = await startParley();
  desk = await aHelpDesk(parley);
  contacts = `/workspaces/${desk.workspace.id}/contacts`;
});
afterAll(() => parley.stop());

const call = (method: string, path: string, body?: object, token = desk.admin.secret): Promise<Reply> =>
  parley.call(method, path, { token, ...(body && { body }) });
const erasureOf = (id: string): string => `${contacts}/${id}/erasure`;
const preview = async (id: string): Promise<ErasurePreviewDto> =>
  (await call('GET', erasureOf(id))).body as ErasurePreviewDto;
const contact = (fields: object): Promise<ContactDto> => aContact(parley, desk.workspace, desk.admin, fields);
const memberOf = async (...restrictedAgentIds: string[]): Promise<string> => {
  const member = await aMember(parley, desk.workspace, await anAccount(parley), { restrictedAgentIds });
  return (await aCredential(parley, member)).secret;
};
const figures = async (agentId: string): Promise<object> => {
  const { body } = await call('GET', `/workspaces/${desk.workspace.id}/agents/${agentId}`);
  const { messageCount, conversationCount, resolvedRate } = body as Record<string, number>;
  return { messageCount, conversationCount, resolvedRate };
};

/** A person with data of every kind, all of it with this word in it. */
async function person(word: string): Promise<ContactDto> {
  const created = await parley.call('POST', contacts, {
    token: desk.admin.secret,
    headers: { 'Idempotency-Key': `key-${randomUUID()}` },
    body: { externalId: `${word}-id`, name: `${word} Lee`, email: `${word}@example.com`, notes: `${word} notes` },
  });
  const user = { externalId: `${word}-id` };
  const first = await desk.chat({ message: `Do ${word} penguins fly?`, user, requestId: `r-${word}` });
  const { conversationId } = first.body as { conversationId: string };
  await desk.chat({ message: `May I talk to a person, ${word}?`, conversationId });
  await desk.chat({ message: `Hello, ${word}?`, conversationId });
  await desk.chat({ message: `How do I reset my password, ${word}?`, user });
  await workOn(parley, desk, conversationId, word);
  return created.body as ContactDto;
}

const ALL = {
  contacts: 1,
  conversations: 2,
  messages: 8,
  notes: 1,
  attachments: 1,
  files: 0,
  suggestions: 1,
  chatTurns: 4,
  knowledgeGaps: 1,
  supportRequests: 1,
  storedResponses: 1,
};
const NOTHING = Object.fromEntries(Object.keys(ALL).map((kind) => [kind, 0]));

describe('previewContactErasure', () => {
  it('200 counts what there is, and changes nothing', async () => {
    const { id } = await person('preview');
    const shown = await preview(id);
    expect(shown).toEqual({
      contactId: id,
      profile: true,
      records: ALL,
      confirmation: expect.stringMatching(/^[0-9a-f]{16}$/),
      receipt: null,
    });
    expect(await preview(id)).toEqual(shown);
  });

  it('has another confirmation after the person writes or a member edits the profile', async () => {
    const { id } = await contact({ externalId: 'changing' });
    const confirmations = [(await preview(id)).confirmation];
    await desk.chat({ message: 'How can I pay?', user: { externalId: 'changing' } });
    confirmations.push((await preview(id)).confirmation);
    await call('PATCH', `${contacts}/${id}`, { name: 'Ann' });
    confirmations.push((await preview(id)).confirmation);
    expect(new Set(confirmations).size).toBe(3);
  });

  it('200 for a person whose profile was removed', async () => {
    const { id } = await person('unlisted');
    await call('DELETE', `${contacts}/${id}`);
    expect(await preview(id)).toMatchObject({ profile: false, records: { ...ALL, contacts: 0 } });
  });

  it('403 role_insufficient below admin; 404 for who does not see the person', async () => {
    const other = await anAgent(parley, desk.workspace, desk.admin);
    const { id } = await contact({ externalId: 'seen', agentIds: [desk.agent.id] });
    await desk.chat({ message: 'How can I pay?', user: { externalId: 'seen' } });
    const codes = async (): Promise<string[]> =>
      Promise.all(
        [desk.agent.id, other.id].map(async (agentId) => {
          const { body } = await call('GET', erasureOf(id), undefined, await memberOf(agentId));
          return (body as { code: string }).code;
        }),
      );
    expect(await codes()).toEqual(['role_insufficient', 'not_found']);
    await call('DELETE', `${contacts}/${id}`);
    expect(await codes()).toEqual(['role_insufficient', 'not_found']);
    await anErasure(parley, desk.workspace, desk.admin, id);
    expect(await codes()).toEqual(['not_found', 'not_found']);
  });
});

describe('eraseContact', () => {
  it('200 erases every trace, also in the search index, and no other person', async () => {
    const other = await person('keptword');
    const { id } = await person('goneword');
    // The index has the contact's text in sets, and an older text of it in the note of a change.
    await indexContacts(parley, desk.workspace);
    await call('PATCH', `${contacts}/${id}`, { company: 'Laterword Ltd' });
    expect(await tablesWith(parley, 'goneword')).toEqual(
      expect.arrayContaining([
        ...['chat_turns', 'contacts', 'conversations', 'copilot_suggestions', 'inbox_notes'],
        ...['knowledge_gaps', 'message_attachments', 'messages', 'reply_revisions', 'support_requests'],
      ]),
    );
    expect(await tablesWith(parley, ',gon,')).toEqual(['contact_postings']);
    const before = await preview(other.id);

    const { status, body } = await anErasure(parley, desk.workspace, desk.admin, id);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      contactId: id,
      erasedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      erasedBy: expect.any(String),
      records: ALL,
    });
    for (const word of ['goneword', 'laterword', ',gon,', ',rwo,']) expect(await tablesWith(parley, word)).toEqual([]);
    // The id alone, in the receipt, in the entry of the audit log, and in the event by which receivers delete their copies.
    expect(await tablesWith(parley, id)).toEqual(['audit_entries', 'contact_erasures', 'workspace_events']);
    const { body: list } = await parley.call('GET', contacts, {
      token: desk.admin.secret,
      query: { search: 'goneword' },
    });
    expect(list).toMatchObject({ contacts: [], total: 0 });
    expect(await preview(other.id)).toEqual(before);
    expect((await call('GET', `${contacts}/${other.id}`)).body.conversations).toHaveLength(2);
  });

  it('erases what the search index still says of a profile that was removed before', async () => {
    const { id } = await person('earlierword');
    await indexContacts(parley, desk.workspace);
    await call('DELETE', `${contacts}/${id}`);
    expect(await tablesWith(parley, 'earlierword')).toContain('contact_changes');
    await anErasure(parley, desk.workspace, desk.admin, id);
    for (const word of ['earlierword', ',rli,']) expect(await tablesWith(parley, word)).toEqual([]);
  });

  it('leaves the figures of the agents exact', async () => {
    const fresh = await aHelpDesk(parley);
    const path = `/workspaces/${fresh.workspace.id}/agents/${fresh.agent.id}`;
    const record = async (): Promise<unknown> => (await call('GET', path, undefined, fresh.admin.secret)).body;
    const end = async (user: { externalId: string }, disposition: string): Promise<void> => {
      const { supportRequestId } = (await fresh.chat({ message: 'human please', user })).body;
      const transition = { kind: 'end', disposition };
      const input = {
        expectedVersion: 1,
        idempotencyKey: 'end',
        reason: 'Done.',
        occurredAt: new Date().toISOString(),
      };
      const at = `/workspaces/${fresh.workspace.id}/support-requests/${supportRequestId}/transitions`;
      expect((await call('POST', at, { ...input, transition }, fresh.admin.secret)).status).toBe(200);
    };
    await end({ externalId: 'one' }, 'spam');
    await end({ externalId: 'two' }, 'resolved');
    await fresh.chat({ message: 'How can I pay?' });
    expect(await record()).toMatchObject({ messageCount: 6, conversationCount: 3, resolvedRate: 0.5 });
    const [one] = (
      await parley.call('GET', `/workspaces/${fresh.workspace.id}/contacts`, {
        token: fresh.admin.secret,
        query: { search: 'one' },
      })
    ).body.contacts as ContactDto[];
    await anErasure(parley, fresh.workspace, fresh.admin, one!.id);
    expect(await record()).toMatchObject({ messageCount: 4, conversationCount: 2, resolvedRate: 1 });
  });

  it('200 again with the same receipt, for any caller and confirmation', async () => {
    const { id } = await person('twice');
    const first = (await anErasure(parley, desk.workspace, desk.admin, id)).body as ErasureReceiptDto;
    const before = await figures(desk.agent.id);
    const other = await aMember(parley, desk.workspace, await anAccount(parley), { role: 'admin' });
    const again = await call('POST', erasureOf(id), { confirm: 'x' }, (await aCredential(parley, other)).secret);
    expect([again.status, again.body]).toEqual([200, first]);
    expect((await call('POST', erasureOf(id.toUpperCase()), {})).body).toEqual(first);
    expect(await preview(id)).toMatchObject({ profile: false, records: NOTHING, receipt: first });
    expect(await figures(desk.agent.id)).toEqual(before);
  });

  it('200 with the receipt of an earlier version, which had counted less', async () => {
    const { id } = await contact({ externalId: 'earlier' });
    const { body } = await anErasure(parley, desk.workspace, desk.admin, id);
    const without = `UPDATE contact_erasures SET records = records - '{notes,attachments,files,suggestions}'::text[] WHERE id = $1`;
    await parley.database.query(without, [body.id]);
    expect((await preview(id)).receipt).toEqual(body);
  });

  it('20 at once erase once', async () => {
    const { id } = await person('crowd');
    await call('DELETE', `${contacts}/${id}`);
    const { confirmation } = await preview(id);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        call('POST', erasureOf(n % 2 ? id : id.toUpperCase()), { confirm: confirmation }),
      ),
    );
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]).toMatchObject({ status: 200, body: { contactId: id, records: { ...ALL, contacts: 0 } } });
  });

  it.each([
    ['without a confirmation', {}, 'required'],
    ['with another person’s id', { confirm: randomUUID() }, 'not_current'],
    ['with an empty one', { confirm: '' }, 'not_current'],
  ])('400 confirmation_required %s, and nothing is erased', async (_what, body, code) => {
    const { id } = await person(`unconfirmed${randomUUID().slice(0, 4)}`);
    const before = [await preview(id), await figures(desk.agent.id)];
    const refused = await call('POST', erasureOf(id), body);
    expect([refused.status, refused.body.code]).toEqual([400, 'confirmation_required']);
    expect(refused.body.details).toEqual([{ path: '/confirm', code, message: expect.any(String) }]);
    expect([await preview(id), await figures(desk.agent.id)]).toEqual(before);
  });

  it('400 confirmation_required where something was added after the preview', async () => {
    const { id } = await person('stale');
    const { confirmation } = await preview(id);
    await desk.chat({ message: 'One more thing', user: { externalId: 'stale-id' } });
    const refused = await call('POST', erasureOf(id), { confirm: confirmation });
    expect(refused.body).toMatchObject({ code: 'confirmation_required', details: [{ code: 'not_current' }] });
    expect(await preview(id)).toMatchObject({ records: { ...ALL, conversations: 3, messages: 10, chatTurns: 5 } });
  });

  it('400 validation_failed for a confirmation that is no text', async () => {
    const { id } = await contact({ externalId: 'typed' });
    const refused = await call('POST', erasureOf(id), { confirm: 5 });
    expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
  });

  it('replays its response to a retry with the same Idempotency-Key', async () => {
    const { id } = await contact({ externalId: 'replayed' });
    const { confirmation } = await preview(id);
    const send = (): Promise<Reply> =>
      parley.call('POST', erasureOf(id), {
        token: desk.admin.secret,
        headers: { 'Idempotency-Key': 'erase-once' },
        body: { confirm: confirmation },
      });
    const first = await send();
    const again = await send();
    expect([first.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('erases who wrote 20,000 messages in a few statements', async () => {
    const { id } = await contact({ externalId: 'talkative' });
    const { conversationId } = (await desk.chat({ message: 'Hi', user: { externalId: 'talkative' } })).body;
    await parley.database.query(
      `INSERT INTO messages (workspace_id, conversation_id, id, role, channel, content)
       SELECT $1, $2, gen_random_uuid(), 'customer', 'widget', 'word ' || n FROM generate_series(1, 20000) n`,
      [desk.workspace.id, conversationId],
    );
    await parley.database.query('UPDATE agent_counters SET message_count = message_count + 20000 WHERE agent_id = $1', [
      desk.agent.id,
    ]);
    let erased: Reply | undefined;
    const statements = await parley.statementsOf(async () => {
      erased = await anErasure(parley, desk.workspace, desk.admin, id);
    });
    expect(erased).toMatchObject({ status: 200, body: { records: { messages: 20_002, conversations: 1 } } });
    expect(statements.length).toBeLessThan(70);
  });
});
