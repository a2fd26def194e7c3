import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { anAccount, PASSWORD, type TestAccount } from '../factories/account';
import { aWorkspace } from '../factories/workspace';
import { CommandLine } from '../support/command-line';
import { STDIO_GENERATIONS, type StdioProgram } from '../support/mcp-clients';
import { type Parley, startParley } from '../support/parley';

const ROOT = resolve(__dirname, '../..');
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};
const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

/** `parley mcp`, which an MCP client runs as a process of its own. */
describe('parley mcp', () => {
  let parley: Parley;
  let account: TestAccount;
  let workspace: { id: string };
  let cli: CommandLine;
  beforeAll(async () => {
    parley = await startParley({ settings: { LIMIT_PROOF_PER_USER: '100', LIMIT_PROOF_PER_ADDRESS: '1000' } });
    // The first listing takes the service long on a busy machine.
    await parley.call('GET', '/capabilities');
  });
  afterAll(() => parley.stop());
  beforeEach(async () => {
    account = await anAccount(parley);
    workspace = await aWorkspace(parley, account);
    cli = await CommandLine.at(parley.url);
  });
  afterEach(() => cli.remove());

  const login = async (...more: string[]) => {
    const { code, stderr } = await cli.run(['login', '--email', account.email, ...more], { answers: [PASSWORD] });
    if (code !== 0) throw new Error(stderr);
  };
  const file = () => join(cli.folder, 'profiles', 'default.json');
  const profile = async () => JSON.parse(await readFile(file(), 'utf8'));
  const program = (...options: string[]): StdioProgram => ({
    command: process.execPath,
    args: ['--require', './scripts/register-swc.js', 'src/cli.ts', 'mcp', ...options],
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...cli.env },
    stderr: 'pipe',
  });
  /** As the profile and the database have it a day later. In this order: else a message under way finds a revoked sign-in. */
  const expire = async () => {
    const saved = await profile();
    const mcp = { ...saved.mcp, expiresAt: '2026-01-01T00:00:00.000Z' };
    await writeFile(`${file()}.new`, JSON.stringify({ ...saved, mcp }), { mode: 0o600 });
    await rename(`${file()}.new`, file());
    await parley.database.query(
      `UPDATE account_credentials SET created_at = now() - interval '2 days', expires_at = now() - interval '1 day'
       WHERE account_id = $1 AND audience = 'mcp'`,
      [account.id],
    );
  };

  describe.each(STDIO_GENERATIONS)('with a client of revision %s', (revision, connect) => {
    it('relays its messages, with the toolsets that it wants', async () => {
      await login('--mcp');
      const client = await connect(program('--toolsets', 'workspaces,sla-policies'));
      expect(client.revision).toBe(revision);
      const names = (await client.tools()).map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['parley_list_workspaces', 'parley_list_sla_policies']));
      const { structuredContent } = await client.call('parley_list_workspaces');
      expect(structuredContent).toMatchObject({ workspaces: [{ id: workspace.id }] });
      await expect(client.call('parley_list_contacts')).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('is in the toolset contacts'),
      });
      await client.close();
      expect(client.stderr()).toBe('');
    });

    it('says what a person must do once the sign-in has expired, and goes on after it', async () => {
      await login('--mcp');
      const client = await connect(program());
      await expire();
      for (const attempt of [() => client.tools(), () => client.call('parley_list_workspaces')]) {
        await expect(attempt()).rejects.toThrow(/MCP has expired\. Nothing has .* In a terminal: parley login --mcp/);
      }
      expect(client.stderr()).toMatch(/^parley: The sign-in for MCP has expired\. .*parley login --mcp --url \S+\n$/);
      // Without --mcp: a sign-in renews what the profile had.
      await login();
      expect((await client.call('parley_list_workspaces')).isError).toBeUndefined();
      await client.close();
    });

    it('signs in by itself where a command gives the password', async () => {
      await login('--scopes', 'workspaces:read,credentials:write');
      expect((await profile()).mcp).toBeUndefined();
      const client = await connect(program('--password-command', `printf '%s\\n' '${PASSWORD}'`));
      expect((await client.call('parley_list_workspaces')).isError).toBeUndefined();
      const first = (await profile()).mcp;
      expect(first.scopes).toEqual(['workspaces:read']);
      await expire();
      const calls = [1, 2, 3].map(() => client.call('parley_list_workspaces'));
      for (const { isError } of await Promise.all(calls)) expect(isError).toBeUndefined();
      const second = (await profile()).mcp;
      expect(second.id).not.toBe(first.id);
      const rows = await parley.database.query(
        "SELECT count(*)::int AS n FROM account_credentials WHERE account_id = $1 AND audience = 'mcp'",
        [account.id],
      );
      expect(rows).toEqual([{ n: 2 }]);
      await client.close();
      const { secret } = await profile();
      for (const hidden of [PASSWORD, secret, first.secret, second.secret]) {
        expect(client.stderr()).not.toContain(hidden);
      }
    });
  });

  it.each([
    ['a password that is wrong', "echo 'not the password'", /password/],
    ['a command that fails', 'exit 3', /--password-command ended with 3\./],
    ['a command that prints nothing', 'true', /--password-command prints nothing\./],
  ])('names %s', async (_what, command, expected) => {
    await login();
    const ended = await piped(program('--password-command', command), [INITIALIZE]);
    expect(ended.answers).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32000, message: expect.stringMatching(expected) } },
    ]);
    expect(ended.stderr).toMatch(expected);
  });

  it('sends a password that was refused only once, so that the account is not locked', async () => {
    await login();
    const command = `echo run >> ${cli.folder}/runs; echo 'not the password'`;
    expect((await piped(program('--password-command', command), [INITIALIZE, LIST])).answers).toHaveLength(2);
    expect(await readFile(join(cli.folder, 'runs'), 'utf8')).toBe('run\n');
  });

  it('takes a revoked sign-in for one that a person must renew', async () => {
    await login('--mcp');
    await parley.database.query("UPDATE account_credentials SET revoked_at = now() WHERE audience = 'mcp'");
    const { answers } = await piped(program(), [INITIALIZE]);
    expect(answers).toMatchObject([
      { id: 1, error: { message: expect.stringContaining('it was revoked. Nothing has to be') } },
    ]);
  });

  it('starts without a sign-in, and says so', async () => {
    const { status, answers, stderr } = await piped(program(), [INITIALIZE]);
    expect([status, answers]).toEqual([
      0,
      [{ jsonrpc: '2.0', id: 1, error: { code: -32000, message: expect.stringContaining('not signed in for MCP') } }],
    ]);
    expect(stderr).toMatch(
      /^parley: You are not signed in for MCP\. Nothing .*\. In a terminal: parley login --mcp --url \S+\n$/m,
    );
  });

  it('uses the credential of the environment, and refuses one that is not for MCP', async () => {
    await login('--mcp');
    const { secret, mcp } = await profile();
    const withToken = (token: string) => ({ ...program(), env: { ...program().env, PARLEY_TOKEN: token } });
    expect((await piped(withToken(mcp.secret), [LIST])).answers).toMatchObject([{ id: 2, result: {} }]);
    const refused = await piped(withToken(secret), [LIST]);
    expect(refused.answers).toMatchObject([
      { id: 2, error: { message: expect.stringContaining('refuses the credential of PARLEY_TOKEN') } },
    ]);
    expect(refused.stderr + JSON.stringify(refused.answers)).not.toContain(secret);
  });

  it('answers every line until stdin ends, each once, and notifications not at all', async () => {
    await login('--mcp');
    const lines = [
      INITIALIZE,
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      'no JSON',
      '',
      ...Array.from({ length: 40 }, (_, id) => ({ jsonrpc: '2.0', id: `n${id}`, method: 'ping' })),
      { jsonrpc: '2.0', id: 99, method: 'tools/list', params: { text: 'a\nb\u2028c' } },
      [LIST],
    ];
    const { status, answers, stderr } = await piped(program(), lines);
    expect(status).toBe(0);
    const ids = answers.map(({ id }) => id);
    expect(ids.sort()).toEqual([1, null, null, ...Array.from({ length: 40 }, (_, id) => `n${id}`), 99].sort());
    expect(
      answers
        .filter(({ id }) => id === null)
        .map(({ error }) => error.code)
        .sort(),
    ).toEqual([-32600, -32700]);
    expect(stderr).toBe('');
  });

  it('an unknown toolset is named, with those that there are', async () => {
    await login('--mcp');
    const { answers } = await piped(program('--toolsets', 'mailbox'), [INITIALIZE]);
    expect(answers[0].error.message).toMatch(/^There is no toolset mailbox\. It must be one or more of default, all, /);
  });

  it('ends on SIGTERM, also while it waits for the service', async () => {
    await login('--mcp');
    const silent = createServer(() => {});
    const url = await listening(silent);
    const saved = await profile();
    await writeFile(file(), JSON.stringify({ ...saved, url }));
    const child = start({ ...program(), env: { ...program().env, PARLEY_URL: url } });
    const arrived = once(silent, 'request');
    child.stdin!.write(`${JSON.stringify(INITIALIZE)}\n`);
    await arrived;
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([null, 'SIGTERM']);
    silent.closeAllConnections();
    silent.close();
  });

  it('waits for a service that restarts, and does not call a tool twice', async () => {
    await login('--mcp');
    const calls: string[] = [];
    const answering = () =>
      createServer((request, response) => {
        let body = '';
        request.on('data', (chunk: Buffer) => (body += chunk.toString()));
        request.on('end', () => {
          const { id, method } = JSON.parse(body) as { id: number; method: string };
          calls.push(method);
          if (calls.length < 3 || method === 'tools/call') return void request.socket.destroy();
          response
            .setHeader('content-type', 'application/json')
            .end(JSON.stringify({ jsonrpc: '2.0', id, result: {} }));
        });
      });
    const gone = createServer();
    const url = await listening(gone);
    await new Promise((closed) => gone.close(closed));
    const saved = await profile();
    await writeFile(file(), JSON.stringify({ ...saved, url }));
    const running = piped({ ...program(), env: { ...program().env, PARLEY_URL: url } }, [
      LIST,
      { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'parley_list_workspaces' } },
    ]);
    await pause(1_500);
    const server = answering();
    server.listen(Number(new URL(url).port), '127.0.0.1');
    const { answers } = await running;
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    expect(byId.get(2)).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
    expect(byId.get(3)?.error.message).toContain('the connection broke off');
    expect(calls.filter((method) => method === 'tools/call')).toHaveLength(1);
    server.closeAllConnections();
    server.close();
  });

  it('login and logout revoke what they replace', async () => {
    await login('--mcp', 'inbox:read');
    expect((await profile()).mcp.scopes).toEqual(['inbox:read']);
    await login('--mcp');
    await cli.run(['logout'], { answers: [PASSWORD] });
    const rows = await parley.database.query(
      `SELECT count(*)::int AS all, count(revoked_at)::int AS revoked FROM account_credentials
       WHERE account_id = $1 AND audience = 'mcp'`,
      [account.id],
    );
    expect(rows).toEqual([{ all: 2, revoked: 2 }]);
  });
});

interface Ended {
  status: number | null;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of every shape
  answers: any[];
  stderr: string;
}

function start({ command, args, cwd, env }: StdioProgram): ChildProcess {
  return spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
}

/** Sends the lines, ends stdin, and waits for the end of the program. */
async function piped(program: StdioProgram, lines: readonly (object | string)[]): Promise<Ended> {
  const child = start(program);
  let stderr = '';
  child.stderr!.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const answers: unknown[] = [];
  createInterface({ input: child.stdout! }).on('line', (line) => answers.push(JSON.parse(line)));
  child.stdin!.end(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, answers, stderr };
}

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
