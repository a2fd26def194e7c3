import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aContact } from '../factories/contact';
import { aCredential } from '../factories/credential';
import { MAIL_SETTINGS } from '../factories/mail';
import { MailDesk, person } from '../factories/mail-fixtures';
import { aMember } from '../factories/member';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: MailDesk;

beforeAll(async () => {
  parley = await startParley({ settings: MAIL_SETTINGS });
  desk = await MailDesk.of(parley);
});
afterAll(() => parley.stop());

const update = (id: string, body: object, token = desk.admin.secret) =>
  parley.call('PATCH', `/workspaces/${desk.workspace.id}/inbox/${id}`, { token, body });
const versionOf = async (id: string): Promise<number> => Number((await desk.conversation(id)).version);

describe('updateConversation with contactId', () => {
  it('200, and the former contact stays a participant whose answers belong to the conversation', async () => {
    const { id, from } = await desk.begun();
    const email = person();
    const contact = await aContact(parley, desk.workspace, desk.admin, { email });
    const expectedVersion = await versionOf(id);
    const { status, body } = await update(id, { expectedVersion, contactId: contact.id });
    expect([status, body.contactId, body.version]).toEqual([200, contact.id, expectedVersion + 1]);
    const participants = await desk.rows(
      'SELECT address FROM conversation_participants WHERE conversation_id = $1',
      id,
    );
    expect(participants).toContainEqual({ address: from });
    const relations = async (): Promise<string[]> =>
      (await desk.messages(id)).map(({ sender }) => sender.relation as string);
    await desk.answer(id, { from, text: 'From the former one' });
    await desk.answer(id, { from: email, text: 'From the new one' });
    expect(await relations()).toEqual(['contact', 'participant', 'contact']);
  });

  it('200 without a change for the same contact', async () => {
    const { id } = await desk.begun();
    const { contact_id: contactId } = await desk.conversation(id);
    const expectedVersion = await versionOf(id);
    expect((await update(id, { expectedVersion, contactId: contactId as string })).body.version).toBe(expectedVersion);
  });

  it('400 for a contact that does not exist, of another workspace, or that the caller does not see', async () => {
    const { id } = await desk.begun();
    const other = await MailDesk.of(parley);
    const foreign = await aContact(parley, other.workspace, other.admin, {});
    const elsewhere = await anAgent(parley, desk.workspace, desk.admin);
    const hidden = await aContact(parley, desk.workspace, desk.admin, { agentIds: [elsewhere.id] });
    const account = await aMember(parley, desk.workspace, await anAccount(parley), {
      restrictedAgentIds: [desk.agent.id],
    });
    const { secret } = await aCredential(parley, account);
    const before = await desk.conversation(id);
    const expectedVersion = await versionOf(id);
    for (const [contactId, token] of [
      ['01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f', desk.admin.secret],
      [foreign.id, desk.admin.secret],
      [hidden.id, secret],
    ] as const) {
      const { status, body } = await update(id, { expectedVersion, contactId }, token);
      expect([status, body.code, body.details]).toMatchObject([400, 'association_invalid', [{ path: '/contactId' }]]);
    }
    expect(await desk.conversation(id)).toEqual(before);
    const none = await update(id, { expectedVersion, contactId: null });
    expect(none.status).toBe(400);
  });
});
