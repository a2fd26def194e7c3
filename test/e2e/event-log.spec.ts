import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aConversation } from '../factories/conversation';
import { aCredential } from '../factories/credential';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aMember } from '../factories/member';
import type { Reply } from '../support/call';
import { EventStream } from '../support/event-stream';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: HelpDesk;
let restricted: { memberId: string; secret: string };

beforeAll(async () => {
  parley = await startParley();
  desk = await aHelpDesk(parley);
  const member = await aMember(parley, desk.workspace, await anAccount(parley), { restrictedAgentIds: [desk.agent.id] });
  restricted = { memberId: member.memberId, secret: (await aCredential(parley, member)).secret };
});
afterAll(() => parley.stop());

interface Shown {
  id: string;
  position: string;
  type: string;
  requestId: string | null;
  actor: { kind: string; memberId: string | null; keyId: string | null };
  data: Record<string, unknown>;
  changed: string[];
  previous: Record<string, unknown>;
  resource: Record<string, unknown> | null;
  resourceOmitted: string | null;
}

const list = (query: Record<string, string> = {}, token = desk.admin.secret): Promise<Reply> =>
  parley.call('GET', `/workspaces/${desk.workspace.id}/events`, { token, query });
const latest = async (): Promise<string> => (await list({ after: 'latest' })).body.next as string;
const eventsAfter = async (after: string, query = {}, token = desk.admin.secret): Promise<Shown[]> => {
  const events: Shown[] = [];
  // Other suites on the same server hold the horizon back for a moment.
  for (let past = after, empty = 0; empty < 2;) {
    const { status, body } = await list({ after: past, wait: '1', ...query }, token);
    expect([status, body.details]).toEqual([200, undefined]);
    events.push(...(body.events as Shown[]));
    empty = body.events.length === 0 ? empty + 1 : 0;
    past = body.next as string;
  }
  return events;
};
const inbox = (conversationId: string, rest = ''): string =>
  `/workspaces/${desk.workspace.id}/inbox/${conversationId}${rest}`;
const namesOf = (events: Shown[]): string[] => events.map(({ type }) => type);

describe('listEvents', () => {
  it('200 with each change once: its data, what has changed, who did it, and in which request', async () => {
    const { id } = await aConversation(parley, desk.agent);
    const after = await latest();
    const headers = { 'x-request-id': 'my-own-call' };
    const body = { subject: 'Invoice', expectedVersion: 2 };
    await parley.call('PATCH', inbox(id), { token: restricted.secret, body, headers });
    const [event, ...more] = await eventsAfter(after);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'conversation.updated',
      schemaVersion: 1,
      workspaceId: desk.workspace.id,
      actor: { kind: 'member', memberId: restricted.memberId, keyId: null },
      requestId: 'my-own-call',
      changed: ['subject'],
      previous: {},
      resource: null,
      resourceOmitted: 'not_requested',
    });
    expect(event!.data).toEqual({
      ...{ agentId: desk.agent.id, conversationId: id, contactId: null, status: 'open', handler: 'agent' },
      ...{ assigneeMemberId: null, labelIds: [], version: 3 },
    });
  });
});
