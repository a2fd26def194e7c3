import { VisitorMailStopsService } from '../../src/visitor/mails/visitor-mail-stops.service';
import { ASK_KEY, DomainDesk } from '../factories/domain-fixtures';
import { raw, type RawReply } from '../support/raw';

let desk: DomainDesk;

beforeAll(async () => {
  desk = await DomainDesk.start();
});
afterAll(() => desk.stop());
beforeEach(() => desk.renew());

describe('GET /internal/tls/ask', () => {
  it('200 once ownership is proved, 404 before and after the domain is removed', async () => {
    const { id, name, token } = await desk.aDomain();
    expect((await desk.ask(name)).status).toBe(404);
    desk.zone.set(`_parley.${name} TXT`, [token]);
    await desk.verify(id);
    expect((await desk.ask(name)).status).toBe(200);
    expect((await desk.ask(name.toUpperCase())).status).toBe(200);
    expect((await desk.call('DELETE', `/${id}`)).body).toEqual({ deleted: true });
    expect((await desk.ask(name)).status).toBe(404);
    expect((await desk.call('DELETE', `/${id}`)).status).toBe(404);
  });

  it('200 for the service’s own host', async () => {
    expect((await desk.ask('edge.parley.example')).status).toBe(200);
  });

  it.each(['', 'nobody.example', '127.0.0.1', '2130706433', 'a b', '../', 'x'.repeat(1000), 'chat.example.com.evil'])(
    '404 for %j',
    async (name) => {
      expect((await desk.ask(name)).status).toBe(404);
    },
  );

  it('does not log a refusal, since any client can cause one', async () => {
    const before = desk.parley.log.length;
    for (let round = 0; round < 20; round++) await desk.ask(`scanner-${round}.example`);
    expect(desk.parley.log.slice(before)).not.toContain('scanner');
  });

  it('404 without a name or with two, 403 without the key', async () => {
    const path = `/internal/tls/ask?key=${ASK_KEY}`;
    expect((await raw(desk.parley.url, 'GET', path)).status).toBe(404);
    expect((await raw(desk.parley.url, 'GET', `${path}&domain=a.example&domain=b.example`)).status).toBe(404);
    expect((await desk.ask('edge.parley.example', 'another-key')).status).toBe(403);
    expect((await raw(desk.parley.url, 'GET', '/internal/tls/ask?domain=edge.parley.example')).status).toBe(403);
  });
});

describe('the Host header', () => {
  it('lets nothing but the visitor’s routes exist under a customer’s name', async () => {
    const { name } = await desk.anActiveDomain();
    for (const path of ['/docs', '/api/v1/capabilities', '/api/v1/workspaces', '/mcp', '/llms.txt', '/health/ready']) {
      expect([path, (await desk.at(name, path)).status]).toEqual([path, 404]);
    }
    for (const path of ['/internal/tls/ask', '/.well-known/oauth-authorization-server', '/parley.cjs', '//docs']) {
      expect([path, (await desk.at(name, path)).status]).toEqual([path, 404]);
    }
    expect((await desk.at(name, '/api/v1/sessions', 'POST')).status).toBe(404);
  });

  it('leads no browser from a visitors’ host to the pages of the service', async () => {
    const { name } = await desk.anActiveDomain();
    for (const host of [name, 'edge.parley.example', 'nobody.example'])
      for (const path of [
        '/nothing',
        '/assets/a/b',
        '/docs',
        '/app',
        '/app/sign-in',
        '/app/build.json',
        '/verify-email',
      ]) {
        const { status, headers } = await desk.at(host, path, 'GET', { accept: 'text/html' });
        expect([host, path, status, headers['content-type']]).toEqual([
          host,
          path,
          404,
          'application/json; charset=utf-8',
        ]);
      }
    expect((await desk.at('localhost:3000', '/assets/a/b', 'GET', { accept: 'text/html' })).text).toContain('<html');
  });

  it('serves nothing under a name that has no owner, or no longer has one', async () => {
    const { id, name } = await desk.anActiveDomain();
    await desk.call('DELETE', `/${id}`);
    for (const host of [name, 'nobody.example', `${name}:443`, `www.${name}`]) {
      expect([host, (await desk.at(host, '/api/v1/capabilities')).status]).toEqual([host, 404]);
      expect([host, (await desk.at(host, '/docs')).status]).toEqual([host, 404]);
      expect([host, (await desk.at(host, '/devices')).status]).toEqual([host, 404]);
    }
  });

  it.each(['localhost:3000', '127.0.0.1', '[::1]:3000', 'parley', 'parley.default.svc'])(
    '%s is the service itself',
    async (host) => {
      expect((await desk.at(host, '/api/v1/capabilities')).status).toBe(200);
    },
  );

  it('keeps visitors apart from members where they have a host of their own', async () => {
    const { tenant } = desk;
    await desk.showPage();
    const documents = [`/c/${tenant.agent.id}`, `/C/${tenant.agent.id}`, `/widget/${tenant.agent.id}`, '/widget.js'];
    for (const host of ['edge.parley.example', 'EDGE.parley.example.:443']) {
      for (const path of [...documents.filter((one) => !one.startsWith('/C')), '/robots.txt']) {
        expect([host, path, (await desk.at(host, path)).status]).toEqual([host, path, 200]);
      }
      for (const path of ['/', '/docs', '/devices', '/api/v1/capabilities', '/api/v1/workspaces', '/mcp', '/C/x']) {
        expect([host, path, (await desk.at(host, path)).status]).toEqual([host, path, 404]);
      }
      expect((await desk.at(host, '/api/v1/sessions', 'POST')).status).toBe(404);
      expect((await desk.at(host, `/api/v1/visitor/agents/${tenant.agent.id}`)).status).toBe(200);
      const stop = new URL(
        desk.parley.get(VisitorMailStopsService).linkFor(tenant.workspace.id, 'ann@shop.example', 'en'),
      );
      expect([stop.host, (await desk.at(host, stop.pathname + stop.search)).status]).toEqual([
        'edge.parley.example',
        200,
      ]);
    }
    const members = 'localhost:3000';
    expect((await desk.at(members, '/api/v1/capabilities')).status).toBe(200);
    for (const path of documents) expect([path, (await desk.at(members, path)).status]).toEqual([path, 404]);
  });

  it('is not read from X-Forwarded-Host of untrusted clients', async () => {
    const headers = { host: 'nobody.example', 'x-forwarded-host': 'localhost' };
    expect((await raw(desk.parley.url, 'GET', '/api/v1/capabilities', { headers })).status).toBe(404);
  });

  it('proves under any name that it leads here, and differently for each', async () => {
    const proofs = await Promise.all(
      ['a.example', 'a.example:8080', 'b.example'].map((host) => desk.at(host, '/.well-known/parley-domain')),
    );
    expect(proofs.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(proofs[0]?.text).toBe(proofs[1]?.text);
    expect(proofs[0]?.text).not.toBe(proofs[2]?.text);
  });
});

describe('the chat page under a customer’s name', () => {
  it('is the one reported to search engines, under any address', async () => {
    await desk.showPage({ indexable: true });
    const path = `/c/${desk.tenant.agent.id}`;
    const canonical = async (host: string, at: string): Promise<string | undefined> =>
      /<link rel="canonical" href="([^"]*)">/.exec((await desk.at(host, at)).text)?.[1];
    expect(await canonical('edge.parley.example', path)).toBe(`http://edge.parley.example${path}`);
    const { id, name } = await desk.anActiveDomain();
    const other = await desk.anActiveDomain();
    expect(await canonical(other.name, '/')).toBe(`https://${name}/`);
    expect((await desk.at(other.name, '/sitemap.xml')).text).toContain(`<loc>https://${name}/</loc>`);
    expect(await canonical('edge.parley.example', path)).toBe(`https://${name}/`);
    expect(await canonical(name, '/')).toBe(`https://${name}/`);
    await desk.showPage({ indexable: false });
    expect(await canonical('edge.parley.example', path)).toBe(`http://edge.parley.example${path}`);
    await desk.showPage({ indexable: true });
    await desk.call('DELETE', `/${id}`);
    expect(await canonical('edge.parley.example', path)).not.toContain(name);
  });

  it('is at /, and the visitor talks to its agent from there, regardless of the sites that the agent allows', async () => {
    const { parley, tenant } = desk;
    await desk.showPage({ allowedDomains: ['shop.example.com'] });
    const { name } = await desk.anActiveDomain();
    const page = await desk.at(name, '/?lang=de');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<html lang="de"');
    const [, data = '{}'] = /<script[^>]*type="application\/json"[^>]*>([^]*?)<\/script>/.exec(page.text) ?? [];
    const { ticket } = JSON.parse(data) as { ticket: string };

    const begin = (origin: string, agentId = tenant.agent.id): Promise<RawReply> =>
      raw(parley.url, 'POST', `/api/v1/visitor/agents/${agentId}/sessions`, {
        headers: { host: name, origin, 'content-type': 'application/json' },
        body: [JSON.stringify({ ticket })],
      });
    expect((await begin('https://evil.example')).status).toBe(403);
    expect((await begin(`https://${name}`, (await desk.aTenant()).agent.id)).status).toBe(404);
    const session = await begin(`https://${name}`);
    expect(session.status).toBe(201);
    const { token } = JSON.parse(session.text) as { token: string };
    const message = await raw(parley.url, 'POST', '/api/v1/visitor/messages', {
      headers: {
        host: name,
        origin: `https://${name}`,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: [JSON.stringify({ message: 'Hello', requestId: 'first' })],
    });
    expect([message.status, JSON.parse(message.text)]).toMatchObject([200, { outcome: 'answered' }]);
  });
});
