import { ConversationDesk, refusalOf } from '../factories/conversation-fixtures';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: ConversationDesk;

beforeAll(async () => {
  parley = await startParley();
  desk = await ConversationDesk.open(parley);
});
afterAll(() => parley.stop());

describe('names, titles and subjects', () => {
  it.each(['two\nlines', 'tab\there', 'over\u202eridden', 'zero\u200bwidth', '\u3164'])('400 for %j', async (text) => {
    const { id: workspaceId } = desk.workspace;
    const token = desk.owner.secret;
    const { id } = (await desk.conversation()) as { id: string };
    const refused = await Promise.all([
      desk.update(id, { expectedVersion: await desk.version(id), subject: text }),
      parley.call('POST', `/workspaces/${workspaceId}/support-requests`, {
        token,
        body: { conversationId: id, subject: text },
      }),
      parley.call('POST', `/workspaces/${workspaceId}/labels`, { token, body: { name: text } }),
      parley.call('PATCH', `/workspaces/${workspaceId}/agents/${desk.agent.id}`, { token, body: { name: text } }),
      parley.call('PATCH', `/workspaces/${workspaceId}`, { token, body: { name: text } }),
      parley.call('POST', `/workspaces/${workspaceId}/contacts`, { token, body: { name: text } }),
    ]);
    expect(refused.map(refusalOf)).toEqual([
      ...['/subject', '/subject', '/name', '/name', '/name', '/name'].map((path) => [400, 'validation_failed', path]),
    ]);
  });

  it.each(['می‌خواهم', '👩🏽‍⚕️ Dr. Zoë', 'ക്‍'])('take %s as it is', async (name) => {
    const path = `/workspaces/${desk.workspace.id}/labels`;
    const { status, body } = await parley.call('POST', path, { token: desk.owner.secret, body: { name } });
    expect([status, body.name]).toEqual([201, name]);
  });
});
