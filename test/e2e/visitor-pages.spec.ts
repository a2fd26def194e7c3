import { CspEvaluator } from 'csp_evaluator';
import { Severity } from 'csp_evaluator/dist/finding';
import { CspParser } from 'csp_evaluator/dist/parser';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { defaultConfigs } from '../../src/agents/agent-defaults';
import { anAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { anAgent } from '../factories/agent';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let token: string;
let workspace: { id: string };
let agent: { id: string };

beforeAll(async () => {
  parley = await startParley();
  const account = await anAccount(parley);
  token = (await aCredential(parley, account)).secret;
  workspace = await aWorkspace(parley, account);
  agent = await anAgent(parley, workspace, { secret: token });
  await change({ status: 'active', chatPageEnabled: true });
});
afterAll(() => parley.stop());

async function change(body: Record<string, unknown>): Promise<void> {
  const { status } = await parley.call('PATCH', `/workspaces/${workspace.id}/agents/${agent.id}`, { token, body });
  expect(status).toBe(200);
}

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(parley.url + path, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

/** What is on the wire, and what it says. */
async function sizeOf(path: string, headers: Record<string, string>) {
  const [answer] = (await once(request(parley.url + path, { headers }).end(), 'response')) as [IncomingMessage];
  const body = Buffer.concat(await answer.toArray());
  const { etag, vary, 'content-encoding': encoding } = answer.headers;
  return { etag, vary, encoding, bytes: body.length, text: (DECODERS[encoding ?? '']?.(body) ?? body).toString() };
}

const dataOf = (text: string) =>
  JSON.parse(/<script type="application\/json" id="parley">([^<]*)<\/script>/.exec(text)![1]!) as Record<
    string,
    unknown
  >;

describe('the loader and its files', () => {
  it('widget.js is there for every site, and not sent twice', async () => {
    const { status, headers } = await get('/widget.js');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect((await get('/widget.js', { 'If-None-Match': headers.get('etag')! })).status).toBe(304);
  });

  it('are compressed for clients that accept it, and the same in each encoding', async () => {
    const { text } = await get(`/c/${agent.id}`);
    const assets = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, address]) => address!);
    const sent = (path: string, encodings: string) => sizeOf(path, { 'accept-encoding': encodings });
    for (const path of ['/widget.js', '/devices/sw.js', ...assets]) {
      const plain = await sent(path, 'identity');
      expect([plain.encoding, plain.vary, plain.text]).toEqual([
        undefined,
        'Origin, Accept-Encoding',
        (await get(path)).text,
      ]);
      for (const [encodings, expected] of [
        ['gzip, deflate, br', 'br'],
        ['gzip, deflate', 'gzip'],
        ['br;q=0, gzip;q=0.5', 'gzip'],
        ['gzip;q=0, *;q=0', undefined],
        ['nonsense', undefined],
      ] as const) {
        const { encoding, bytes, etag, text: read } = await sent(path, encodings);
        expect([path, encodings, encoding, read, etag]).toEqual([path, encodings, expected, plain.text, plain.etag]);
        expect(bytes).toBeLessThanOrEqual(plain.bytes);
      }
    }
    const [loader, ...application] = await Promise.all(['/widget.js', ...assets].map((path) => sent(path, 'gzip')));
    expect(loader!.bytes).toBeLessThanOrEqual(5 * 1024);
    expect(application.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(28 * 1024);
  });

  it('what a document names is there for a year', async () => {
    const { text } = await get(`/c/${agent.id}`);
    const addresses = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, address]) => address!);
    expect(addresses).toHaveLength(2);
    for (const address of addresses) {
      const { status, headers } = await get(address);
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it.each(['/assets/app-000.js', '/assets/..%2fwidget.js', '/assets/../manifest.json', '/assets/constructor'])(
    '404 for %s',
    async (path) => expect((await get(path)).status).toBe(404),
  );

  it('what only another build has, as a process of one is asked for in a rolling restart, asks for the document again', async () => {
    const { text } = await get(`/c/${agent.id}`);
    const style = /\/assets\/style-\w+\.css/.exec(text)![0];
    const script = await get('/assets/app-0123456789ab.js');
    expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(script.text).toContain('location.replace');
    const otherStyle = await get('/assets/style-0123456789ab.css');
    expect([otherStyle.headers.get('cache-control'), otherStyle.headers.get('content-type')]).toEqual([
      'no-store',
      'text/css; charset=utf-8',
    ]);
    expect(otherStyle.text).toBe((await get(style)).text);
  });

  it('colours: kept for a year by their version, for a minute by another', async () => {
    const address = /href="([^"]+theme\.css[^"]+)"/.exec((await get(`/c/${agent.id}`)).text)![1]!;
    const { text, headers } = await get(address);
    expect(text).toContain('--accent:#4f46e5');
    expect(headers.get('cache-control')).toContain('immutable');
    expect((await get(`/c/${agent.id}/theme.css?v=old`)).headers.get('cache-control')).toBe('public, max-age=60');
  });

  it('how the button looks, in the language of the page', async () => {
    const { status, text, headers } = await get(`/widget/${agent.id}/launcher.js?locale=ar`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    // The launcher's colour stands out from a white page by itself.
    expect(text).toContain('"edge":"transparent"');
    expect(text).toMatch(/\("parley",\{detail:\{.*"dir":"rtl"/);
  });

  it('there is a sitemap under a customer’s own name only', async () => {
    expect((await get('/sitemap.xml')).status).toBe(404);
  });

  it('robots may see what tells them not to list it', async () => {
    expect((await get('/robots.txt')).text).toBe('User-agent: *\nDisallow: /api/\n');
  });
});

describe('the frame', () => {
  it('is made for one visitor, with what it may do', async () => {
    const { status, headers, text } = await get(`/widget/${agent.id}`, { Referer: 'https://shop.example/' });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(headers.get('permissions-policy')).toContain('microphone=()');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors *; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    const { surface, ticket } = dataOf(text);
    expect([surface, typeof ticket]).toEqual(['widget', 'string']);
    const session = await parley.call('POST', `/visitor/agents/${agent.id}/sessions`, { body: { ticket } });
    expect([session.status, session.body.session.surface]).toEqual([201, 'widget']);
  });

  it('offers answers by email only where the service has a mail server', async () => {
    const other = await startParley({ beside: parley, settings: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    const documents = [parley, other].map(async ({ url }) => (await fetch(`${url}/widget/${agent.id}`)).text());
    expect((await Promise.all(documents)).map((text) => dataOf(text).sendsMail)).toEqual([false, true]);
    await other.stop();
  });

  it('is for the sites of the agent only', async () => {
    await change({ allowedDomains: ['shop.example', '*.shop.example', 'localhost'] });
    const { headers } = await get(`/widget/${agent.id}`);
    const policy = headers.get('content-security-policy')!;
    expect(policy).toMatch(/frame-ancestors [^;]*https:\/\/shop\.example [^;]*https:\/\/\*\.shop\.example/);
    const answers = [
      'https://shop.example/',
      'https://a.shop.example/',
      'https://evil.example/',
      'https://shop.example.evil/',
    ];
    const statuses = answers.map(async (Referer) => (await get(`/widget/${agent.id}`, { Referer })).status);
    expect(await Promise.all(statuses)).toEqual([200, 200, 403, 403]);
    const refused = await get(`/widget/${agent.id}`, { Referer: 'https://evil.example/' });
    expect(refused.text).toContain('evil.example is not among the sites');
    expect(refused.text).not.toContain('id="parley"');
    expect((await get(`/widget/${agent.id}/launcher.js`, { Referer: 'https://evil.example/' })).status).toBe(403);
    await change({ allowedDomains: [] });
  });

  it('takes the theme that the page asks for, and no other text', async () => {
    expect((await get(`/widget/${agent.id}?theme=dark`)).text).toContain('data-theme="dark"');
    expect((await get(`/widget/${agent.id}?theme="><b>`)).text).toContain('data-theme="system"');
  });
});

describe('the page of its own', () => {
  it('fills the composer and sends nothing', async () => {
    const { text, headers } = await get(`/c/${agent.id}?lang=de&q=${encodeURIComponent('</script><b>"hi"')}`);
    expect(dataOf(text)).toMatchObject({ surface: 'page', locale: 'de', question: '</script><b>"hi"' });
    expect(text).not.toContain('<b>');
    expect(text).toContain('<html lang="de" dir="ltr"');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  it('is listed by search engines where the agent says so', async () => {
    const before = await get(`/c/${agent.id}`);
    expect(before.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(before.text).toContain('<meta name="robots" content="noindex, nofollow">');
    await change({ indexable: true });
    const after = await get(`/c/${agent.id}`);
    expect(after.headers.get('x-robots-tag')).toBeNull();
    expect(after.text).toContain('<meta name="robots" content="index, follow">');
    expect(after.text).toContain(`<link rel="canonical" href="http://localhost:3000/c/${agent.id}">`);
    await change({ indexable: false });
  });

  it('shows no typed text as markup', async () => {
    const evil = `</title><script>alert(1)</script>"'><img src=x onerror=alert(1)>`;
    const widgetConfig = { displayName: evil, greeting: evil, suggestedPrompts: [evil] };
    await change({ widgetConfig });
    const { text } = await get(`/c/${agent.id}`);
    expect(text).not.toMatch(/<img|<script>|alert\(1\)<\/script>/);
    expect(dataOf(text)['agent']).toMatchObject(widgetConfig);
    expect((await get(`/c/${agent.id}/icon.svg`)).text).not.toContain('<script');
    await change({
      widgetConfig: { displayName: 'Help desk', greeting: 'Hello! How can I help?', suggestedPrompts: [] },
    });
  });

  it('has the labels that agents are made with in the language of the visitor, and the customer’s own in every one', async () => {
    const german = JSON.parse(readFileSync('src/visitor-ui/words/de.json', 'utf8')) as Record<string, string>;
    const shown = async () => dataOf((await get(`/c/${agent.id}`, { 'Accept-Language': 'de' })).text)['agent'];
    expect(await shown()).toMatchObject({ greeting: german['greeting'], placeholder: german['placeholder'] });
    await change({ widgetConfig: { messagePlaceholder: 'Ask me', labels: { sendButton: 'Go' } } });
    expect(await shown()).toMatchObject({ placeholder: 'Ask me', sendLabel: 'Go' });
  });

  it('tells what it needs and whom to write to where there is no script', async () => {
    await change({ supportEmail: 'help@shop.example', widgetConfig: { showSupportEmail: true } });
    const { text } = await get(`/c/${agent.id}`);
    expect(text).toContain('This chat needs JavaScript.');
    expect(text).toContain('<a href="mailto:help@shop.example">');
  });
});

it('the English words are those that agents are made with', () => {
  const words = JSON.parse(readFileSync('src/visitor-ui/words/en.json', 'utf8')) as Record<string, string>;
  const { widgetConfig, voiceConfig } = defaultConfigs('');
  const { labels } = widgetConfig;
  expect([words['greeting'], words['consentCopy']]).toEqual([widgetConfig.greeting, voiceConfig.consentCopy]);
  expect([words['placeholder'], words['send'], words['open'], words['poweredBy']]).toEqual([
    labels.composerPlaceholder,
    labels.sendButton,
    labels.openButton,
    labels.poweredBy,
  ]);
});

it('Google’s evaluator finds nothing in the policies of the documents but that they trust their own origin', async () => {
  await change({ logoUrl: 'https://cdn.shop.example/logo.svg', allowedDomains: ['shop.example'] });
  const addresses = [`/c/${agent.id}`, `/widget/${agent.id}`, '/c/x', '/widget/x', `/c/${agent.id}/icon.svg`];
  const policies = addresses.map(async (path) => (await get(path)).headers.get('content-security-policy')!);
  const refused = await get(`/widget/${agent.id}`, { Referer: 'https://evil.example/' });
  for (const policy of [...(await Promise.all(policies)), refused.headers.get('content-security-policy')!]) {
    // Only a service without TLS, as this one here, may be framed by pages without it.
    const findings = new CspEvaluator(new CspParser(policy.replace('http://shop.example', '')).csp).evaluate();
    const problems = findings.map(({ directive, value, severity }) => [directive, value, Severity[severity]]);
    expect(problems).toEqual(policy.includes('script-src') ? [['script-src', "'self'", 'MEDIUM_MAYBE']] : []);
  }
  await change({ logoUrl: null, allowedDomains: [] });
});

describe('what is not shown', () => {
  const addresses = () => [`/widget/${agent.id}`, `/widget/${agent.id}/launcher.js`, `/c/${agent.id}`];
  const statuses = () => Promise.all(addresses().map(async (path) => (await get(path)).status));

  it.each([
    [{ widgetConfig: { widgetEnabled: false } }, { widgetConfig: { widgetEnabled: true } }, [404, 404, 200]],
    [{ chatPageEnabled: false }, { chatPageEnabled: true }, [200, 200, 404]],
    [{ status: 'inactive' }, { status: 'active' }, [404, 404, 404]],
  ])('%j', async (off, on, expected) => {
    await change(off);
    expect(await statuses()).toEqual(expected);
    const unknown = await get('/c/0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c');
    const hidden = await get(addresses()[expected.lastIndexOf(404)]!);
    if (expected[2] === 404) expect([hidden.status, hidden.text]).toEqual([unknown.status, unknown.text]);
    await change(on);
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it.each(['/widget/x', '/c/x', '/c/x/theme.css', '/c/x/icon.svg', '/widget/x/launcher.js'])(
    '404 for %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});
