import { readdirSync, readFileSync } from 'node:fs';
import { OperationRegistry } from '../../src/common/registry/operation.registry';
import { GENERATIONS, type McpClient, newClient } from '../support/mcp-clients';
import { type Parley, startParley } from '../support/parley';

const PAGES = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('decisions'))
    .map((name) => `docs/${name}`),
];

describe('/mcp/docs', () => {
  let parley: Parley;
  let client: McpClient;
  beforeAll(async () => {
    parley = await startParley();
    client = await newClient(`${parley.url}/mcp/docs`);
  });
  afterAll(async () => {
    await client.close();
    await parley.stop();
  });

  it.each(GENERATIONS)('speaks revision %s without authentication', async (revision, connect) => {
    const anonymous = await connect(`${parley.url}/mcp/docs`);
    expect(anonymous.revision).toBe(revision);
    const tools = await anonymous.tools();
    expect(tools.map(({ name }) => name)).toEqual(['search_docs', 'read_doc', 'api_summary']);
    for (const { annotations } of tools)
      expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
    await anonymous.close();
  });

  it('finds what the pages say, and where', async () => {
    const { structuredContent } = await client.call('search_docs', { query: 'rate limit window database' });
    const { results } = structuredContent as { results: { page: string; offset: number; excerpt: string }[] };
    expect(results).toHaveLength(5);
    for (const { page, offset, excerpt } of results) {
      expect(excerpt.length).toBeLessThanOrEqual(400);
      expect(readFileSync(page, 'utf8').slice(offset)).toMatch(/^#+ /);
      expect(readFileSync(page, 'utf8').slice(offset)).toContain(excerpt);
    }
    const heading = await client.call('search_docs', { query: 'Writing a feature', limit: 1 });
    expect(heading.structuredContent).toMatchObject({ results: [{ page: 'docs/writing-a-feature.md' }] });
    const misspelt = await client.call('search_docs', { query: 'bakup', limit: 1 });
    expect(misspelt.structuredContent).toMatchObject({ results: [{ heading: 'Backup' }] });
    const nothing = await client.call('search_docs', { query: 'xyzzyplugh' });
    expect(nothing.structuredContent).toEqual({ results: [] });
  });

  it.each(PAGES)('reads %s in parts, to its end', async (page) => {
    let text = '';
    for (let offset: number | null = 0; offset !== null;) {
      const { structuredContent } = await client.call('read_doc', { page, offset });
      const part = structuredContent as { text: string; nextOffset: number | null };
      expect(part.text.length).toBeLessThanOrEqual(20_000);
      text += part.text;
      offset = part.nextOffset;
    }
    expect(text).toBe(readFileSync(page, 'utf8'));
  });

  it('summarizes the API: a line for each operation, and each of them in full', async () => {
    const { operations } = parley.get(OperationRegistry);
    const all = await client.call('api_summary');
    const { operations: lines } = all.structuredContent as { operations: string[] };
    expect(lines).toHaveLength(operations.length);
    expect(lines).toContainEqual(
      'listAgents: GET /workspaces/{workspaceId}/agents (account_or_workspace with workspaces:read or agents:read; ' +
        'tool parley_list_agents): List agents',
    );
    expect(lines).toContainEqual(
      expect.stringContaining('account with notifications:read or notifications:write; tool parley_list_notification'),
    );
    for (const { operationId, path } of operations) {
      const { structuredContent } = await client.call('api_summary', { operationId });
      const { operation } = structuredContent as { operation: string };
      expect(operation).toContain(path);
      // Cut off nowhere.
      expect([operationId, operation.length < 20_000]).toEqual([operationId, true]);
    }
    expect((await client.call('api_summary', { operationId: 'nothing' })).isError).toBe(true);
  });

  it.each([
    ['search_docs', { query: '' }],
    ['search_docs', { query: 'a'.repeat(201) }],
    ['search_docs', { query: 'a', limit: 11 }],
    ['read_doc', { page: '../package.json' }],
    ['read_doc', { page: 'docs/decisions/0001-embedded-postgresql.md' }],
    ['read_doc', { page: 'README.md', offset: -1 }],
    ['api_summary', { operationId: 5 }],
    ['api_summary', { more: true }],
  ])('%s refuses %j', async (name, input) => {
    const refused = await client.call(name, input).catch(() => ({ isError: true }));
    expect(refused.isError).toBe(true);
  });

  it('sends no statement but that of the limit, and takes no credential', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'api_summary', arguments: {} } };
    const headers = { accept: 'application/json, text/event-stream', authorization: 'Bearer nothing' };
    const statements = await parley.statementsOf(async () => {
      expect((await parley.call('POST', '/mcp/docs', { body, headers })).status).toBe(200);
    });
    expect(statements).toEqual([]);
  });

  it('takes no messages from pages of other origins', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const headers = { accept: 'application/json, text/event-stream' };
    for (const origin of ['https://evil.example', 'null', 'http://localhost:3001']) {
      const refused = await parley.call('POST', '/mcp/docs', { body, headers, origin });
      expect([origin, refused.status, refused.body.code]).toEqual([origin, 403, 'origin_not_trusted']);
    }
    for (const origin of ['http://localhost:3000', undefined]) {
      const options = { body, headers, ...(origin && { origin }) };
      expect((await parley.call('POST', '/mcp/docs', options)).status).toBe(200);
    }
  });

  it('405 for GET and DELETE', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await parley.call(method, '/mcp/docs');
      expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    }
  });
});

describe('/llms.txt', () => {
  let parley: Parley;
  beforeAll(async () => {
    parley = await startParley({ settings: { LIMIT_CAPABILITIES_PER_ADDRESS: '80' } });
  });
  afterAll(() => parley.stop());

  it('has the form of llmstxt.org, and every link of it leads somewhere', async () => {
    const { status, headers, text } = await parley.call('GET', '/llms.txt');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(text).toMatch(/^# Parley\n\n> Parley hosts chat agents [^\n]+\n\n## Documentation\n\n- \[/);
    const links = [...text.matchAll(/^- \[[^\]]+\]\((\S+)\): \S/gm)].map(([, url]) => new URL(url ?? '').pathname);
    expect(links.length).toBe(PAGES.length + 4);
    for (const path of links) {
      const expected = path.startsWith('/mcp') ? 405 : 200;
      expect([path, (await parley.call('GET', path)).status]).toEqual([path, expected]);
    }
  });

  it('pages are Markdown as they are, and nothing else is a page', async () => {
    const { headers, text } = await parley.call('GET', '/llms/docs/operations/install.md');
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(text).toBe(readFileSync('docs/operations/install.md', 'utf8'));
    for (const path of [
      '/llms/package.json',
      '/llms/..%2fpackage.json',
      '/llms/docs/decisions/0001-embedded-postgresql.md',
    ]) {
      expect([path, (await parley.call('GET', path)).status]).toEqual([path, 404]);
    }
  });

  it('429 beyond the limit of the address, over MCP too', async () => {
    const replies = [];
    for (let n = 0; n < 80; n++) replies.push(await parley.call('GET', '/llms.txt'));
    expect(replies.at(-1)?.status).toBe(429);
    const refused = await parley.call('POST', '/mcp/docs', { body: {} });
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
  });
});
