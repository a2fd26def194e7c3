import { FeatureCatalog } from '../../src/common/feature/feature-catalog';
import { ExpiredRows } from '../../src/common/jobs/expired-rows';
import { FEATURES } from '../../src/features';
import { RetentionSweep } from '../../src/retention/retention-sweep';
import { anAccount } from '../factories/account';
import { aContact } from '../factories/contact';
import { aCredential } from '../factories/credential';
import { anErasure } from '../factories/erasure';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aKey, aToken } from '../factories/key';
import { CallbacksModule } from '../fixtures/features/callbacks/callbacks.module';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

/** Apart from others: what a feature declares is known to the whole process. */
let parley: Parley;
let desk: HelpDesk;
let callbacks: string;
beforeAll(async () => {
  parley = await startParley({ features: new FeatureCatalog(FEATURES, [CallbacksModule]) });
  desk = await aHelpDesk(parley);
  callbacks = `/workspaces/${desk.workspace.id}/callbacks`;
});
afterAll(() => parley.stop());
beforeEach(() => parley.database.query('DELETE FROM callbacks'));

const call = (method: string, path: string, token: string, body?: object): Promise<Reply> =>
  parley.call(method, path, { token, ...(body && { body }) });
const add = (phone: string, of: { contact?: string; conversation?: string; days?: number }): Promise<unknown> =>
  parley.database.query(
    `INSERT INTO callbacks (workspace_id, phone, contact_id, conversation_id, created_at)
     VALUES ($1, $2, $3, $4, now() - make_interval(days => $5))`,
    [desk.workspace.id, phone, of.contact ?? null, of.conversation ?? null, of.days ?? 0],
  );
const left = async (): Promise<string[]> => {
  const rows = await parley.database.query<{ phone: string }[]>('SELECT phone FROM callbacks ORDER BY phone');
  return rows.map(({ phone }) => phone);
};
const conversationOf = async (externalId: string): Promise<string> => {
  const { body } = await desk.chat({ message: 'How do I reset my password?', user: { externalId } });
  return body.conversationId as string;
};

describe('its scopes', () => {
  it('are needed, issued and listed like those of the tree', async () => {
    const account = await anAccount(parley);
    const workspace = (await call('POST', '/workspaces', (await aCredential(parley, account)).secret, { name: 'A' }))
      .body;
    const path = `/workspaces/${workspace.id}/callbacks`;
    const reader = (await aCredential(parley, account, { scopes: ['callbacks:read'] })).secret;
    const other = (await aCredential(parley, account, { scopes: ['workspaces:read'] })).secret;
    expect((await call('GET', path, reader)).body).toEqual({ callbacks: [] });
    expect((await call('GET', path, other)).body.code).toBe('scope_missing');
    expect((await call('POST', path, reader, { phone: '1' })).body.code).toBe('scope_missing');
    const { operations } = (await parley.call('GET', '/capabilities')).body;
    const listed = operations.find((one: { operationId: string }) => one.operationId === 'listCallbacks');
    expect(listed.scopes).toEqual(['callbacks:read', 'callbacks:list']);
  });

  it('are those of a workspace key and its access tokens', async () => {
    const key = await aKey(parley, desk.workspace, { scopes: ['callbacks:list'] });
    const other = await aKey(parley, desk.workspace, { scopes: ['chat:write'] });
    const token = await aToken(parley, key, { scope: 'callbacks:list' });
    expect((await call('GET', callbacks, key.secret)).status).toBe(200);
    expect((await call('GET', callbacks, token)).status).toBe(200);
    expect((await call('GET', callbacks, other.secret)).body.code).toBe('scope_missing');
    const { body } = await parley.call('GET', '/.well-known/oauth-authorization-server');
    expect(body.scopes_supported).toEqual(['agents:read', 'chat:write', 'callbacks:list']);
  });
});

describe('its limit and its error', () => {
  it('429 for one call too many of a caller, 409 with its code', async () => {
    const token = (await aCredential(parley, desk.owner)).secret;
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await call('GET', callbacks, token)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await call('POST', callbacks, token, { phone: '1' })).status).toBe(201);
    const { status, body } = await call('POST', callbacks, token, { phone: '1' });
    expect([status, body.code]).toEqual([409, 'callback_wanted']);
  });
});

describe('its rows', () => {
  it('go with a person and their conversations, and are counted', async () => {
    const { id } = await aContact(parley, desk.workspace, desk.admin, { externalId: 'ann' });
    await add('of the person', { contact: id });
    await add('of the conversation', { conversation: await conversationOf('ann') });
    await add('of both', { contact: id, conversation: await conversationOf('ann') });
    await add('of another', { conversation: await conversationOf('ben') });
    const path = `/workspaces/${desk.workspace.id}/contacts/${id}/erasure`;
    expect((await call('GET', path, desk.admin.secret)).body.records).toMatchObject({ contacts: 1, callbacks: 3 });
    const { status, body } = await anErasure(parley, desk.workspace, desk.admin, id);
    expect([status, body.records.callbacks, body.records.conversations]).toEqual([200, 3, 2]);
    expect(Object.keys((await call('GET', path, desk.admin.secret)).body.records)).toEqual([
      ...['contacts', 'conversations', 'messages', 'notes', 'attachments', 'files', 'suggestions', 'chatTurns'],
      ...['knowledgeGaps', 'supportRequests', 'storedResponses', 'callbacks'],
    ]);
    expect(await left()).toEqual(['of another']);
  });

  it('that come in after the preview make another confirmation', async () => {
    const { id } = await aContact(parley, desk.workspace, desk.admin, { externalId: 'cid' });
    const path = `/workspaces/${desk.workspace.id}/contacts/${id}/erasure`;
    const { confirmation } = (await call('GET', path, desk.admin.secret)).body;
    await add('late', { contact: id });
    const { body } = await call('POST', path, desk.admin.secret, { confirm: confirmation });
    expect([body.code, await left()]).toEqual(['confirmation_required', ['late']]);
  });

  it('expire', async () => {
    await add('over', {});
    await parley.database.query(`UPDATE callbacks SET expires_at = now() - interval '1 second'`);
    await add('not over', {});
    await parley.get(ExpiredRows).runOnce();
    expect(await left()).toEqual(['not over']);
  });

  it('are kept for as many days as a workspace sets', async () => {
    const retention = `/workspaces/${desk.workspace.id}/retention`;
    await add('old', { days: 31 });
    await add('new', { days: 29 });
    expect((await call('GET', retention, desk.admin.secret)).body).toMatchObject({ gapDays: null, callbackDays: null });
    const preview = await call('GET', `${retention}/preview?callbackDays=30`, desk.admin.secret);
    expect(preview.body).toMatchObject({ conversations: 0, callbacks: 1, more: false });
    const refused = await call('PATCH', retention, desk.admin.secret, { callbackDays: 0 });
    expect([refused.status, refused.body.details[0].path]).toEqual([400, '/callbackDays']);
    expect((await call('PATCH', retention, desk.admin.secret, { callbackDays: 30 })).body.callbackDays).toBe(30);
    await parley.get(RetentionSweep).runOnce();
    expect(await left()).toEqual(['new']);
  });
});
