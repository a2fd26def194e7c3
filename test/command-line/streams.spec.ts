import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { anAgent } from '../factories/agent';
import { aCommandDesk, type CommandDesk } from '../factories/command-fixtures';
import type { Typing } from '../support/command-line';
import { type Parley, startParley } from '../support/parley';

const PEOPLE = 'name,email\nAnn Lee,ann@example.com\nBea Ray,bea@example.com\n,nobody\n';

describe('files on the command line', () => {
  let parley: Parley;
  let desk: CommandDesk;
  beforeAll(async () => {
    parley = await startParley({ settings: { RUN_WORKER: 'yes' } });
  });
  afterAll(() => parley.stop());
  beforeEach(async () => {
    desk = await aCommandDesk(parley);
  });
  afterEach(() => desk.cli.remove());

  const fileOf = async (name: string, text: string) => {
    const file = join(desk.cli.folder, name);
    await writeFile(file, text);
    return file;
  };

  it('are imported, and the import is followed to its end', async () => {
    const { code, stdout, stderr } = await desk.cli.run([
      ...['contacts', 'import', '--input', await fileOf('people.csv', PEOPLE), '--json'],
    ]);
    expect([code, stderr]).toEqual([0, '']);
    const record = JSON.parse(stdout);
    expect(record).toMatchObject({ status: 'completed', progress: 1, rowsTotal: 3, created: 2, refused: 1 });
    const refusals = await desk.cli.json(['contact-import-refusals', 'list', '--import', record.id]);
    expect(refusals.refusals).toMatchObject([
      { row: 4, path: '', valueOnly: false },
      { row: 4, path: '/email', valueOnly: true },
    ]);
  });

  it('show their progress to a person, and leave nothing of it behind', async () => {
    const { stdout, stderr } = await desk.cli.run(
      ['contacts', 'import', '--input', await fileOf('people.csv', PEOPLE)],
      { columns: 100, env: { NO_COLOR: '1' } },
    );
    expect(stderr).toContain('Sending');
    expect(stderr).toContain('Working');
    expect(stdout).toMatch(/^status +completed$/m);
    expect(stdout).not.toContain('Working');
  });

  it('are of the kind that their name says, or that is said', async () => {
    const line = '{"name":"Cid"}\n';
    const byName = await desk.cli.json(['contacts', 'import', '--input', await fileOf('people.ndjson', line)]);
    const bySaying = await desk.cli.json(
      ['contacts', 'import', '--input', '-', '--content-type', 'application/x-ndjson', '--no-wait'],
      { stdin: line },
    );
    expect([byName, bySaying]).toMatchObject([
      { format: 'ndjson', status: 'completed' },
      { format: 'ndjson', rowsTotal: 1 },
    ]);
    const wrong = await desk.cli.run(['contacts', 'import', '--input', '-', '--content-type', 'text/plain'], {
      stdin: line,
    });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('[unsupported_media_type]')]);
  });

  it('are refused as a whole, and by name', async () => {
    const import_ = (...more: string[]) => desk.cli.run(['contacts', 'import', ...more]);
    const file = await fileOf('x.csv', 'name,shoe\nAnn,43\n');
    const column = await import_('--input', file, '--mapping', '{"boot":"email"}');
    expect([column.code, column.stdout]).toEqual([2, '']);
    expect(column.stderr).toContain('boot');
    expect(await import_()).toMatchObject({
      code: 2,
      stderr: 'parley: --input is missing: pass a file, or - for stdin.\n',
    });
    expect(await import_('--input', '/nowhere.csv')).toMatchObject({
      code: 2,
      stderr: 'parley: The file of --input cannot be read: ENOENT.\n',
    });
    expect((await import_('--input', await fileOf('empty.csv', ''))).code).toBe(2);
  });

  it('are exported to stdout, or whole into a file of their owner', async () => {
    await desk.cli.json(['contacts', 'import', '--input', await fileOf('people.csv', PEOPLE)]);
    const token = desk.owner.secret;
    for (const [flags, query] of [
      [[], {}],
      [['--format', 'ndjson'], { format: 'ndjson' }],
      [['--search', 'bea'], { search: 'bea' }],
    ] as const) {
      const { text } = await parley.call('GET', `/workspaces/${desk.workspace.id}/contacts/export`, { token, query });
      const piped = await desk.cli.run(['contacts', 'export', ...flags]);
      expect(piped).toMatchObject({ code: 0, stderr: '', stdout: text });
      const file = join(desk.cli.folder, 'out');
      const saved = await desk.cli.run(['contacts', 'export', ...flags, '--output', file]);
      expect([saved.code, saved.stdout, await readFile(file, 'utf8')]).toEqual([0, '', text]);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    }
  });

  it('are shown to a terminal, which obeys nothing in them', async () => {
    const evil = 'evil\\u001b]0;pwn\\u0007\\u009b31m 張';
    await desk.cli.json(['contacts', 'import', '--input', await fileOf('x.ndjson', `{"name":"Eve 張"}\n`)]);
    // As a version before may have stored it.
    await parley.database.query('UPDATE contacts SET name = $1 WHERE name = $2', [JSON.parse(`"${evil}"`), 'Eve 張']);
    const { stdout } = await desk.cli.run(['contacts', 'export'], { columns: 80, env: { NO_COLOR: '1' } });
    expect(stdout).toContain('evil\\u001b]0;pwn\\u0007\\u009b31m 張');
    expect(stdout).not.toMatch(/[\u001b\u0007\u009b\r]/);
  });

  it('adds an address, a sitemap, a file and a text as sources', async () => {
    await anAgent(parley, desk.workspace, desk.owner, { name: 'Helper' });
    const add = (args: string[], typing: Typing = {}) =>
      desk.cli.json(['sources', 'add', ...args, '--agent', 'Helper'], typing);
    expect(await add(['https://example.com/faq'])).toMatchObject({ type: 'url', name: 'https://example.com/faq' });
    expect(await add(['https://example.com/sitemap.xml', '--name', 'Site'])).toMatchObject({
      type: 'sitemap',
      name: 'Site',
    });
    expect(await add(['-', '--name', 'Hours'], { stdin: 'We open at nine.' })).toMatchObject({
      type: 'text',
      name: 'Hours',
    });
    const file = join(desk.cli.folder, 'manual.txt');
    await writeFile(file, 'Press the button.');
    expect(await add([file])).toMatchObject({ type: 'file', name: 'manual.txt' });
    const nameless = await desk.cli.run(['sources', 'add', '-', '--agent', 'Helper'], { stdin: 'x' });
    expect([nameless.code, nameless.stderr]).toEqual([2, expect.stringContaining('--name is missing')]);
  });

  describe('from a service that breaks off, or is busy', () => {
    let broken: Server;
    let env: Record<string, string>;
    let limited = false;
    beforeEach(async () => {
      const listing = (await parley.call('GET', '/capabilities')).text;
      broken = createServer((request, response) => {
        if (request.url === '/api/v1/capabilities') return response.end(listing);
        if (request.url?.includes('/account-credentials')) {
          // Every other page is one too many for now.
          const cursor = Number(new URL(request.url, 'http://x').searchParams.get('cursor'));
          limited = !limited;
          response.writeHead(limited ? 429 : 200, { 'content-type': 'application/json', 'retry-after': '0' });
          const page = { credentials: [{ id: cursor }], nextCursor: cursor < 3 ? String(cursor + 1) : null };
          return response.end(JSON.stringify(limited ? { error: 'Slowly.', code: 'rate_limited' } : page));
        }
        response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000' });
        response.write('id,name\n');
        setTimeout(() => request.socket.destroy(), 20);
      });
      await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
      env = { PARLEY_URL: `http://127.0.0.1:${(broken.address() as AddressInfo).port}` };
    });
    afterEach(() => broken.close());

    it('go on when the service says', async () => {
      const all = await desk.cli.json(['credentials', 'list', '--all', '--fields', 'id'], { env });
      expect(all).toEqual([{ id: 0 }, { id: 1 }, { id: 2 }, { id: 3 }]);
      expect((await desk.cli.run(['credentials', 'list'], { env })).code).toBe(6);
    });

    it('leave no half file, and say so', async () => {
      const file = join(desk.cli.folder, 'out.csv');
      const { code, stderr } = await desk.cli.run(['contacts', 'export', '--output', file], { env });
      expect([code, stderr]).toEqual([6, expect.stringContaining('broke off in the middle of the answer')]);
      expect((await readdir(desk.cli.folder)).filter((name) => name.startsWith('out.csv'))).toEqual([]);
      expect((await desk.cli.run(['contacts', 'export'], { env })).code).toBe(6);
    });
  });
});

describe('a source of a file', () => {
  let parley: Parley;
  let desk: CommandDesk;
  let agent: { id: string };

  beforeAll(async () => {
    parley = await startParley();
    desk = await aCommandDesk(parley);
    agent = await anAgent(parley, desk.workspace, desk.owner);
    await writeFile(join(desk.cli.folder, 'opening-hours.md'), '# Hours\n\nWe are open from nine to five.\n');
  });
  afterAll(async () => {
    await desk.cli.remove();
    await parley.stop();
  });

  const create = (file: string, ...more: string[]) => [
    ...['sources', 'create', '--agent', agent.id, '--file', join(desk.cli.folder, file), ...more],
  ];
  const files = () => parley.database.query('SELECT FROM knowledge_files');

  it('is uploaded and created by one command, with a bar that goes', async () => {
    const source = await desk.cli.json(create('opening-hours.md'));
    expect(source).toMatchObject({
      type: 'file',
      name: 'opening-hours.md',
      mediaType: 'text/markdown',
      status: 'queued',
    });
    const named = await desk.cli.run(create('opening-hours.md', '--name', 'Hours', '--content-type', 'text/plain'), {
      columns: 100,
      env: { NO_COLOR: '1' },
    });
    expect([named.code, named.stderr]).toEqual([0, expect.stringContaining('Sending')]);
    expect(named.stdout).toMatch(/^name +Hours$/m);
    expect(named.stdout).toMatch(/^mediaType +text\/plain$/m);
    await parley.drain();
    const search = ['knowledge', 'search', '--agent', agent.id, '--query', 'When are you open?'];
    expect((await desk.cli.json(search)).results).toMatchObject([{ text: expect.stringContaining('nine') }, {}]);
  });

  it.each([
    ['nowhere.md', [], 'The file of --file cannot be read: ENOENT.'],
    ['opening-hours.xyz', [], 'The media type of the file is unknown.'],
    ['opening-hours.md', ['--type', 'text'], '--file does not allow another type.'],
    [
      'opening-hours.md',
      ['--file-id', '0197a3c2-6f1e-7c41-b1a5-8f5b5b0d6a11'],
      '--file does not allow another fileId.',
    ],
  ])('2, and nothing is uploaded: %s %j', async (file, more, message) => {
    await writeFile(join(desk.cli.folder, 'opening-hours.xyz'), 'Hours');
    const before = await files();
    expect(await desk.cli.run(create(file, ...more))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
    expect(await files()).toEqual(before);
  });

  it('explains how to continue if the outcome is unknown', async () => {
    const create_ = `/workspaces/${desk.workspace.id}/agents/${agent.id}/sources`;
    const door = createServer((incoming, outgoing) => {
      const { authorization = '', 'content-type': type = 'application/json' } = incoming.headers;
      const onward = fetch(`${parley.url}${incoming.url}`, {
        method: incoming.method,
        headers: {
          authorization,
          'content-type': type,
          'idempotency-key': String(incoming.headers['idempotency-key']),
        },
        ...(incoming.method === 'POST' && { body: Readable.toWeb(incoming) as never, duplex: 'half' }),
      });
      void onward.then(async (answer) => {
        const text = await answer.text();
        if (incoming.url?.endsWith(create_)) incoming.socket.destroy();
        else outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
      });
    });
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    const env = { PARLEY_URL: `http://127.0.0.1:${(door.address() as AddressInfo).port}` };
    const { code, stderr } = await desk.cli.run(create('opening-hours.md', '--name', 'Lost'), { env });
    door.close();
    expect(code).toBe(6);
    const [, id = '', key = ''] =
      /--file-id (\S+) in place of --file, and with --idempotency-key (\S+)\./.exec(stderr) ?? [];
    const again = ['sources', 'create', '--agent', agent.id, '--name', 'Lost', '--type', 'file', '--file-id', id];
    expect(await desk.cli.json([...again, '--idempotency-key', key])).toMatchObject({ id, name: 'Lost' });
  });
});

describe('a test of an agent', () => {
  let parley: Parley;
  let desk: CommandDesk;

  beforeAll(async () => {
    parley = await startParley({ settings: { RUN_WORKER: 'yes' } });
    desk = await aCommandDesk(parley);
  });
  afterAll(async () => {
    await desk.cli.remove();
    await parley.stop();
  });

  it('is read from a file, and followed to its end', async () => {
    const agent = await anAgent(parley, desk.workspace, desk.owner);
    const file = join(desk.cli.folder, 'questions.json');
    const questions = [{ id: 'hours', question: 'When are you open?', accept: [['from nine']] }];
    await writeFile(file, JSON.stringify({ questions }));
    const test = ['knowledge', 'test', '--agent', agent.id, '--input', file];
    const { code, stdout, stderr } = await desk.cli.run(test, { columns: 100, env: { NO_COLOR: '1' } });
    expect([code, stderr]).toEqual([0, expect.stringContaining('Working')]);
    expect(stdout).toMatch(/^status +completed$/m);
    expect(await desk.cli.json(test)).toMatchObject({ counts: { missing: 1 }, findings: [{ id: 'hours' }] });
  });
});
