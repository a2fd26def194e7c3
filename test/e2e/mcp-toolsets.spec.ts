import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { IsString } from 'class-validator';
import { Controller, Get, Module } from '@nestjs/common';
import type { CapabilitiesDto } from '../../src/capabilities/capabilities.dto';
import { Operation } from '../../src/common/registry/operation.decorator';
import { OpenApiService } from '../../src/openapi/openapi.service';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aKey, aToken } from '../factories/key';
import { aWorkspace } from '../factories/workspace';
import { GENERATIONS, type ListedTool, newClient } from '../support/mcp-clients';
import { type Parley, startParley } from '../support/parley';

class TideDto {
  @IsString()
  height: string;
}

@Controller('tide-tables')
class TideTablesController {
  @Get()
  @Operation({
    operationId: 'readTideTable',
    summary: 'Read the tide table',
    access: { kind: 'account', scopes: [] },
    returns: TideDto,
  })
  read(): TideDto {
    return { height: '3 m' };
  }
}

@Module({ controllers: [TideTablesController] })
class TideTablesModule {}

const ACCEPT = { accept: 'application/json, text/event-stream' };
/** In bytes of JSON. A model reads the list in every conversation. */
const LARGEST = { default: 40_000, set: 62_000, all: 345_000 };

describe('the toolsets of /mcp', () => {
  let parley: Parley;
  let workspace: { id: string };
  let owner: Awaited<ReturnType<typeof anAccount>>;
  /** With every scope. */
  let secret: string;
  beforeAll(async () => {
    parley = await startParley({ modules: [TideTablesModule] });
    owner = await anAccount(parley);
    workspace = await aWorkspace(parley, owner);
    await anAgent(parley, workspace, await aCredential(parley, owner));
    ({ secret } = await aCredential(parley, owner, { audience: parley.settings.mcpUrl }));
  });
  afterAll(() => parley.stop());

  const listed = async (query = ''): Promise<ListedTool[]> => {
    const client = await newClient(`${parley.url}/mcp${query}`, { secret });
    const tools = await client.tools();
    await client.close();
    return tools;
  };
  const namesOf = async (query?: string) => (await listed(query)).map(({ name }) => name);
  const bytesOf = (tools: ListedTool[]) => Buffer.byteLength(JSON.stringify(tools));
  const send = (query: string, headers: Record<string, string> = {}, token = secret) =>
    parley.call('POST', `/mcp${query}`, {
      token,
      headers: { ...ACCEPT, ...headers },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
  const knownSets = async (): Promise<string[]> => {
    const refused = await send('?toolsets=no-such-set');
    return refused.body.details[0].allowed;
  };

  it('the list without a choice is small, and enough for a day in the inbox', async () => {
    const tools = await listed();
    expect(bytesOf(tools)).toBeLessThanOrEqual(LARGEST.default);
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'parley_list_workspaces',
        'parley_list_agents',
        'parley_list_conversations',
        'parley_list_conversation_messages',
        'parley_reply_to_conversation',
        'parley_close_conversation',
        'parley_read_contact_profile',
        'parley_search_knowledge',
      ]),
    );
    expect(await namesOf('?toolsets=default')).toEqual(tools.map(({ name }) => name));
    expect(await namesOf('?toolsets=')).toEqual(tools.map(({ name }) => name));
  });

  it('400 for toolset, which would leave the caller with other tools than those it names', async () => {
    const { status, body } = await send('?toolset=all');
    expect([status, body]).toEqual([
      400,
      {
        error: 'There is no query parameter toolset. Use toolsets.',
        code: 'validation_failed',
        details: [{ path: 'query.toolset', code: 'unknown_field', message: 'must be called toolsets' }],
      },
    ]);
    expect((await send('?client=desktop')).status).toBe(200);
  });

  it('each set is of a bounded size, and together they are all tools', async () => {
    const sets = await knownSets();
    expect(sets).toEqual(expect.arrayContaining(['default', 'all', 'inbox', 'contacts', 'sla-policies', 'agents']));
    const all = await listed('?toolsets=all');
    expect(bytesOf(all)).toBeLessThanOrEqual(LARGEST.all);
    const found: string[] = [];
    for (const set of sets.filter((name) => !['default', 'all'].includes(name))) {
      const tools = await listed(`?toolsets=${set}`);
      expect([set, tools.length > 0, bytesOf(tools) <= LARGEST.set]).toEqual([set, true, true]);
      found.push(...tools.map(({ name }) => name));
    }
    expect(found.sort()).toEqual(all.map(({ name }) => name).sort());
  });

  it('a feature from outside has a toolset of its own', async () => {
    expect(await namesOf('?toolsets=tide-tables')).toEqual(['parley_read_tide_table']);
    expect(await namesOf()).not.toContain('parley_read_tide_table');
  });

  it('several are chosen by the address, or by the header', async () => {
    const [inbox, contacts, both] = [
      await namesOf('?toolsets=inbox'),
      await namesOf('?toolsets=contacts'),
      await namesOf('?toolsets=inbox,%20Contacts,inbox'),
    ];
    expect(both).toEqual([...inbox, ...contacts].sort());
    expect(await namesOf('?toolsets=inbox&toolsets=contacts')).toEqual(both);
    const names = ({ body }: Awaited<ReturnType<typeof send>>) =>
      (body.result.tools as ListedTool[]).map(({ name }) => name);
    expect(names(await send('', { 'x-mcp-toolsets': 'inbox, contacts' }))).toEqual(both);
    expect(names(await send('?toolsets=inbox', { 'x-mcp-toolsets': 'contacts' }))).toEqual(inbox);
  });

  it.each([
    ['?toolsets=inbox,nothing', {}, 'query.toolsets', 'nothing'],
    ['', { 'x-mcp-toolsets': 'constructor' }, 'header.X-MCP-Toolsets', 'constructor'],
    [`?toolsets=${'x'.repeat(4000)}`, {}, 'query.toolsets', 'x'.repeat(64)],
  ])('an unknown one is refused: %p', async (query, headers, path, name) => {
    const { status, body } = await send(query, headers);
    expect([status, body.code, body.error]).toEqual([400, 'validation_failed', `There is no toolset ${name}.`]);
    expect(body.details).toEqual([
      expect.objectContaining({
        path,
        message: expect.stringMatching(/^must be one or more of default, all, .*inbox/),
      }),
    ]);
  });

  it('an unknown one is refused after the credential', async () => {
    expect((await send('?toolsets=nothing', {}, 'ca_wrong')).status).toBe(401);
  });

  describe.each(GENERATIONS)('a client of revision %s', (_revision, connect) => {
    it('learns which toolset has a tool that is not in use', async () => {
      const client = await connect(`${parley.url}/mcp?toolsets=inbox,contacts`, { secret });
      await expect(client.call('parley_list_sla_policies', { workspaceId: workspace.id })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(
          'parley_list_sla_policies is in the toolset sla-policies, which is not in use. Add ?toolsets=inbox,contacts,sla-policies',
        ),
      });
      await client.close();
    });

    it('sees and uses the tool of a token without a choice', async () => {
      const token = await aToken(parley, await aKey(parley, workspace), { resource: parley.settings.mcpUrl });
      const client = await connect(`${parley.url}/mcp`, { secret: token });
      expect((await client.tools()).map(({ name }) => name)).toEqual(['parley_list_agents']);
      expect((await client.call('parley_list_agents')).structuredContent).toMatchObject({ result: [{}] });
      await client.close();
    });

    it('gets results that fit the lean schemas', async () => {
      const client = await connect(`${parley.url}/mcp?toolsets=all`, { secret });
      // The clients check structured content against the schemas of the tools that they have listed.
      const tools = await client.tools();
      const readers = tools.filter(
        ({ annotations, inputSchema }) =>
          annotations?.['readOnlyHint'] === true &&
          (inputSchema.required ?? []).every((argument) => argument === 'workspaceId'),
      );
      expect(readers.length).toBeGreaterThan(20);
      for (const { name, inputSchema } of readers) {
        const input = inputSchema.properties?.['workspaceId'] ? { workspaceId: workspace.id } : {};
        const { content, structuredContent, isError } = await client.call(name, input);
        const code = isError ? (JSON.parse(content[0]?.text ?? '') as { code: string }).code : undefined;
        // Of a workspace without them.
        if (code)
          expect([name, code]).toEqual([
            name,
            expect.stringMatching(/^(?:not_found|validation_failed|plan_limit_reached)$/),
          ]);
        expect([name, code === undefined]).toEqual([name, structuredContent !== undefined]);
      }
      await client.close();
    });
  });

  it('lean schemas say what the whole ones say: the same fields, and the same required arguments', async () => {
    const schemas = await parley.get(OpenApiService).operationSchemas();
    const { operations } = (await parley.call('GET', '/capabilities')).body as unknown as CapabilitiesDto;
    const whole = new Map(operations.map(({ mcp, operationId }) => [mcp.tool, schemas.get(operationId)!] as const));
    const ajv = addFormats(new Ajv2020({ strict: true, strictRequired: false, strictTypes: false }));
    const fieldsOf = (schema: unknown): string[] =>
      Object.entries(schema ?? {}).flatMap(([word, value]): string[] => {
        if (typeof value !== 'object' || word === 'examples') return [];
        if (word !== 'properties') return fieldsOf(value);
        return Object.entries(value as object).flatMap(([name, inner]) => [name, ...fieldsOf(inner)]);
      });
    for (const { name, inputSchema, outputSchema } of await listed('?toolsets=all')) {
      ajv.compile(outputSchema!);
      const { input, output } = whole.get(name)!;
      const mine = inputSchema.required ?? [];
      expect([name, mine]).toEqual([name, input.required]);
      const withoutKey = fieldsOf(inputSchema).filter((field) => field !== 'idempotencyKey');
      expect([name, withoutKey]).toEqual([name, fieldsOf(input).filter((field) => field !== 'idempotencyKey')]);
      const wrapped = output.type === 'object' ? [] : ['result'];
      expect([name, fieldsOf(outputSchema)]).toEqual([name, [...wrapped, ...fieldsOf(output)]]);
      expect(JSON.stringify(outputSchema)).not.toMatch(/"(?:description|examples|pattern|format)":"/);
    }
  });

  it('says to the model which toolsets there are beyond those in use', async () => {
    const initialize = (query: string) =>
      parley.call('POST', `/mcp${query}`, {
        token: secret,
        headers: ACCEPT,
        body: {
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
        },
      });
    const { instructions } = (await initialize('?toolsets=inbox')).body.result;
    expect(instructions).toMatch(/Toolsets in use: inbox\. Others, .*: default, all, account, .*tide-tables/);
    expect((await initialize('?toolsets=all')).body.result.instructions).not.toContain('Toolsets');
  });
});
