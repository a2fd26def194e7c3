import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CommandLine } from '../support/command-line';

const RECORD = { type: 'object', properties: { id: { type: 'string' } } };
const LIST = {
  type: 'object',
  properties: { things: { type: 'array', items: RECORD }, nextCursor: { type: ['string', 'null'] } },
};

/** An operation as a listing has it. */
function operation(
  command: string,
  { api = {}, input = {}, output = RECORD as object, ...more }: Record<string, object> = {},
) {
  return {
    operationId: command.split(' ').join('-'),
    summary: 'Do it',
    credentialKind: 'account',
    scopes: [],
    readOnly: true,
    api: { supported: true, method: 'GET', path: '/things', requestMediaType: '', ...api },
    cli: { supported: true, command },
    inputSchema: { type: 'object', properties: input, required: [] },
    outputSchema: output,
    ...more,
  };
}

/** A service under an attacker's control: the worst effect must be a wrong answer. */
describe('the command line with a service that means no good', () => {
  let server: Server;
  let cli: CommandLine;
  let operations: object[];
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let paths: string[];
  beforeEach(async () => {
    paths = [];
    server = createServer((request, response) => {
      paths.push(`${request.method} ${request.url}`);
      response.setHeader('content-type', 'application/json');
      if (request.url === '/api/v1/capabilities') response.end(JSON.stringify({ operations }));
      else answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cli = await CommandLine.at(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { PARLEY_TOKEN: 'ca_x' });
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await cli.remove();
  });

  it('has no command but two plain words, none of its own, and each once', async () => {
    operations = [
      ...['parley things list', 'parley things list', 'parley login x', 'parley', 'parley a b c', 'parley Things list'],
      ...['parley __proto__ list', 'parley things \u001b[2J', 'parley help me', 'rm -rf'],
    ].map((command) => operation(command));
    operations.push({}, { cli: { supported: true, command: 'parley bare list' } });
    const { code, stdout } = await cli.run(['--help']);
    expect(code).toBe(0);
    expect(stdout.slice(stdout.indexOf('Operations:')).split('\n').slice(1, 3)).toEqual([
      expect.stringMatching(/^ {2}things +list$/),
      '',
    ]);
    answer = (_request, response) => response.end('{"id":"1"}');
    expect((await cli.run(['things', 'list'])).code).toBe(0);
  });

  it('shows its texts, and obeys none', async () => {
    const evil = '\u001b[2J\u009b31m\u202eevil';
    operations = [
      operation('parley things remove', {
        api: { method: 'DELETE', path: '/things/{thingId}' },
        input: { thingId: { type: 'string', description: evil }, size: { type: 'string', enum: [evil] } },
        ...({ summary: evil } as object),
      }),
    ];
    const help = await cli.run(['things', 'remove', '--help'], { columns: 80, env: { NO_COLOR: '1' } });
    expect(help.stdout).toContain('evil');
    const { prompts: questions } = await cli.run(['things', 'remove', '--thing', evil], { answers: ['n'] });
    for (const text of [help.stdout, ...questions]) expect(text).not.toMatch(/[\u001b\u009b\u202e]/);
  });

  it('takes no field for one that every object has', async () => {
    const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'a b', 'ok'];
    const input = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    operations = [operation('parley things list', { input })];
    answer = (_request, response) => response.end('{"id":"1"}');
    expect((await cli.run(['things', 'list', '--ok', 'x'])).code).toBe(0);
    expect(paths.at(-1)).toBe('GET /api/v1/things?ok=x');
    expect((await cli.run(['things', 'list', '--constructor', 'x'])).code).toBe(2);
  });

  it('comes to the end of pages that go round', async () => {
    operations = [operation('parley things list', { input: { cursor: { type: 'string' } }, output: LIST })];
    answer = ({ url }, response) =>
      response.end(JSON.stringify({ things: [{ id: '1' }], nextCursor: url?.includes('=a') ? 'b' : 'a' }));
    const { code, stdout } = await cli.run(['things', 'list', '--all', '--fields', 'id']);
    expect([code, stdout]).toEqual([0, 'id\n1\n1\n1\n']);
  });

  it.each([
    'http://elsewhere.example.com/api/v1/../../steal',
    '/api/v1/../../steal',
    '/api/v1/%2e%2e/%2e%2e/steal',
    'nowhere',
  ])('follows work nowhere but below its address: not to %s', async (location) => {
    const work = { type: 'object', properties: { progress: { type: 'number' }, finishedAt: { type: 'string' } } };
    operations = [operation('parley things start', { api: { method: 'POST' }, output: work })];
    answer = (_request, response) => response.writeHead(202, { location }).end('{"progress":0,"finishedAt":null}');
    expect((await cli.run(['things', 'start'])).code).toBe(0);
    expect(paths).toHaveLength(2);
  });

  it('sends its credential nowhere else', async () => {
    operations = [operation('parley things list')];
    answer = (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    const { code, stderr } = await cli.run(['things', 'list']);
    expect([code, stderr]).toEqual([6, expect.stringContaining('(302) is not from Parley')]);
  });

  it.each([
    ['nothing', (response: ServerResponse) => response.end()],
    ['no JSON', (response: ServerResponse) => response.end('<html>')],
    [
      'half an answer',
      (response: ServerResponse) =>
        response.writeHead(200, { 'content-length': '9' }).write('{"id"', () => response.destroy()),
    ],
    ['a refusal of no form', (response: ServerResponse) => response.writeHead(400).end('[1]')],
  ])('is unavailable where it answers %s', async (_case, give) => {
    operations = [operation('parley things list')];
    answer = (_request, response) => void give(response);
    const { code, stdout } = await cli.run(['things', 'list', '--json']);
    expect([code, stdout === '' || stdout === 'null\n']).toEqual([_case === 'nothing' ? 0 : 6, true]);
  });

  it('refuses what would be a header or a path of its own', async () => {
    operations = [
      operation('parley things create', {
        api: { method: 'POST', path: '/things/{thingId}' },
        ...({ readOnly: false } as object),
      }),
    ];
    operations = JSON.parse(
      JSON.stringify(operations).replace('"properties":{}', '"properties":{"thingId":{"type":"string"}}'),
    ) as object[];
    answer = (_request, response) => response.end('{"id":"1"}');
    const create = (...more: string[]) => cli.run(['things', 'create', ...more]);
    expect((await create('--thing', 'x', '--idempotency-key', 'a\r\nb: c')).code).toBe(2);
    for (const id of ['.', '..', '']) expect([id, (await create('--thing', id)).code]).toEqual([id, 2]);
    expect(paths).toEqual(['GET /api/v1/capabilities']);
    await create('--thing', 'a/../b?c#d');
    expect(paths.at(-1)).toBe('POST /api/v1/things/a%2F..%2Fb%3Fc%23d');
  });
});
