import { execFile } from 'node:child_process';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { anAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { type Parley, startParley } from '../support/parley';

const SUITE = ['-y', '-p', 'node@24', '-p', '@modelcontextprotocol/conformance@0.1.16', 'conformance'];
const BASELINE = 'test/fixtures/mcp-conformance-baseline.yaml';

/** The public conformance suite, which npx downloads. It knows revisions up to 2025-11-25, and no credentials. */
describe('the MCP conformance suite', () => {
  let parley: Parley;
  let proxy: Server;
  let secret: string;
  let url: string;
  beforeAll(async () => {
    proxy = createServer((incoming, outgoing) => {
      const headers = { ...incoming.headers, authorization: `Bearer ${secret}` };
      const forwarded = request(`${parley.url}/mcp`, { method: incoming.method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      forwarded.on('error', () => outgoing.destroy());
      incoming.pipe(forwarded);
    });
    await new Promise<void>((resolve) => proxy.listen(0, 'localhost', resolve));
    url = `http://localhost:${(proxy.address() as AddressInfo).port}`;
    parley = await startParley({ settings: { TRUSTED_ORIGINS: url } });
    ({ secret } = await aCredential(parley, await anAccount(parley), { audience: parley.settings.mcpUrl }));
  });
  afterAll(async () => {
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
    await parley.stop();
  });

  it('passes but for what the baseline names', async () => {
    const command = [...SUITE, 'server', '--url', `${url}/mcp`, '--suite', 'all', '--expected-failures', BASELINE];
    const ended = promisify(execFile)('npx', command, { maxBuffer: 2 ** 26 });
    const { stdout } = await ended.catch((failure: unknown) => {
      const { stdout: output } = failure as { stdout: string };
      throw new Error(output.slice(output.indexOf('=== SUMMARY')));
    });
    const passed = [...stdout.matchAll(/^✓ (\S+): (\d+) passed/gm)].filter(([, , checks]) => checks !== '0');
    expect(passed.map(([, scenario]) => scenario)).toEqual([
      'server-initialize',
      'ping',
      'tools-list',
      'dns-rebinding-protection',
    ]);
  });
});
