import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandLine } from '../support/command-line';
import { Door } from '../support/door';
import { type Parley, startParley } from '../support/parley';

describe('the listing that commands are made from', () => {
  let parley: Parley;
  let door: Door;
  let cli: CommandLine;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());
  beforeEach(async () => {
    door = new Door(parley.url);
    cli = await CommandLine.at(await door.open());
  });
  afterEach(async () => {
    door.end();
    await cli.remove();
  });

  const cacheFile = async () => join(cli.folder, 'cache', (await readdir(join(cli.folder, 'cache')))[0]!);
  /** As if it had been asked for long ago. */
  const age = async (change: (cached: { operations: { cli: { command: string } }[] }) => void = () => {}) => {
    const cached = JSON.parse(await readFile(await cacheFile(), 'utf8'));
    change(cached);
    await writeFile(await cacheFile(), JSON.stringify({ ...cached, checkedAt: cached.checkedAt - 7_200_000 }));
  };

  it('is asked for once an hour, and then by its tag', async () => {
    await cli.run(['contacts', '--help']);
    await cli.run(['agents', 'list', '--help']);
    expect(door.addresses).toEqual(['/api/v1/capabilities']);
    await age((cached) => (cached.operations = cached.operations.slice(0, 1)));
    const { stdout } = await cli.run(['--help']);
    expect(door.addresses).toHaveLength(2);
    // 304: what is kept is right, even this.
    expect(stdout).not.toContain('workspaces');
  });

  it('is asked for again where it does not know what is typed', async () => {
    await cli.run(['contacts', '--help']);
    const cached = JSON.parse(await readFile(await cacheFile(), 'utf8'));
    const fewer = cached.operations.filter(
      ({ cli: { command } }: never) => !(command as string).includes('contacts list'),
    );
    await writeFile(await cacheFile(), JSON.stringify({ ...cached, operations: fewer, etag: '"old"' }));
    const { code, stderr } = await cli.run(['contacts', 'list', '--workspace', randomUUID()]);
    expect([code, stderr]).toEqual([3, expect.stringContaining('[api_key_missing]')]);
    expect(door.addresses).toHaveLength(3);
  });

  it('has groups with their topics, and the most common verbs first', async () => {
    const help = (await cli.run(['help'])).stdout;
    expect(help).toMatch(/^ {2}contacts {2,}people who talk to your agents$/m);
    expect(help).not.toMatch(/contact-profiles|account-credentials/);
    const contacts = (await cli.run(['contacts', '--help'])).stdout;
    const verbs = [...contacts.matchAll(/^ {2}([a-z][a-z-]*) {2,}[A-Z]/gm)].map(([, verb]) => verb);
    expect(verbs.slice(0, 5)).toEqual(['list', 'get', 'create', 'update', 'remove']);
    expect(verbs).toContain('import');
  });

  it('goes on with former names, and shows them nowhere', async () => {
    for (const [former, now] of [
      ['contact-profiles read', 'contacts get'],
      ['agents delete', 'agents remove'],
      ['account-preferences update', 'preferences update'],
      ['workspace-keys list', 'keys list'],
    ] as const) {
      const old = await cli.run([...former.split(' '), '--help']);
      const current = await cli.run([...now.split(' '), '--help']);
      expect([former, old.code, old.stdout]).toEqual([
        former,
        0,
        // Its examples have the name of today.
        current.stdout.replace(`Usage: parley ${now}`, `Usage: parley ${former}`),
      ]);
      expect((await cli.run([former.split(' ')[0]!, '--help'])).stdout).not.toMatch(/^ {2}(read|delete)\b/m);
    }
    expect((await cli.run(['contact-profile'])).stderr).not.toContain('contact-profiles');
  });

  it('helps without the service', async () => {
    await cli.run(['--help']);
    await age();
    door.close();
    for (const argv of [['--help'], ['contacts', '--help'], ['contacts', 'list', '--help']]) {
      const { code, stdout } = await cli.run(argv);
      expect([code, stdout]).toEqual([0, expect.stringContaining('Usage: parley')]);
    }
    const { code, stderr } = await cli.run(['workspaces', 'list']);
    expect([code, stderr]).toEqual([6, expect.stringContaining('does not answer: the connection broke off.')]);
  });

  it('is not there where there never was a service', async () => {
    door.close();
    const help = await cli.run(['--help']);
    expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('set PARLEY_URL, or sign in')]);
    expect(await cli.run(['contacts', 'list'])).toMatchObject({ code: 6, stdout: '' });
  });

  it.each([
    ['is half written', '{"url":'],
    ['is of another form', '{"operations":7}'],
    ['is empty', ''],
  ])('is asked for anew where what is kept %s', async (_case, text) => {
    await cli.run(['--help']);
    await writeFile(await cacheFile(), text);
    expect((await cli.run(['contacts', 'list', '--help'])).code).toBe(0);
    expect(door.addresses).toHaveLength(2);
  });

  it('is refused from an address that is not Parley’s', async () => {
    for (const PARLEY_URL of [`${parley.url}/docs`, `${parley.url}/health`]) {
      const { code, stderr } = await cli.run(['contacts', 'list'], { env: { PARLEY_URL } });
      expect([code, stderr]).toEqual([6, expect.stringContaining('is not the address of Parley')]);
    }
    for (const PARLEY_URL of ['nonsense', 'ftp://x', 'http://user@host', 'javascript:alert(1)']) {
      const { code, stderr } = await cli.run(['contacts', 'list'], { env: { PARLEY_URL } });
      expect([code, stderr]).toEqual([2, expect.stringContaining('is not the address of a service.')]);
    }
  });

  it('may be named with or without the path of the API', async () => {
    for (const PARLEY_URL of [parley.url, `${parley.url}/`, `${parley.url}/api/v1`, `${parley.url}/api/v1/`]) {
      expect(await cli.json(['whoami'], { env: { PARLEY_URL } }).catch(String)).toContain('Sign in');
    }
  });

  it('serves completion from what is kept, without a request', async () => {
    await cli.run(['--help']);
    door.close();
    const offered = async (...words: string[]) => {
      const { code, stdout, stderr } = await cli.run(['complete', '--', ...words]);
      expect([code, stderr]).toEqual([0, '']);
      return stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t')[0]);
    };
    const groups = ['capabilities', 'contacts', 'credentials', 'credits'];
    expect(await offered('c')).toEqual(['chat', 'completion', ...groups, ':4']);
    expect(await offered('contact-')).toEqual([':4']);
    expect(await offered('contact-profiles', '')).toEqual([':4']);
    expect(await offered('contacts', 'g')).toEqual(['get', 'get-import', ':4']);
    expect(await offered('contacts', 'li')).toEqual(['list', 'list-import-refusals', ':4']);
    expect(await offered('contacts', 'list', '--limit', '3', '--se')).toEqual(['--search', ':4']);
    expect(await offered('members', 'invite', '--role', '')).toEqual(['owner', 'admin', 'member', ':4']);
    expect(await offered('members', 'invite', '--role=ad')).toEqual(['admin', ':4']);
    expect(await offered('contacts', 'create', '--input', 'x')).toEqual([':0']);
    expect(await offered('completion', '')).toEqual(['bash', 'zsh', 'fish', ':4']);
    expect(await offered('workspaces', 'list', '--profile', '')).toEqual([':4']);
    expect(door.addresses).toHaveLength(1);
  });
});
