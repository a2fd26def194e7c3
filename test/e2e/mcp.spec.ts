import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { CapabilitiesDto } from '../../src/capabilities/capabilities.dto';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aKey, type TestKey } from '../factories/key';
import { aWorkspace } from '../factories/workspace';
import { type Front, openFront } from '../oauth/front';
import type { Reply } from '../support/call';
import { GENERATIONS, newClient } from '../support/mcp-clients';
import { type Parley, startParley } from '../support/parley';
import { linesOf } from '../support/log-lines';
import { TRACE_HEADERS, TRACE_ID } from '../support/trace';

const HEADERS = { accept: 'application/json, text/event-stream' };

describe('/mcp', () => {
  let front: Front;
  let parley: Parley;
  let workspace: { id: string };
  let agent: { id: string; name: string };
  let key: TestKey;
  let admin: { secret: string };
  /** An account credential for MCP, with every scope. */
  let secret: string;
  beforeAll(async () => {
    front = await openFront();
    parley = await startParley({ settings: { PUBLIC_URL: front.url } });
    front.forwardTo(parley);
    const owner = await anAccount(parley);
    admin = await aCredential(parley, owner);
    workspace = await aWorkspace(parley, admin);
    agent = await anAgent(parley, workspace, admin);
    key = await aKey(parley, workspace);
    ({ secret } = await aCredential(parley, owner, { audience: `${front.url}/mcp` }));
  });
  afterAll(async () => {
    await parley.stop();
    await front.close();
  });

  describe.each(GENERATIONS)('an official client of revision %s', (revision, connect) => {
    it('finds its way from the key of a workspace to its agents', async () => {
      const client = await connect(`${front.url}/mcp`, { key, issuer: front.url });
      expect(client.revision).toBe(revision);
      expect((await client.tools()).map(({ name }) => name)).toEqual(['parley_list_agents']);
      const { body } = await parley.call('GET', `/workspaces/${workspace.id}/agents`, { token: key.secret });
      const answer = await client.call('parley_list_agents');
      expect(answer).toMatchObject({ structuredContent: { result: body } });
      expect(JSON.parse(answer.content[0]?.text ?? '')).toEqual({ result: body });
      expect(body).toMatchObject([{ id: agent.id, name: agent.name }]);
      await client.close();
    });

    it('works with an account credential', async () => {
      const client = await connect(`${front.url}/mcp?toolsets=all`, { secret });
      const name = `Made over MCP ${revision}`;
      const made = await client.call('parley_create_workspace', { name });
      expect(made).toMatchObject({ structuredContent: { name, planId: 'free' } });
      const { id } = made.structuredContent as { id: string };
      const read = await parley.call('GET', `/workspaces/${id}`, { token: admin.secret });
      expect(made.structuredContent).toEqual(read.body);
      await client.close();
    });

    it('reads a refusal as a result, and an unknown tool as an error', async () => {
      const client = await connect(`${front.url}/mcp?toolsets=all`, { secret });
      const refused = await client.call('parley_create_workspace', { name: '' });
      expect(refused.isError).toBe(true);
      expect(refused.structuredContent).toBeUndefined();
      expect(JSON.parse(refused.content[0]?.text ?? '')).toMatchObject({
        code: 'validation_failed',
        details: [{ path: '/name', code: 'too_short' }],
      });
      for (const name of ['parley_create_workspace_key', 'parley_nothing', 'constructor', '']) {
        await expect(client.call(name)).rejects.toMatchObject({
          code: -32602,
          message: expect.stringContaining(`Unknown tool: ${name}`),
        });
      }
      await client.close();
    });
  });

  describe('tools/list', () => {
    it('describes every tool by schemas that a validator of JSON Schema 2020-12 takes', async () => {
      const client = await newClient(`${front.url}/mcp?toolsets=all`, { secret });
      const tools = await client.tools();
      expect(tools.length).toBeGreaterThan(30);
      const ajv = addFormats(new Ajv2020({ strict: true, strictRequired: false, strictTypes: false }));
      for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
        expect(name).toMatch(/^parley_[a-z_]{3,57}$/);
        expect([name, description?.startsWith(title ?? '-')]).toEqual([name, true]);
        expect([name, inputSchema['type'], outputSchema?.['type']]).toEqual([name, 'object', 'object']);
        ajv.compile(inputSchema);
        ajv.compile(outputSchema ?? false);
        expect(Object.keys(annotations ?? {})).toEqual([
          'readOnlyHint',
          'destructiveHint',
          'idempotentHint',
          'openWorldHint',
        ]);
      }
      await client.close();
    });

    it('takes the argument idempotencyKey besides the fields of the operation where /capabilities says so', async () => {
      const client = await newClient(`${front.url}/mcp?toolsets=all`, { secret });
      const fields = ({ inputSchema }: { inputSchema: object }): string[] =>
        Object.keys((inputSchema as { properties?: object }).properties ?? {});
      const { body } = await parley.call('GET', '/capabilities');
      const described = new Map(
        (body as unknown as CapabilitiesDto).operations.map((one) => [one.mcp.tool, one] as const),
      );
      const tools = await client.tools();
      await client.close();
      const taken = tools.map((tool) => {
        const own = fields(described.get(tool.name)!);
        return [tool.name, fields(tool).includes('idempotencyKey') && !own.includes('idempotencyKey')];
      });
      expect(taken).toEqual(tools.map(({ name }) => [name, described.get(name)!.mcp.idempotencyKey]));
      expect(new Set(taken.map(([, takes]) => takes))).toEqual(new Set([true, false]));
    });

    it('returns no secret from any tool', async () => {
      const client = await newClient(`${front.url}/mcp?toolsets=all`, { secret });
      const named = (schema: unknown): string[] =>
        [...JSON.stringify(schema).matchAll(/"(\w+)":\{/g)].map(([, n]) => n!);
      for (const { name, outputSchema } of await client.tools()) {
        const found = named(outputSchema).filter((field) => /^(secret|access_?token|password\w*)$/i.test(field));
        expect([name, found]).toEqual([name, []]);
      }
      await client.close();
    });

    it('hints at what a call does', async () => {
      const client = await newClient(`${front.url}/mcp?toolsets=all`, { secret });
      const hints = new Map((await client.tools()).map(({ name, annotations }) => [name, annotations]));
      const openWorldHint = false;
      const changing = { readOnlyHint: false, openWorldHint };
      expect(hints.get('parley_list_contacts')).toEqual({
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint,
      });
      expect(hints.get('parley_search_knowledge')).toMatchObject({ readOnlyHint: true, idempotentHint: true });
      expect(hints.get('parley_create_contact')).toEqual({
        ...changing,
        destructiveHint: false,
        idempotentHint: false,
      });
      expect(hints.get('parley_remove_contact')).toEqual({ ...changing, destructiveHint: true, idempotentHint: true });
      await client.close();
    });

    it('leaves the workspace out for a token, which knows its own', async () => {
      const [forToken, forAccount] = [
        await newClient(`${front.url}/mcp`, { key, issuer: front.url }),
        await newClient(`${front.url}/mcp?toolsets=all`, { secret }),
      ];
      const find = async (client: typeof forToken) =>
        (await client.tools()).find(({ name }) => name === 'parley_list_agents')?.inputSchema;
      expect(await find(forToken)).toMatchObject({ properties: {}, required: [] });
      expect(await find(forAccount)).toMatchObject({ required: ['workspaceId'] });
      const foreign = await aWorkspace(parley, admin);
      const result = await forToken.call('parley_list_agents', { workspaceId: foreign.id });
      expect(JSON.parse(result.content[0]?.text ?? '')).toMatchObject({ code: 'not_found' });
      await Promise.all([forToken.close(), forAccount.close()]);
    });
  });

  describe('tools/call', () => {
    const call = (name: string, input: object) =>
      parley.call('POST', '/mcp?toolsets=all', {
        token: secret,
        headers: { ...HEADERS, 'x-request-id': 'asked-1' },
        body: { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: input } },
      });
    const codeOf = ({ body }: Reply) => JSON.parse(body.result.content[0].text).code as string;

    it('takes an idempotency key as an argument', async () => {
      const input = { name: 'Once', idempotencyKey: 'mcp-1' };
      const [first, second] = [
        await call('parley_create_workspace', input),
        await call('parley_create_workspace', input),
      ];
      expect(first.body.result.structuredContent.name).toBe('Once');
      expect(second.body).toEqual(first.body);
      const reused = await call('parley_create_workspace', { ...input, name: 'Twice' });
      expect([reused.body.result.isError, codeOf(reused)]).toEqual([true, 'idempotency_key_reused']);
      const invalid = await call('parley_create_workspace', { name: 'Bad key', idempotencyKey: 'a b\n' });
      expect(codeOf(invalid)).toBe('idempotency_key_invalid');
    });

    it.each([
      ['nothing', {}],
      ['a number', { workspaceId: 5 }],
      ['an empty text', { workspaceId: '' }],
      ['half a character', { workspaceId: '\ud800' }],
    ])('says what is wrong with a path of %s', async (_name, input) => {
      const { body } = await call('parley_get_workspace', input);
      const error = JSON.parse(body.result.content[0].text);
      expect([body.result.isError, error.code, error.details[0].path]).toEqual([
        true,
        'validation_failed',
        '/workspaceId',
      ]);
    });

    it.each(['../workspaces', '..', '%2e%2e', 'a/b', '?x=1', '#', 'a b', '\n', '{workspaceId}'])(
      'does not leave its path for %j',
      async (workspaceId) => {
        expect(codeOf(await call('parley_get_workspace', { workspaceId }))).toBe('not_found');
      },
    );

    it.each(['export', 'EXPORT', 'import'])('makes no other operation of the tool by the argument %j', async (word) => {
      const input = { workspaceId: workspace.id, contactId: word, format: 'ndjson' };
      expect(codeOf(await call('parley_read_contact_profile', input))).toBe('not_found');
    });

    it('takes null for no value where there is no body, and nothing but text for a key', async () => {
      const listed = await call('parley_list_contacts', { workspaceId: workspace.id, search: null, limit: 5 });
      expect(listed.body.result.structuredContent).toMatchObject({ contacts: [], limit: 5 });
      const searched = await call('parley_list_contacts', { workspaceId: workspace.id, search: { a: 1 } });
      expect(JSON.parse(searched.body.result.content[0].text).details[0].path).toBe('/search');
      for (const name of ['Null one', 'Null two']) {
        const { body } = await call('parley_create_workspace', { name, idempotencyKey: null });
        expect(body.result.structuredContent.name).toBe(name);
      }
      const five = await call('parley_create_workspace', { name: 'Five', idempotencyKey: 5 });
      expect(JSON.parse(five.body.result.content[0].text)).toMatchObject({
        code: 'validation_failed',
        details: [{ path: '/idempotencyKey', message: 'must be a string' }],
      });
    });

    it('is the request that it stands for, with its id and its statements', async () => {
      const inside = await parley.statementsOf(() => call('parley_get_workspace', { workspaceId: workspace.id }));
      const rest = await parley.statementsOf(() =>
        parley.call('GET', `/workspaces/${workspace.id}`, { token: admin.secret }),
      );
      // Who calls is asked once, for the message and the request that it makes.
      expect(inside).toEqual(rest);
      const reply = await call('parley_get_workspace', { workspaceId: workspace.id });
      expect(reply.headers.get('x-request-id')).toBe('asked-1');
    });

    it('belongs to the trace of the message', async () => {
      const before = parley.log.length;
      await parley.call('POST', '/mcp?toolsets=all', {
        token: secret,
        headers: { ...HEADERS, ...TRACE_HEADERS },
        body: {
          jsonrpc: '2.0',
          id: 8,
          method: 'tools/call',
          params: { name: 'parley_get_workspace', arguments: { workspaceId: workspace.id } },
        },
      });
      const traced = linesOf(parley.log.slice(before)).filter(({ traceId }) => traceId === TRACE_ID);
      expect(traced.map(({ operation }) => operation)).toEqual(['getWorkspace', undefined]);
    });
  });

  it('405 for GET and DELETE', async () => {
    for (const method of ['GET', 'DELETE', 'HEAD']) {
      const { status, headers } = await parley.call(method, '/mcp', { token: secret });
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST']);
    }
  });

  it('answers JSON with no-store', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const { headers } = await parley.call('POST', '/mcp', { token: secret, headers: HEADERS, body });
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['application/json', 'no-store']);
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const listed = await parley.call('POST', '/mcp', {
      token: secret,
      headers: { ...HEADERS, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
      body: { ...body, params: { _meta } },
    });
    expect(listed.body.result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  });
});
