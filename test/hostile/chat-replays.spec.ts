import { randomUUID } from 'node:crypto';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aKey, aToken } from '../factories/key';
import { type Parley, startParley } from '../support/parley';

const QUESTION = 'How do I reset my password?';

/** A chat turn that is sent again with its `requestId`, after something has changed. */
describe('a repeated chat turn', () => {
  let parley: Parley;
  let desk: HelpDesk;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());
  beforeEach(async () => {
    desk = await aHelpDesk(parley);
  });

  const path = (): string => `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}`;
  const turn = (token: string, more: object = {}) =>
    parley.call('POST', `${path()}/chat`, { token, body: { message: QUESTION, requestId: 'turn-1', ...more } });
  const admin = (method: string, below: string, body?: object) =>
    parley.call(method, below, { token: desk.admin.secret, body });

  it('is returned to its key and the tokens of that, and to no other key', async () => {
    const { secret } = desk.key;
    const first = await turn(secret);
    expect(first.status).toBe(200);
    for (const token of [
      secret,
      await aToken(parley, desk.key),
      await aToken(parley, desk.key, { scope: 'chat:write' }),
    ]) {
      const again = await turn(token);
      expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    }
    const other = await turn((await aKey(parley, desk.workspace)).secret);
    expect([other.status, other.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect(other.body.turnId).not.toBe(first.body.turnId);
  });

  it('403 scope_missing for a token or a key that cannot chat any more, 401 for a key that was revoked', async () => {
    const { id, secret } = desk.key;
    const keyPath = `/workspaces/${desk.workspace.id}/keys/${id}`;
    const reader = await aToken(parley, desk.key, { scope: 'agents:read' });
    const chatter = await aToken(parley, desk.key);
    expect((await turn(secret)).status).toBe(200);
    expect((await turn(reader)).body.code).toBe('scope_missing');
    await admin('PATCH', keyPath, { scopes: ['agents:read'] });
    expect((await turn(secret)).body.code).toBe('scope_missing');
    expect((await turn(chatter)).body.code).toBe('scope_missing');
    await admin('DELETE', keyPath);
    expect((await turn(secret)).body.code).toBe('api_key_revoked');
  });

  it('is returned unchanged while its agent is inactive or scheduled for deletion, and 404 once that is gone', async () => {
    const first = await turn(desk.key.secret);
    const changes: [string, string, object?][] = [
      ['PATCH', path(), { status: 'inactive', name: 'Renamed' }],
      ['DELETE', path()],
      ['POST', `${path()}/restore`],
    ];
    for (const [method, below, body] of changes) {
      expect((await admin(method, below, body)).status).toBe(200);
      expect((await turn(desk.key.secret)).text).toBe(first.text);
    }
    const fresh = await turn(desk.key.secret, { requestId: 'turn-2' });
    expect([fresh.status, fresh.body.code]).toEqual([409, 'agent_inactive']);
    await parley.database.query('DELETE FROM agents WHERE id = $1', [desk.agent.id]);
    expect((await turn(desk.key.secret)).status).toBe(404);
  });

  it('is returned to no caller once its conversation is erased', async () => {
    const user = { externalId: `customer-${randomUUID()}` };
    const first = await turn(desk.key.secret, { user });
    const [contact] = await parley.database.query<{ id: string }[]>('SELECT id FROM contacts WHERE external_id = $1', [
      user.externalId,
    ]);
    const erasure = `/workspaces/${desk.workspace.id}/contacts/${contact!.id}/erasure`;
    const { confirmation } = (await admin('GET', erasure)).body;
    expect((await admin('POST', erasure, { confirm: confirmation })).status).toBe(200);
    const again = await turn(desk.key.secret, { user });
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    expect(again.body.conversationId).not.toBe(first.body.conversationId);
  });

  it('409 idempotency_key_reused, and nothing of the first, for another message, user or conversation', async () => {
    const first = await turn(desk.key.secret);
    for (const more of [
      { message: 'What does the Team plan cost?' },
      { user: { externalId: 'somebody-else' } },
      { conversationId: first.body.conversationId as string },
    ]) {
      const { status, body, text } = await turn(desk.key.secret, more);
      expect([status, body.code]).toEqual([409, 'idempotency_key_reused']);
      expect(text).not.toContain(first.body.turnId);
    }
  });

  it('is another turn for another agent of the workspace', async () => {
    const first = await turn(desk.key.secret);
    const { body } = await admin('POST', `/workspaces/${desk.workspace.id}/agents`, {
      name: 'Other',
      status: 'active',
    });
    const other = await parley.call('POST', `/workspaces/${desk.workspace.id}/agents/${body.id}/chat`, {
      token: desk.key.secret,
      body: { message: QUESTION, requestId: 'turn-1' },
    });
    expect([other.status, other.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect(other.body.turnId).not.toBe(first.body.turnId);
  });
});
