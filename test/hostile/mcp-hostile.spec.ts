import fc from 'fast-check';
import { request } from 'node:http';
import { IsOptional, IsString } from 'class-validator';
import { Body, Controller, Module, Post } from '@nestjs/common';
import { Operation } from '../../src/common/registry/operation.decorator';
import { anAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { type Parley, startParley } from '../support/parley';

class BrokenDto {
  @IsString()
  @IsOptional()
  text?: string;
}

@Controller('broken')
class BrokenController {
  @Post()
  @Operation({
    operationId: 'tryBroken',
    summary: 'Fail inside',
    access: { kind: 'account', scopes: [] },
    audit: 'none: it changes nothing',
    returns: BrokenDto,
  })
  run(@Body() { text }: BrokenDto): Promise<BrokenDto> {
    return Promise.reject(new Error(`the inside of ${text}`));
  }
}

@Module({ controllers: [BrokenController] })
class BrokenModule {}

const ACCEPT = { accept: 'application/json, text/event-stream' };
const NEW = '2026-07-28';
const OLD = '2025-11-25';
const META = {
  'io.modelcontextprotocol/protocolVersion': NEW,
  'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

describe('/mcp takes hostile messages', () => {
  let parley: Parley;
  let secret: string;
  beforeAll(async () => {
    parley = await startParley({ modules: [BrokenModule] });
    const owner = await anAccount(parley);
    ({ secret } = await aCredential(parley, owner, { audience: parley.settings.mcpUrl }));
  });
  afterAll(() => parley.stop());

  const send = (body: unknown, headers: Record<string, string> = {}) =>
    parley.call('POST', '/mcp?toolsets=all', { token: secret, body, headers: { ...ACCEPT, ...headers } });
  const modern = (method: string, params: object = {}, headers: Record<string, string> = {}) =>
    send(
      { jsonrpc: '2.0', id: 1, method, params: { _meta: META, ...params } },
      { 'mcp-protocol-version': NEW, 'mcp-method': method, ...headers },
    );

  const expectAlive = async () => {
    for (const reply of [await send({ jsonrpc: '2.0', id: 1, method: 'ping' }), await modern('server/discover')]) {
      expect([reply.status, reply.body.error]).toEqual([200, undefined]);
    }
  };

  it.each<[string, unknown]>([
    ['no object', '5'],
    ['null', 'null'],
    ['a text', '"tools/list"'],
    ['an empty object', {}],
    ['no batch', []],
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }]],
    ['a large batch', Array.from({ length: 5_000 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }))],
    ['another version', { jsonrpc: '1.0', id: 1, method: 'tools/list' }],
    ['no version', { id: 1, method: 'tools/list' }],
    ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'tools/list' }],
    ['an id that is null', { jsonrpc: '2.0', id: null, method: 'tools/list' }],
    ['an id that is a fraction', { jsonrpc: '2.0', id: 1.5, method: 'tools/list' }],
    ['an id beyond every number', '{"jsonrpc":"2.0","id":1e999,"method":"tools/list"}'],
    ['an id of a megabyte', { jsonrpc: '2.0', id: 'x'.repeat(1_000_000), method: 'tools/list' }],
    ['a method that is none', { jsonrpc: '2.0', id: 1, method: 'tools/destroy' }],
    ['a method that every object has', { jsonrpc: '2.0', id: 1, method: 'constructor' }],
    ['a method that is a number', { jsonrpc: '2.0', id: 1, method: 7 }],
    ['parameters that are a list', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: [1] }],
    ['a cursor of its own', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: 7 } }],
    ['a call of nothing', { jsonrpc: '2.0', id: 1, method: 'tools/call' }],
    ['a call of a number', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 5 } }],
    [
      'arguments that are a list',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'parley_list_workspaces', arguments: [] } },
    ],
    ['an unexpected answer', { jsonrpc: '2.0', id: 1, result: {} }],
    ['an unexpected error', { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } }],
    [
      'a handshake of the past',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '1999-01-01', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      },
    ],
    ['a handshake without anything', { jsonrpc: '2.0', id: 1, method: 'initialize' }],
    [
      'a subscription',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'subscriptions/listen',
        params: { _meta: META, notifications: { toolsListChanged: true } },
      },
    ],
    [
      'a prototype',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"parley_list_workspaces","arguments":{"__proto__":{"x":1}}}}',
    ],
    [
      'names that every object has',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"parley_create_workspace","arguments":{"name":"x","constructor":1,"toString":2}}}',
    ],
    [
      'depth',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}}`,
    ],
    [
      'depth that just fits',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"parley_create_workspace","arguments":{"name":${'['.repeat(50)}${']'.repeat(50)}}}}`,
    ],
  ])('%s', async (_name, body) => {
    const versions: Record<string, string>[] = [
      {},
      { 'mcp-protocol-version': OLD },
      { 'mcp-protocol-version': NEW, 'mcp-method': 'tools/list' },
    ];
    for (const headers of versions) {
      const { status } = await send(body, headers);
      expect([200, 202, 400, 404, 413]).toContain(status);
    }
    await expectAlive();
  });

  it.each<[string, Record<string, string>, number]>([
    ['an unknown revision', { 'mcp-protocol-version': '2099-01-01' }, 400],
    ['only half of what it accepts', { accept: 'application/json' }, 406],
    ['another media type', { 'content-type': 'text/plain' }, 400],
    ['a session that there is not', { 'mcp-session-id': 'x' }, 200],
  ])('%s', async (_name, headers, expected) => {
    expect((await send({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers)).status).toBe(expected);
  });

  it('batches and bottomless nesting are refused before anything looks into them', async () => {
    const deep = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${'['.repeat(70)}${']'.repeat(70)}}}`;
    for (const body of [[{ jsonrpc: '2.0', id: 1, method: 'ping' }], deep]) {
      const reply = await send(body);
      expect([reply.status, reply.body.error.code]).toEqual([400, -32600]);
    }
  });

  it('what is too large or no JSON', async () => {
    const large = await send({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { x: 'x'.repeat(1_048_576) } });
    expect([large.status, large.body.code]).toEqual([413, 'payload_too_large']);
    const broken = await send('{"jsonrpc"');
    expect([broken.status, broken.body.code]).toEqual([400, 'malformed_json']);
  });

  it('anything that is JSON', async () => {
    const message = fc.record(
      {
        jsonrpc: fc.constantFrom('2.0', '1', 2),
        id: fc.jsonValue({ maxDepth: 1 }),
        method: fc.constantFrom(
          'tools/list',
          'tools/call',
          'initialize',
          'ping',
          'server/discover',
          'logging/setLevel',
          'x',
        ),
        params: fc.oneof(
          fc.jsonValue({ maxDepth: 3 }),
          fc.record({
            name: fc.constantFrom('parley_list_workspaces', 'parley_create_contact', 'parley_get_agent', 7),
            arguments: fc.dictionary(
              fc.constantFrom('workspaceId', 'agentId', 'name', 'limit', 'x'),
              fc.jsonValue({ maxDepth: 2 }),
            ),
            _meta: fc.oneof(fc.constant(META), fc.jsonValue({ maxDepth: 1 })),
          }),
        ),
      },
      { requiredKeys: [] },
    );
    const version = fc.constantFrom(undefined, OLD, NEW);
    await fc.assert(
      fc.asyncProperty(message, version, async (body, revision) => {
        const named = { 'mcp-method': String(body.method), ...(revision && { 'mcp-protocol-version': revision }) };
        const { status, text } = await send(body, named);
        expect([status < 500, status, text]).toEqual([true, status, text]);
        expect(text).not.toMatch(/\bat .*\.(ts|js|cjs):\d+|-32603/);
      }),
      { seed: 20261121, numRuns: 300 },
    );
    await expectAlive();
  });

  it('a failure inside is a result without its inside, in both revisions', async () => {
    const params = { name: 'parley_try_broken', arguments: { text: 'this' } };
    const replies = [
      await send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      await modern('tools/call', params, { 'mcp-name': params.name }),
    ];
    for (const { status, body, text } of replies) {
      expect([status, body.result.isError]).toEqual([200, true]);
      expect(JSON.parse(body.result.content[0].text)).toEqual({
        error: 'An internal error occurred.',
        code: 'internal_error',
      });
      expect(text).not.toContain('the inside of');
    }
  });

  it('a client that leaves in the middle', async () => {
    const { port } = new URL(parley.url);
    await new Promise<void>((resolve) => {
      const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...ACCEPT };
      const half = request({ port, path: '/mcp', method: 'POST', headers: { ...headers, 'content-length': '100' } });
      half.on('error', () => resolve());
      half.write('{"jsonrpc"');
      setTimeout(() => half.destroy(), 50);
    });
    await expectAlive();
  });
});
