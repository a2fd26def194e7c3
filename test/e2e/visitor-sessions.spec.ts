import type { VisitorPrincipal } from '../../src/common/request/principal';
import { hashSecret } from '../../src/common/secrets/token';
import { VisitorSessionEnded } from '../../src/visitor/sessions/visitor-sessions.errors';
import { VisitorSessionsService } from '../../src/visitor/sessions/visitor-sessions.service';
import { VisitorTicketsService } from '../../src/visitor/sites/visitor-tickets.service';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aVisitor } from '../factories/visitor';
import { aWorkspace } from '../factories/workspace';
import { tableState } from '../contract/table-state';
import { type Parley, startParley } from '../support/parley';
import { visitAsCrawler, visitAsPerson } from '../support/visitor-loads';

let parley: Parley;
let admin: { secret: string };
let workspace: { id: string };
let agent: { id: string };

beforeAll(async () => {
  parley = await startParley();
  const account = await anAccount(parley);
  admin = await aCredential(parley, account);
  workspace = await aWorkspace(parley, admin);
});
afterAll(() => parley.stop());

beforeEach(async () => {
  agent = await anAgent(parley, workspace, admin, { allowedDomains: ['shop.example', '*.shop.example', 'localhost'] });
});

const SHOP = 'https://shop.example';
const change = (body: object) =>
  parley.call('PATCH', `/workspaces/${workspace.id}/agents/${agent.id}`, { token: admin.secret, body });
const begin = (body: object = {}, origin?: string, agentId = agent.id) =>
  parley.call('POST', `/visitor/agents/${agentId}/sessions`, { body, origin });
const ticket = (more: object = {}) =>
  parley.get(VisitorTicketsService).issue({ agentId: agent.id, surface: 'widget', site: null, ...more });

describe('getVisitorAgent', () => {
  const get = (query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    parley.call('GET', `/visitor/agents/${agent.id}`, { query, headers });

  it('200 with what is public, and nothing else of it', async () => {
    await change({ supportEmail: 'help@shop.example', widgetConfig: { labels: { sendButton: 'Go' } } });
    const { status, body, headers } = await get();
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: agent.id, displayName: 'Help desk', supportEmail: null, locale: 'en' });
    expect(body.labels).toEqual({ composerPlaceholder: null, sendButton: 'Go', openButton: null, poweredBy: null });
    expect(headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=600');
    const text = JSON.stringify(body);
    for (const secret of [workspace.id, 'shop.example', 'systemPrompt', 'temperature', 'notifyConfig']) {
      expect(text).not.toContain(secret);
    }
  });

  it('304 while nothing has changed, and the language that is asked for', async () => {
    const etag = (await get()).headers.get('etag')!;
    expect((await get({}, { 'if-none-match': etag })).status).toBe(304);
    await change({ widgetConfig: { greeting: 'Hi' } });
    expect((await get({}, { 'if-none-match': etag })).status).toBe(200);
    expect((await get({ locale: 'de-ch' })).body.locale).toBe('de-CH');
    expect((await get({}, { 'accept-language': 'fr-CA,fr;q=0.9' })).body.locale).toBe('fr-CA');
    await change({ widgetConfig: { labels: { locale: 'ja' } } });
    expect((await get({ locale: 'de' })).body.locale).toBe('ja');
  });

  it('404 alike for a draft, one that is off, one that is to be deleted, another surface, and none', async () => {
    const refusals = new Set<string>();
    const note = async (path: string) => {
      const { status, text } = await parley.call('GET', path);
      expect(status).toBe(404);
      refusals.add(text);
    };
    const draft = await anAgent(parley, workspace, admin, { status: 'draft' });
    await note(`/visitor/agents/${draft.id}`);
    await note('/visitor/agents/0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c');
    await note('/visitor/agents/nothing');
    await note(`/visitor/agents/${agent.id}?surface=page`);
    await change({ widgetConfig: { widgetEnabled: false } });
    await note(`/visitor/agents/${agent.id}`);
    await change({ widgetConfig: { widgetEnabled: true }, status: 'inactive' });
    await note(`/visitor/agents/${agent.id}`);
    await change({ status: 'active' });
    await parley.call('DELETE', `/workspaces/${workspace.id}/agents/${agent.id}`, { token: admin.secret });
    await note(`/visitor/agents/${agent.id}`);
    expect((await begin({}, SHOP)).status).toBe(404);
    expect(refusals.size).toBe(1);
  });
});

describe('createVisitorSession', () => {
  it.each([SHOP, 'https://eu.shop.example', 'http://localhost:5173'])('201 for a page on %s', async (origin) => {
    const { status, body, headers } = await begin({}, origin);
    expect([status, body.session.surface, body.session.verified]).toEqual([201, 'widget', false]);
    expect(body.token).toMatch(/^cv_[0-9A-Za-z]{49}[.][\w-]+$/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('vary')).toContain('Origin');
  });

  it.each(['https://evil.example', 'https://shop.example.evil.example', 'null'])(
    '403 for a page on %s, which cannot read why',
    async (origin) => {
      const { status, body, headers } = await begin({}, origin);
      expect([status, body.code]).toEqual([403, 'origin_not_trusted']);
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('403 without origin and ticket, and from a page of the service without a ticket', async () => {
    expect((await begin()).body.code).toBe('origin_not_trusted');
    expect((await begin({}, 'http://localhost:3000')).body.code).toBe('origin_not_trusted');
  });

  it('201 with a ticket, on the surface that it names; 403 with another agent’s, a changed or an old one', async () => {
    await change({ chatPageEnabled: true });
    expect((await begin({ ticket: ticket() })).status).toBe(201);
    expect((await begin({ ticket: ticket({ surface: 'page' }) }, 'http://localhost:3000')).body.session.surface).toBe(
      'page',
    );
    const other = await anAgent(parley, workspace, admin);
    expect((await begin({ ticket: ticket({ agentId: other.id }) })).status).toBe(403);
    const good = ticket();
    const changed = Buffer.from(JSON.stringify({ agentId: agent.id, surface: 'page', site: null, expiresAt: 9e15 }));
    for (const bad of [
      `${changed.toString('base64url')}.${good.split('.')[1]}`,
      good.slice(0, -1),
      'x',
      '.',
      `${good}=`,
    ]) {
      expect((await begin({ ticket: bad })).body.code).toBe('origin_not_trusted');
    }
    jest.spyOn(Date, 'now').mockReturnValueOnce(Date.now() - 15 * 60_000 - 1);
    const old = ticket();
    expect((await begin({ ticket: old })).status).toBe(403);
    expect((await begin({ ticket: good }, 'https://evil.example')).status).toBe(403);
  });

  it('stores nothing, however many load the pages or crawl them', async () => {
    await change({ chatPageEnabled: true });
    const before = await tableState(parley.database);
    for (let visit = 0; visit < 10; visit++) await visitAsPerson(parley, agent.id);
    for (let visit = 0; visit < 12; visit++) await visitAsCrawler(parley, agent.id, visit);
    expect(await tableState(parley.database)).toEqual(before);
  });
});

describe('a session', () => {
  const end = (token: string, origin?: string) => parley.call('DELETE', '/visitor/session', { token, origin });

  it('ends for good when it is ended', async () => {
    const { token } = await aVisitor(parley, agent);
    expect((await end(token)).body).toEqual({ ended: true });
    expect((await end(token)).body.code).toBe('session_expired');
  });

  it('401 when a letter of it is another, or its end is another’s', async () => {
    const [{ token }, other] = [await aVisitor(parley, agent), await aVisitor(parley, agent)];
    // The last letter may have bits that no byte has.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const others = Array.from(letters).filter((letter) => !token.endsWith(letter));
    const flipped = others.map((letter) => token.slice(0, -1) + letter);
    const mixed = `${token.split('.')[0]}.${other.token.split('.')[1]}`;
    for (const bad of [...flipped, mixed, `${token}.x`, `${token}=`, token.split('.')[0]!]) {
      expect([bad, (await end(bad)).status]).toEqual([bad, 401]);
    }
  });

  it('ends when another token has taken its place', async () => {
    const { token } = await aVisitor(parley, agent);
    const body = { message: 'Hello', requestId: 'replaced' };
    expect((await parley.call('POST', '/visitor/messages', { token, body })).status).toBe(200);
    await parley.database.query(`UPDATE visitor_sessions SET secret_hash = decode(repeat('00', 32), 'hex')`);
    const reply = await parley.call('GET', '/visitor/session', { token });
    expect([reply.status, reply.body.code]).toEqual([401, 'session_expired']);
  });

  it('is not stored where another token has taken its place since the request was let in', async () => {
    const { token, sessionId } = await aVisitor(parley, agent);
    const body = { message: 'Hello', requestId: 'taken' };
    expect((await parley.call('POST', '/visitor/messages', { token, body })).status).toBe(200);
    const visitor = { workspaceId: workspace.id, agentId: agent.id, sessionId, createdAt: new Date() };
    const store = (secretHash: Buffer): Promise<void> =>
      parley.get(VisitorSessionsService).store({ ...visitor, secretHash } as VisitorPrincipal);
    await store(hashSecret(token));
    await expect(store(hashSecret(`${token}x`))).rejects.toThrow(VisitorSessionEnded);
  });

  it('403 on a site that the agent may not be used on', async () => {
    const { token } = await aVisitor(parley, agent);
    const refused = await end(token, 'https://evil.example');
    expect([refused.status, refused.body.code]).toEqual([403, 'origin_not_trusted']);
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    expect((await end(token, SHOP)).status).toBe(200);
  });

  it('answers preflights itself, and lets no cookies in', async () => {
    const reply = await fetch(`${parley.url}/api/v1/visitor/session`, {
      method: 'OPTIONS',
      headers: {
        origin: SHOP,
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(reply.status).toBe(204);
    expect(reply.headers.get('access-control-allow-origin')).toBe(SHOP);
    expect(reply.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
    const trusted = await parley.call('GET', `/visitor/agents/${agent.id}`, { origin: 'http://localhost:3000' });
    expect(trusted.headers.get('access-control-allow-credentials')).toBeNull();
  });
});
