import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { CapabilityDto } from '../../src/capabilities/capabilities.dto';
import type { ApiDocument } from '../../src/openapi/document.types';
import { OperationRegistry } from '../../src/common/registry/operation.registry';
import { type Parley, startParley } from '../support/parley';

describe('listCapabilities', () => {
  let parley: Parley;
  let operations: CapabilityDto[];
  beforeAll(async () => {
    parley = await startParley();
    operations = (await parley.call('GET', '/capabilities')).body.operations;
  });
  afterAll(() => parley.stop());

  it('lists every operation, sorted by operationId, without a credential and without a statement', async () => {
    const statements = await parley.statementsOf(async () => {
      const { status, body } = await parley.call('GET', '/capabilities');
      expect(status).toBe(200);
      expect(Object.keys(body)).toEqual(['schemaVersion', 'coverage', 'operations']);
      expect(body).toMatchObject({ schemaVersion: '1.0', coverage: 'partial' });
    });
    expect(statements).toEqual([]);
    const ids = operations.map((operation) => operation.operationId);
    expect(ids).toEqual([...ids].sort());
    expect(ids).toEqual(parley.get(OperationRegistry).operations.map((operation) => operation.operationId));
  });

  it('has exactly the documented fields', () => {
    for (const operation of operations) {
      expect(Object.keys(operation)).toEqual(
        'operationId summary credentialKind scopes scopeAlternatives readOnly api cli mcp inputSchema outputSchema'.split(
          ' ',
        ),
      );
      expect(Object.keys(operation.api)).toEqual(
        'supported method path successStatus successStatuses requestMediaType idempotencyKey'.split(' '),
      );
    }
  });

  it('tells how to call itself', () => {
    expect(operations.find(({ operationId }) => operationId === 'listCapabilities')).toMatchObject({
      credentialKind: 'public',
      scopes: [],
      scopeAlternatives: [[]],
      readOnly: true,
      api: {
        supported: true,
        method: 'GET',
        path: '/capabilities',
        successStatus: 200,
        successStatuses: [200],
        requestMediaType: '',
        idempotencyKey: false,
      },
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    });
  });

  it('says which scopes are enough, and which of several', () => {
    const scopesOf = (id: string) => {
      const { scopes, scopeAlternatives } = operations.find(({ operationId }) => operationId === id)!;
      return { scopes, scopeAlternatives };
    };
    for (const id of ['listNotificationDevices', 'getPushKey']) {
      expect(scopesOf(id)).toEqual({
        scopes: ['notifications:read'],
        scopeAlternatives: [['notifications:read'], ['notifications:write']],
      });
    }
    expect(scopesOf('listAgents')).toEqual({
      scopes: ['workspaces:read', 'agents:read'],
      scopeAlternatives: [['workspaces:read'], ['agents:read']],
    });
    expect(scopesOf('createContact')).toEqual({ scopes: ['inbox:write'], scopeAlternatives: [['inbox:write']] });
  });

  it('agrees with the document and its sentences about them', async () => {
    const { paths } = (await parley.call('GET', '/docs/openapi.json')).body as ApiDocument;
    for (const { api, credentialKind, scopeAlternatives } of operations) {
      if (credentialKind !== 'account') continue;
      const { security, description } = paths[api.path]![api.method.toLowerCase()]!;
      const documented = security.flatMap((one) => (one['accountCredential'] ? [one['accountCredential']] : []));
      expect([api.path, documented]).toEqual([api.path, scopeAlternatives]);
      for (const scope of scopeAlternatives.flat()) expect(description).toContain(`\`${scope}\``);
    }
  });

  it('names the command of every operation but those of visitors', () => {
    for (const { cli, api } of operations) {
      const command = { supported: true, command: expect.stringMatching(/^parley /) };
      expect(cli).toMatchObject(/^\/visitor\//.test(api.path) ? { supported: false, command: '' } : command);
    }
    const commands = new Map(operations.map(({ operationId, cli }) => [operationId, cli.command]));
    expect(commands.get('createContact')).toBe('parley contacts create');
    expect(commands.get('searchKnowledge')).toBe('parley knowledge search');
  });

  it('says that coverage is full where every operation is on all three surfaces', async () => {
    const { body } = await parley.call('GET', '/capabilities');
    const everywhere = operations.every(({ api, cli, mcp }) => api.supported && cli.supported && mcp.supported);
    expect(body.coverage).toBe(everywhere ? 'full' : 'partial');
  });

  it('names the tool of what is one, and of nothing else', () => {
    const tools = new Map(operations.map(({ operationId, mcp }) => [operationId, mcp]));
    expect(tools.get('listAgents')).toEqual({ supported: true, tool: 'parley_list_agents', idempotencyKey: false });
    expect(tools.get('editAccountCredential')).toEqual({
      supported: true,
      tool: 'parley_edit_account_credential',
      idempotencyKey: false,
    });
    const none = { supported: false, tool: '', idempotencyKey: false };
    for (const hidden of ['listCapabilities', 'registerAccount', 'exchangeToken', 'listSessions', 'sendChatTurn']) {
      expect([hidden, tools.get(hidden)]).toEqual([hidden, none]);
    }
    for (const secret of ['createAccountCredential', 'rotateAccountCredential', 'createWorkspaceKey']) {
      expect([secret, tools.get(secret)]).toEqual([secret, none]);
    }
    for (const stream of ['importContacts', 'exportContacts'])
      expect([stream, tools.get(stream)]).toEqual([stream, none]);
  });

  it('has schemas that stand on their own', () => {
    const ajv = addFormats(new Ajv2020({ strict: true, strictRequired: false, strictTypes: false }));
    for (const { inputSchema, outputSchema } of operations) {
      expect(JSON.stringify([inputSchema, outputSchema])).not.toContain('$ref');
      expect(inputSchema['additionalProperties']).toBe(false);
      ajv.compile(inputSchema);
      ajv.compile(outputSchema);
    }
  });

  it('answers its own output schema', async () => {
    const { body } = await parley.call('GET', '/capabilities');
    const own = operations.find(({ operationId }) => operationId === 'listCapabilities');
    const validate = addFormats(new Ajv2020({ strict: false })).compile(own?.outputSchema ?? false);
    expect([validate(body), validate.errors]).toEqual([true, null]);
  });

  it.each([
    ['the tag', (tag: string) => tag],
    ['a list with the tag', (tag: string) => `"other", W/${tag}`],
    ['any', () => '*'],
  ])('304 where If-None-Match is %s', async (_name, header) => {
    const first = await parley.call('GET', '/capabilities');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    const again = await parley.call('GET', '/capabilities', { headers: { 'If-None-Match': header(etag) } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
  });

  it('200 where If-None-Match is another tag', async () => {
    const { status } = await parley.call('GET', '/capabilities', { headers: { 'If-None-Match': '"other"' } });
    expect(status).toBe(200);
  });

  it('429 beyond the limit of the address', async () => {
    const limited = await startParley({ settings: { LIMIT_CAPABILITIES_PER_ADDRESS: '2' } });
    try {
      const replies = [];
      for (let call = 0; call < 3; call++) replies.push(await limited.call('GET', '/capabilities'));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
      expect(replies.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['1', '0', '0']);
      expect(replies[2]?.body.code).toBe('rate_limited');
      expect(Number(replies[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await limited.stop();
    }
  });
});
