import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PASSWORD } from '../factories/account';
import { aCommandDesk, type CommandDesk } from '../factories/command-fixtures';
import { aContact } from '../factories/contact';
import { aCredential } from '../factories/credential';
import { type Parley, startParley } from '../support/parley';

describe('the command line', () => {
  let parley: Parley;
  let desk: CommandDesk;
  beforeAll(async () => {
    parley = await startParley();
    desk = await aCommandDesk(parley);
  });
  afterAll(async () => {
    await desk.cli.remove();
    await parley.stop();
  });

  it('follows cursors with --all', async () => {
    const answers = Array.from({ length: 5 }, () => PASSWORD);
    for (let n = 0; n < 5; n++) {
      const flags = ['credentials', 'create', '--name', `n${n}`, '--scopes', 'inbox:read', '--show-secret'];
      await desk.cli.json(flags, { answers });
    }
    const all = await desk.cli.json(['credentials', 'list', '--limit', '2', '--all']);
    const byApi = await parley.call('GET', '/account-credentials', { token: desk.owner.secret, query: { limit: 100 } });
    expect(all).toEqual(byApi.body);
    const first = await desk.cli.run(['credentials', 'list', '--limit', '2', '--fields', 'id']);
    expect(first.stderr).toMatch(/^There are more: --cursor \S+, or --all\.\n$/);
  });

  describe('what cannot be undone', () => {
    it('is asked about', async () => {
      const { id } = await aContact(parley, desk.workspace, desk.owner, {});
      const remove = ['contacts', 'remove', '--contact', id];
      const refused = await desk.cli.run(remove, { answers: ['n'] });
      expect(refused).toMatchObject({ code: 130, stdout: '' });
      expect(refused.prompts[0]).toContain(id);
      const alone = await desk.cli.run(remove);
      expect([alone.code, alone.stderr]).toEqual([
        2,
        'parley: parley contacts remove needs a confirmation, and there is no terminal to confirm at. ' +
          'The profile is deleted, which cannot be undone. Conversations are kept.\nTo confirm: --yes\n',
      ]);
      expect((await desk.cli.json(['contacts', 'get', '--contact', id])).contact.id).toBe(id);
      expect((await desk.cli.run(remove, { answers: ['y'] })).code).toBe(0);
      expect((await desk.cli.run([...remove, '--yes'])).code).toBe(5);
    });

    it('is a secret without a place to show it', async () => {
      const create = ['keys', 'create', '--name', 'till', '--scopes', 'agents:read'];
      const before = await desk.cli.json(['keys', 'list']);
      const nowhere = await desk.cli.run([...create, '--output', '/nowhere/key.json']);
      expect([nowhere.code, nowhere.stderr]).toEqual([2, 'parley: The file of --output cannot be written: ENOENT.\n']);
      const { code, stdout, stderr } = await desk.cli.run(create);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('--show-secret');
      expect(await desk.cli.json(['keys', 'list'])).toEqual(before);
      const file = join(desk.cli.folder, 'key.json');
      const saved = await desk.cli.run([...create, '--output', file]);
      expect([saved.stdout, (await stat(file)).mode & 0o777]).toEqual(['', 0o600]);
      expect(JSON.parse(await readFile(file, 'utf8')).secret).toMatch(/^ck_/);
    });
  });

  describe('exit codes', () => {
    it.each([
      ['0 where there is nothing', ['contacts', 'list', '--search', 'an unknown caller'], {}, 0],
      ['2 where the input is not in order', ['contacts', 'create', '--email', 'x'], {}, 2],
      ['2 where the command does not exist', ['contacts', 'lst'], {}, 2],
      ['2 where no command is named', ['contacts'], {}, 2],
      ['3 without a credential', ['workspaces', 'list'], { PARLEY_TOKEN: '' }, 3],
      ['3 with a wrong one', ['workspaces', 'list'], { PARLEY_TOKEN: 'ca_nope' }, 3],
      ['5 where something is not found', ['agents', 'get', '--agent', '01940f6e-7c1a-7b39-a1a0-1d6a5c1d8f00'], {}, 5],
      ['6 where nothing answers', ['workspaces', 'list'], { PARLEY_URL: 'http://127.0.0.1:1' }, 6],
    ])('%s', async (_case, argv, env, code) => {
      const ended = await desk.cli.run(argv, { env });
      expect([ended.code, ended.stdout]).toEqual([code, '']);
    });

    it('4 where it is refused, and which scope would help', async () => {
      const { secret } = await aCredential(parley, desk.account, { scopes: ['inbox:read'] });
      const { code, stderr } = await desk.cli.with({ PARLEY_TOKEN: secret }).run(['workspaces', 'list']);
      expect(code).toBe(4);
      expect(stderr).toMatch(/\[scope_missing\]\nThe credential needs workspaces:read\./);
    });

    it('0 for help and version', async () => {
      for (const argv of [['--help'], ['--version'], ['contacts', '--help'], ['help', 'contacts', 'list']]) {
        expect([argv, (await desk.cli.run(argv)).code]).toEqual([argv, 0]);
      }
      expect((await desk.cli.run(['contacts', 'list', '--help'])).stdout).toContain('--workspace <name or id>');
    });
  });

  it('reports refusals to programs as the API does, with a hint', async () => {
    const { code, stdout, stderr } = await desk.cli.run(['contacts', 'create', '--email', 'x', '--json']);
    expect([code, stdout]).toEqual([2, '']);
    expect(JSON.parse(stderr)).toEqual({
      error: expect.any(String),
      code: 'validation_failed',
      details: [{ path: '/email', code: expect.any(String), message: 'must be an email address' }],
      hint: 'See: parley contacts create --help',
    });
  });

  it('does not wait for work that no worker does, and reports it', async () => {
    const record = await desk.cli.json(['contacts', 'import', '--input', '-', '--no-wait'], { stdin: 'name\nAnn\n' });
    expect(record).toMatchObject({ status: 'queued', finishedAt: null });
  });

  it('makes a second try of a write safe', async () => {
    const create = ['workspaces', 'create', '--name', 'Once', '--idempotency-key', 'one-and-only'];
    const [first, second] = [await desk.cli.json(create), await desk.cli.json(create)];
    expect(second).toEqual(first);
  });
});
