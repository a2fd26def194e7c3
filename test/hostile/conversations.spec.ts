import { anAgent } from '../factories/agent';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { type Parley, startParley } from '../support/parley';

/** Ids of conversations are not secret, so knowing one must not give access to its messages. */
describe('the id of a conversation', () => {
  let parley: Parley;
  let desk: HelpDesk;
  let conversationId: string;
  beforeAll(async () => {
    parley = await startParley();
    desk = await aHelpDesk(parley);
    conversationId = (await desk.chat({ message: 'How do I reset my password?' })).body.conversationId as string;
  });
  afterAll(() => parley.stop());

  const messages = (): Promise<unknown> => parley.database.query('SELECT id, content FROM messages ORDER BY id');

  const expectUnknownTo = async (path: string, token: string): Promise<void> => {
    const before = await messages();
    const body = { message: 'And what did I ask before?', conversationId };
    const reply = await parley.call('POST', `${path}/chat`, { token, body });
    expect([reply.status, reply.body.code]).toEqual([400, 'association_invalid']);
    expect(reply.body.details).toMatchObject([{ path: '/conversationId', code: 'association_invalid' }]);
    expect(await messages()).toEqual(before);
  };

  it('is worth nothing to another agent of the same workspace', async () => {
    const other = await anAgent(parley, desk.workspace, desk.admin);
    await expectUnknownTo(`/workspaces/${desk.workspace.id}/agents/${other.id}`, desk.key.secret);
  });

  it('is worth nothing in another workspace', async () => {
    const { workspace, agent, key } = await aHelpDesk(parley);
    await expectUnknownTo(`/workspaces/${workspace.id}/agents/${agent.id}`, key.secret);
  });

  it('is worth nothing to an agent of a retry that gave its requestId to both', async () => {
    const other = await anAgent(parley, desk.workspace, desk.admin);
    const turn = { message: 'How can I pay?', conversationId, requestId: 'shared' };
    expect((await desk.chat(turn)).status).toBe(200);
    const path = `/workspaces/${desk.workspace.id}/agents/${other.id}/chat`;
    const reply = await parley.call('POST', path, { token: desk.key.secret, body: turn });
    expect([reply.status, reply.body.code]).toEqual([400, 'association_invalid']);
  });
});
