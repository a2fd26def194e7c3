import { RefusedAttempts } from '../../src/common/audit/refused-attempts';
/* oxlint-disable typescript/no-explicit-any -- entries of every shape */
import { anAccount, type TestAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aContact } from '../factories/contact';
import { aCredential, type IssuedCredential } from '../factories/credential';
import { aKey } from '../factories/key';
import { aMember } from '../factories/member';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let owner: TestAccount;
let admin: IssuedCredential;
let workspace: { id: string };

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

beforeEach(async () => {
  owner = await anAccount(parley);
  admin = await aCredential(parley, owner);
  workspace = await aWorkspace(parley, admin);
});

const base = () => `/workspaces/${workspace.id}`;
const as = (method: string, path: string, body?: object, token = admin.secret) =>
  parley.call(method, path, { token, ...(body && { body }) });
const entries = async (query: Record<string, string> = {}) => {
  await parley.get(RefusedAttempts).settled();
  const reply = await parley.call('GET', `${base()}/audit`, { token: admin.secret, query });
  expect(reply.status).toBe(200);
  return reply.body.entries as Record<string, any>[];
};
const newest = async (query: Record<string, string> = {}) => (await entries(query))[0]!;

describe('an entry', () => {
  it('has who, what and the values before and after', async () => {
    const agent = await anAgent(parley, workspace, admin);
    const { headers } = await parley.call('PATCH', `${base()}/agents/${agent.id}`, {
      token: admin.secret,
      body: { temperature: 0.9, supportEmail: 'ada.l@example.com', website: 'https://example.com/private/path' },
      headers: { 'user-agent': 'audit-test/1.2 (secret words)' },
    });
    const entry = await newest();
    expect(entry).toMatchObject({
      workspaceId: workspace.id,
      sequence: null,
      operationId: 'updateAgent',
      surface: 'rest',
      outcome: 'succeeded',
      code: null,
      count: 1,
      actor: {
        kind: 'credential',
        accountId: owner.id,
        role: 'owner',
        credentialId: admin.id,
        lineage: [admin.id],
        name: owner.name,
      },
      subject: { type: 'agent', id: agent.id },
      requestId: headers.get('x-request-id'),
      address: '127.0.0.0/24',
      client: 'audit-test/1.2',
      batch: null,
    });
    expect(entry.changes).toEqual([
      { field: 'temperature', before: expect.any(Number), after: 0.9, redacted: false },
      { field: 'supportEmail', before: null, after: null, redacted: true },
      {
        field: 'website',
        before: null,
        after: { origin: 'https://example.com', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
        redacted: false,
      },
    ]);
  });

  it('keeps a short text of the configuration, and the hash of a long one', async () => {
    const agent = await anAgent(parley, workspace, admin);
    await as('PATCH', `${base()}/agents/${agent.id}`, { name: 'Help', systemPrompt: 'Be kind. '.repeat(20) });
    expect((await newest()).changes).toEqual([
      { field: 'name', before: expect.any(String), after: 'Help', redacted: false },
      {
        field: 'systemPrompt',
        before: expect.anything(),
        after: { sha256: expect.any(String), length: 180 },
        redacted: false,
      },
    ]);
  });

  it('has no change for a value that stays', async () => {
    const label = (await as('POST', `${base()}/labels`, { name: 'Refund' })).body;
    await as('PATCH', `${base()}/labels/${label.id}`, { name: 'Refund', color: '#ff0000' });
    expect((await newest()).changes).toEqual([
      { field: 'color', before: '#6b7280', after: '#ff0000', redacted: false },
    ]);
  });

  it('is none for a replay by key, and for what was rolled back', async () => {
    const create = () =>
      parley.call('POST', `${base()}/labels`, {
        token: admin.secret,
        body: { name: 'Once' },
        headers: { 'idempotency-key': 'once' },
      });
    expect((await create()).status).toBe(201);
    expect((await create()).headers.get('idempotency-replayed')).toBe('true');
    expect((await as('POST', `${base()}/labels`, { name: 'once' })).status).toBe(409);
    expect(await entries({ operationId: 'createLabel' })).toHaveLength(1);
  });

  it('is written with its change or not at all', async () => {
    await parley.database.query(
      `ALTER TABLE audit_entries ADD CONSTRAINT refused CHECK (operation_id <> 'createLabel') NOT VALID`,
    );
    try {
      expect((await as('POST', `${base()}/labels`, { name: 'Unseen' })).status).toBe(500);
    } finally {
      await parley.database.query('ALTER TABLE audit_entries DROP CONSTRAINT refused');
    }
    expect((await as('GET', `${base()}/labels`)).body.labels).toEqual([]);
  });

  it('names the lineage of a credential, oldest first', async () => {
    const issue = { name: 'child', scopes: ['workspaces:read', 'workspaces:write'], currentPassword: owner.password };
    const wide = await aCredential(parley, owner);
    const child = (await as('POST', '/account-credentials', issue, wide.secret)).body;
    await as('POST', `${base()}/labels`, { name: 'By a child' }, child.secret);
    const entry = await newest({ credentialId: wide.id });
    expect(entry.operationId).toBe('createLabel');
    expect(entry.actor.lineage).toEqual([wide.id, child.credential.id]);
  });

  it('has ids only of what is about people, and survives their erasure unchanged', async () => {
    const contact = await aContact(parley, workspace, admin, { name: 'Grace Hopper', email: 'grace@example.com' });
    expect((await parley.auditLog()).join()).not.toMatch(/Grace|grace@/);
    await parley.drain();
    const before = await newest({ subjectId: contact.id });
    const path = `${base()}/contacts/${contact.id}/erasure`;
    const { confirmation } = (await as('GET', path)).body;
    expect((await as('POST', path, { confirm: confirmation })).status).toBe(200);
    const [erasure, created] = await entries({ subjectId: contact.id });
    expect(erasure!.operationId).toBe('eraseContact');
    expect(created).toEqual(before);
    await parley.drain();
    expect((await as('POST', `${base()}/audit/verify`, {})).body).toMatchObject({ ok: true });
  });
});

describe('a refused attempt', () => {
  let member: { token: string; memberId: string };
  beforeEach(async () => {
    const account = await anAccount(parley);
    const { memberId } = await aMember(parley, workspace, account);
    member = { token: (await aCredential(parley, account)).secret, memberId };
  });

  it('of a member is recorded at once, and repetitions are counted', async () => {
    for (let attempt = 0; attempt < 4; attempt++) {
      expect((await as('PATCH', base(), { name: 'Mine' }, member.token)).status).toBe(403);
    }
    expect(await entries({ outcome: 'refused' })).toMatchObject([
      {
        operationId: 'updateWorkspace',
        code: 'role_insufficient',
        count: 1,
        subject: { id: workspace.id },
        changes: [],
      },
    ]);
    await parley.get(RefusedAttempts).beforeApplicationShutdown();
    expect(await entries({ outcome: 'refused' })).toMatchObject([{ count: 3 }, { count: 1 }]);
  });

  it('is recorded for 404 of an operation that removes something, and for no other 404', async () => {
    const nowhere = '01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f';
    await as('GET', `${base()}/agents/${nowhere}`);
    await as('DELETE', `${base()}/labels/${nowhere}`);
    await as('DELETE', `${base()}/labels/not-an-id`);
    expect(await entries({ outcome: 'refused' })).toMatchObject([
      { operationId: 'removeLabel', code: 'not_found', subject: null },
      { operationId: 'removeLabel', code: 'not_found', subject: { type: 'label', id: nowhere } },
    ]);
  });

  it('counts subjects beyond twenty together', async () => {
    for (let one = 10; one < 35; one++) await as('DELETE', `${base()}/labels/01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e${one}`);
    const refused = await entries({ outcome: 'refused' });
    expect(refused).toHaveLength(21);
    expect(refused.filter(({ subject }) => subject === null)).toHaveLength(1);
  });

  it('of a key is recorded, that of a stranger is not', async () => {
    const key = await aKey(parley, workspace, { scopes: ['agents:read'] });
    const agent = await anAgent(parley, workspace, admin);
    await as('POST', `${base()}/agents/${agent.id}/chat`, { message: 'Hi' }, key.secret);
    const stranger = await aCredential(parley, await anAccount(parley));
    await as('DELETE', `${base()}/agents/${agent.id}`, undefined, stranger.secret);
    expect(await entries({ outcome: 'refused' })).toMatchObject([
      { operationId: 'sendChatTurn', code: 'scope_missing', actor: { kind: 'key', keyId: key.id } },
    ]);
  });

  it('that cannot be written changes no response', async () => {
    await parley.database.query(`ALTER TABLE audit_entries ADD CONSTRAINT none CHECK (outcome <> 'refused') NOT VALID`);
    expect((await as('PATCH', base(), { name: 'Mine' }, member.token)).status).toBe(403);
    await parley.get(RefusedAttempts).settled();
    await parley.database.query('ALTER TABLE audit_entries DROP CONSTRAINT none');
  });
});

describe('listAuditEntries', () => {
  it('200 newest first, in pages, by filters', async () => {
    const label = (await as('POST', `${base()}/labels`, { name: 'First' })).body;
    await as('PATCH', `${base()}/labels/${label.id}`, { name: 'Second' });
    const all = await entries();
    expect(all.map(({ operationId }) => operationId)).toEqual(['updateLabel', 'createLabel', 'createWorkspace']);
    const first = await parley.call('GET', `${base()}/audit`, { token: admin.secret, query: { limit: '2' } });
    const { nextCursor } = first.body;
    const rest = await parley.call('GET', `${base()}/audit`, {
      token: admin.secret,
      query: { limit: '2', cursor: nextCursor },
    });
    expect([...first.body.entries, ...rest.body.entries]).toEqual(all);
    expect(rest.body.nextCursor).toBeNull();
    const at = all[1]!.at as string;
    for (const [query, count] of [
      [{ operationId: 'createLabel' }, 1],
      [{ subjectType: 'label', subjectId: label.id }, 2],
      [{ actorAccountId: owner.id }, 3],
      [{ credentialId: admin.id, outcome: 'succeeded' }, 3],
      [{ keyId: label.id }, 0],
      [{ from: at, to: all[0]!.at }, all[0]!.at === at ? 0 : 1],
    ] as const) {
      expect([query, (await entries(query)).length]).toEqual([query, count]);
    }
  });

  it.each([{ limit: '201' }, { operationId: 'no id!' }, { from: 'yesterday' }, { subjectId: 'x' }, { unknown: '1' }])(
    '400 for %j',
    async (query) => {
      const reply = await parley.call('GET', `${base()}/audit`, { token: admin.secret, query: query as never });
      expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed']);
    },
  );
});

describe('getAuditEntry', () => {
  it('200 with the entry, 404 for that of another workspace', async () => {
    const entry = await newest();
    expect((await as('GET', `${base()}/audit/${entry.id}`)).body).toEqual(entry);
    const other = await aWorkspace(parley, admin);
    expect((await as('GET', `/workspaces/${other.id}/audit/${entry.id}`)).status).toBe(404);
  });
});

describe('getAuditHead', () => {
  it('404 before the first entry is sealed, 200 with an ETag, 304 while it is the same', async () => {
    expect((await as('GET', `${base()}/audit/head`)).status).toBe(404);
    await parley.drain();
    const head = await as('GET', `${base()}/audit/head`);
    expect(head.body).toMatchObject({ number: 1, lastSequence: 1 });
    const etag = head.headers.get('etag')!;
    const headers = { 'if-none-match': etag };
    expect((await parley.call('GET', `${base()}/audit/head`, { token: admin.secret, headers })).status).toBe(304);
    await as('POST', `${base()}/labels`, { name: 'Next' });
    await parley.drain();
    const next = await parley.call('GET', `${base()}/audit/head`, { token: admin.secret, headers });
    expect(next.body).toMatchObject({ number: 2, lastSequence: 2 });
  });
});

describe('listAccountActivity', () => {
  it('200 with what the account did outside of workspaces, and failed attempts to sign in', async () => {
    const person = await anAccount(parley);
    const credential = await aCredential(parley, person);
    const sign = (password: string) => parley.call('POST', '/sessions', { body: { email: person.email, password } });
    expect((await sign('wrong but long enough')).status).toBe(401);
    const session = (await sign(person.password)).body.session;
    await parley.get(RefusedAttempts).settled();
    const { body } = await as('GET', '/account/activity', undefined, credential.secret);
    const shown = body.entries as { operationId: string; outcome: string; subject: { id: string } | null }[];
    expect(shown.slice(0, 2)).toMatchObject([
      { operationId: 'createSession', outcome: 'succeeded', subject: { type: 'session', id: session.id } },
      { operationId: 'createSession', outcome: 'refused', code: 'password_proof_failed', workspaceId: null },
    ]);
    expect((await parley.auditLog()).join()).not.toContain('wrong but long');
    const others = (await as('GET', '/account/activity')).body.entries as { actor: { accountId: string } }[];
    expect(others.every(({ actor }) => actor.accountId === owner.id)).toBe(true);
  });
});
