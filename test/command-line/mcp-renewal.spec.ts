import { readFile } from 'node:fs/promises';
import { createServer, request as sent, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { anAccount, PASSWORD, type TestAccount } from '../factories/account';
import { CommandLine } from '../support/command-line';
import { type Parley, startParley } from '../support/parley';

/** Not repeated where the service may have received it. */
const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'parley_list_workspaces' } };

/** `parley mcp` signs in by itself only where that helps, and survives every answer. */
describe('parley mcp in front of a service that behaves oddly', () => {
  let parley: Parley;
  let account: TestAccount;
  let front: Server;
  let cli: CommandLine;
  /** Replaces the answers of some paths. */
  let answers: { path: RegExp; status: number; body: string }[];
  beforeAll(async () => {
    parley = await startParley({ settings: { LIMIT_PROOF_PER_USER: '100', LIMIT_PROOF_PER_ADDRESS: '1000' } });
    front = createServer((request, response) => {
      const own = answers.find(({ path }) => path.test(request.url!));
      if (own) {
        request.resume();
        response.writeHead(own.status, { 'content-type': 'application/json' }).end(own.body);
        return;
      }
      const { host } = new URL(parley.url);
      const { method, headers } = request;
      const through = sent(`${parley.url}${request.url}`, { method, headers: { ...headers, host } }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      });
      request.pipe(through);
    });
    await new Promise<void>((ready) => front.listen(0, '127.0.0.1', ready));
  });
  afterAll(async () => {
    front.closeAllConnections();
    front.close();
    await parley.stop();
  });
  beforeEach(async () => {
    answers = [];
    account = await anAccount(parley);
    cli = await CommandLine.at(`http://127.0.0.1:${(front.address() as AddressInfo).port}`);
    const { code, stderr } = await cli.run(['login', '--email', account.email], { answers: [PASSWORD] });
    if (code !== 0) throw new Error(stderr);
  });
  afterEach(() => cli.remove());

  /** One answer for each message, in turn. */
  const bridged = async (command: string, messages: readonly object[] = [CALL]) => {
    const stdin = messages.map((message) => `${JSON.stringify(message)}\n`).join('');
    const { stdout, stderr } = await cli.run(['mcp', '--password-command', command], { stdin });
    return {
      stderr,
      replies: stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    };
  };
  const file = () => join(cli.folder, 'profiles', 'default.json');
  const issued = async () => {
    const [row] = await parley.database.query(
      "SELECT count(*)::int AS n FROM account_credentials WHERE account_id = $1 AND audience = 'mcp'",
      [account.id],
    );
    return row.n as number;
  };

  it('does not sign in again and again if the service refuses what it has just issued', async () => {
    answers = [{ path: /^\/mcp/, status: 401, body: '{"error":"No.","code":"token_audience_mismatch"}' }];
    const many = Array.from({ length: 5 }, (_, id) => ({ ...CALL, id }));
    const { replies } = await bridged(`printf '%s' '${PASSWORD}'`, many);
    expect(replies).toHaveLength(5);
    for (const { error } of replies) expect(error.message).toContain('refuses the sign-in that it has just issued');
    expect(await issued()).toBe(1);
  });

  it('does not bring back a profile that was removed while it signed in', async () => {
    const { replies } = await bridged(`rm '${file()}'; printf '%s' '${PASSWORD}'`);
    expect(replies).toMatchObject([{ id: 1, error: { message: expect.stringContaining('parley login --mcp') } }]);
    await expect(readFile(file())).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.each([
    ['metadata that are no JSON', { path: /^\/\.well-known/, status: 200, body: '<html>' }],
    ['metadata that are no record', { path: /^\/\.well-known/, status: 200, body: 'null' }],
    ['a refusal with details of another form', { path: /^\/mcp/, status: 400, body: '{"error":"No.","details":7}' }],
    ['a refusal with a detail of null', { path: /^\/mcp/, status: 400, body: '{"error":"No.","details":[null]}' }],
    ['a sign-in without a credential', { path: /bootstrap$/, status: 201, body: '{}' }],
    ['a message without a result', { path: /^\/mcp/, status: 200, body: '[]' }],
  ])('answers after %s', async (_what, answer) => {
    answers = [answer];
    const { replies, stderr } = await bridged(`printf '%s' '${PASSWORD}'`);
    expect(replies).toMatchObject([{ id: 1 }]);
    expect(stderr + JSON.stringify(replies)).not.toContain('bug');
  });
});
