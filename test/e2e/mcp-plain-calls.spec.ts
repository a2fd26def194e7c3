import { Body, Controller, Module, Post } from '@nestjs/common';
import { IsOptional, IsString } from 'class-validator';
import { Operation } from '../../src/common/registry/operation.decorator';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

class FailureDto {
  @IsString()
  @IsOptional()
  text?: string;
}

@Controller('failures')
class FailureController {
  @Post()
  @Operation({
    operationId: 'causeFailure',
    summary: 'Fail',
    access: { kind: 'account', scopes: [] },
    audit: 'none: it fails',
    returns: FailureDto,
  })
  run(@Body() { text }: FailureDto): Promise<FailureDto> {
    return Promise.reject(new Error(`the inside of ${text}`));
  }
}

@Module({ controllers: [FailureController] })
class FailureModule {}

const PREFIX = 'io.modelcontextprotocol/';
const META = {
  [`${PREFIX}protocolVersion`]: '2026-07-28',
  [`${PREFIX}clientInfo`]: { name: 'x', version: '1' },
  [`${PREFIX}clientCapabilities`]: {},
};

/** A message that only calls a tool is answered without the SDK, and one with any other metadata by the SDK. */
describe('a plain tools/call', () => {
  let parley: Parley;
  let secret: string;
  let inputs: Record<string, object>;
  beforeAll(async () => {
    parley = await startParley({ modules: [FailureModule] });
    const owner = await anAccount(parley);
    const admin = await aCredential(parley, owner);
    const { id: workspaceId } = await aWorkspace(parley, admin);
    const { id: agentId } = await anAgent(parley, { id: workspaceId }, admin);
    ({ secret } = await aCredential(parley, owner, { audience: parley.settings.mcpUrl }));
    inputs = {
      parley_get_agent: { workspaceId, agentId },
      parley_list_agents: { workspaceId },
      parley_list_contacts: { workspaceId, limit: 0, search: 'a&b=%+ü' },
      parley_get_workspace: { workspaceId: 5 },
      parley_create_workspace: { name: '', unknown: 1 },
      parley_cause_failure: { text: 'x' },
      parley_nothing: {},
    };
  });
  afterAll(() => parley.stop());

  const send = (version: string | undefined, name: string, meta: object | undefined) =>
    parley.call('POST', '/mcp?toolsets=all', {
      token: secret,
      headers: {
        accept: 'application/json, text/event-stream',
        ...(version && { 'mcp-protocol-version': version }),
        ...(version === '2026-07-28' && { 'mcp-method': 'tools/call', 'mcp-name': name }),
      },
      body: { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: inputs[name], _meta: meta } },
    });

  // PostgreSQL breaks the lines of JSON, which the SDK reads and writes again.
  const compact = (text: string): string => JSON.stringify(JSON.parse(text));

  it.each([undefined, '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'])(
    'of revision %s has the answer of the SDK',
    async (version) => {
      const meta = version === '2026-07-28' ? META : undefined;
      for (const name of Object.keys(inputs)) {
        const plain = await send(version, name, meta);
        const bySdk = await send(version, name, { ...meta, 'example.com/note': 1 });
        expect([name, plain.status, compact(plain.text)]).toEqual([name, bySdk.status, compact(bySdk.text)]);
        expect([...plain.headers.keys()].sort()).toEqual([...bySdk.headers.keys()].sort());
      }
    },
  );
});
