import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

interface Configuration {
  mcpServers: { parley: { command: string; args: string[] } };
}

/** What a desktop client does that starts programs, with the configuration of docs/mcp.md; npx downloads the bridge. */
describe('mcp-remote', () => {
  let parley: Parley;
  let secret: string;
  let workspace: { id: string };
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-mcp-remote-'));
    parley = await startParley();
    const owner = await anAccount(parley);
    workspace = await aWorkspace(parley, await aCredential(parley, owner));
    ({ secret } = await aCredential(parley, owner, { audience: parley.settings.mcpUrl }));
  });
  afterAll(async () => {
    await parley.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function connect(authorization: string): Promise<Client> {
    const { command, args } = documented().mcpServers.parley;
    const transport = new StdioClientTransport({
      command,
      args: args.map((argument) => argument.replace('http://localhost:3000', parley.url)),
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '',
        MCP_REMOTE_CONFIG_DIR: folder,
        PARLEY_AUTHORIZATION: authorization,
      },
      stderr: 'ignore',
    });
    const client = new Client({ name: 'desktop', version: '1' });
    await client.connect(transport);
    return client;
  }

  it('brings a client that starts programs to the tools', async () => {
    const client = await connect(`Bearer ${secret}`);
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('parley_list_workspaces');
      const found = await client.callTool({ name: 'parley_get_workspace', arguments: { workspaceId: workspace.id } });
      expect(found.structuredContent).toMatchObject({ id: workspace.id });
      const refused = await client.callTool({ name: 'parley_create_workspace', arguments: { name: '' } });
      expect(refused.isError).toBe(true);
    } finally {
      await client.close();
    }
  });
});

function documented(): Configuration {
  const blocks = [...readFileSync('docs/mcp.md', 'utf8').matchAll(/^```json\n([^]*?)^```/gm)].map(
    ([, text]) => text ?? '',
  );
  return JSON.parse(blocks.find((text) => text.includes('mcp-remote')) ?? '{}') as Configuration;
}
