import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { anAgent } from '../factories/agent';
import { aCommandDesk, type CommandDesk } from '../factories/command-fixtures';
import { aContact } from '../factories/contact';
import { aHandedOverConversation, type TestConversation } from '../factories/conversation';
import { aWorkspace } from '../factories/workspace';
import stringWidth from 'string-width';
import type { CommandLine } from '../support/command-line';
import { type Parley, startParley } from '../support/parley';

const ESCAPE = String.fromCharCode(27);

describe('output of commands', () => {
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

  let shop: CommandLine;
  const hostile = `${ESCAPE}[2J\u202eevil\u009b31m`;
  beforeAll(async () => {
    const other = await aWorkspace(parley, desk.owner);
    shop = desk.cli.with({ PARLEY_WORKSPACE: other.id });
    for (const name of ['Ann\tLee', '張偉', hostile]) {
      const fields = { email: null, company: 'ACME', externalId: name.slice(0, 3) };
      const { id } = await aContact(parley, other, desk.owner, fields);
      // As a version before may have stored it.
      await parley.database.query('UPDATE contacts SET name = $2 WHERE id = $1', [id, name]);
    }
  });

  it('is a table as wide as the terminal, with the fields that fit', async () => {
    for (const columns of [60, 80, 120, 240]) {
      const { stdout } = await shop.run(['contacts', 'list'], { columns, env: { NO_COLOR: '1' } });
      const lines = stdout.trimEnd().split('\n');
      expect(lines).toHaveLength(4);
      expect(lines[0]).toMatch(/^# +ID +NAME/);
      expect(lines[0]).not.toContain('WORKSPACE');
      for (const line of lines) expect([columns, stringWidth(line) <= columns]).toEqual([columns, true]);
    }
    const { stdout } = await shop.run(['contacts', 'list', '--fields', 'name,company'], { columns: 60 });
    expect(stdout).toContain('張偉');
    expect(stdout.split('\n')[1]).toMatch(/^\S+.* ACME$/);
  });

  it('is a handful of columns, those that are asked for, or all of them', async () => {
    const heads = async (...flags: string[]) => {
      const typing = { columns: 120, env: { NO_COLOR: '1' } };
      const [terminal = ''] = (await shop.run(['contacts', 'list', ...flags], typing)).stdout.split('\n');
      const [pipe = ''] = (await shop.run(['contacts', 'list', ...flags])).stdout.split('\n');
      return { terminal: terminal.split(/ {2,}/), pipe: pipe.split('\t') };
    };
    // The table leaves out columns that are empty and columns that only programs need.
    expect(await heads()).toEqual({
      terminal: ['#', 'ID', 'NAME', 'COMPANY', 'CREATED AT'],
      pipe: ['id', 'name', 'email', 'phone', 'company', 'createdAt'],
    });
    expect(await heads('--fields', 'company,email')).toEqual({
      terminal: ['COMPANY', 'EMAIL'],
      pipe: ['company', 'email'],
    });
    const [contact] = (await shop.json(['contacts', 'list'])).contacts;
    const wide = await heads('--wide');
    expect([...wide.pipe].sort()).toEqual(Object.keys(contact).sort());
    expect(wide.terminal).toEqual(['#', ...wide.terminal.slice(1)]);
    expect(wide.terminal).toHaveLength(wide.pipe.length + 1);
    expect(await shop.json(['contacts', 'list', '--wide'])).toEqual(await shop.json(['contacts', 'list']));
    expect((await shop.run(['contacts', 'list', '--wide', '--fields', 'name'])).code).toBe(2);
    expect((await shop.run(['workspaces', 'get', '--wide'])).code).toBe(2);
  });

  it('has colours on a terminal only, and not with NO_COLOR', async () => {
    const list = ['contacts', 'list', '--fields', 'company'];
    expect((await shop.run(list, { columns: 80 })).stdout).toContain(`${ESCAPE}[2m`);
    expect((await shop.run(list, { columns: 80, env: { NO_COLOR: '1' } })).stdout).not.toContain(ESCAPE);
    expect((await shop.run(list, { columns: 80, env: { TERM: 'dumb' } })).stdout).not.toContain(ESCAPE);
    expect((await shop.run(list)).stdout).not.toContain(ESCAPE);
  });

  it('never obeys what a record says to the terminal', async () => {
    for (const flags of [[], ['--json'], ['--fields', 'name'], ['--json', '--fields', 'name']]) {
      for (const columns of [undefined, 200]) {
        const { stdout } = await shop.run(['contacts', 'list', ...flags], { columns, env: { NO_COLOR: '1' } });
        expect(stdout).toContain('evil');
        expect(stdout).not.toContain(ESCAPE);
        expect(stdout).not.toMatch(/[\u0080-\u009f\u202e]/);
      }
    }
  });

  it('is lines with tabs in a pipe, one for each record', async () => {
    const { stdout } = await shop.run(['contacts', 'list', '--fields', 'name,company']);
    expect(stdout.split('\n').map((line) => line.split('\t').length)).toEqual([2, 2, 2, 2, 1]);
    expect(stdout).toContain('Ann\\tLee\tACME\n');
  });

  it('is what the API answers with --json, and the fields asked for with --fields', async () => {
    const byApi = await parley.call('GET', `/workspaces/${shop.env['PARLEY_WORKSPACE']}/contacts`, {
      token: desk.owner.secret,
    });
    expect(await shop.json(['contacts', 'list'])).toEqual(byApi.body);
    const fields = ['--fields', 'name,attributes.tier'];
    expect((await shop.json(['contacts', 'list', ...fields]))[2]).toEqual({
      name: 'Ann\tLee',
      'attributes.tier': null,
    });
  });

  it('has no field that no record has', async () => {
    for (const fields of ['nothing', 'name,nothing', 'name.first', 'constructor']) {
      const { code, stdout, stderr } = await shop.run(['contacts', 'list', '--fields', fields]);
      expect([fields, code, stdout]).toEqual([fields, 2, '']);
      expect(stderr).toContain('there is no such field.\nThere are: ');
    }
  });

  it('is one record with its lists below it', async () => {
    const { contacts } = await shop.json(['contacts', 'list', '--search', 'Ann']);
    const profile = ['contacts', 'get', '--contact', contacts[0].id];
    const { stdout } = await shop.run(profile, { columns: 80, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/^contact\.id +[0-9a-f-]{36}$/m);
    expect(stdout).toMatch(/^conversations$/m);
    expect((await shop.run([...profile, '--fields', 'contact.company'])).stdout).toBe('contact.company\tACME\n');
  });

  it('says where there is more, and follows it with --all', async () => {
    const first = await shop.run(['contacts', 'list', '--limit', '2', '--fields', 'externalId']);
    expect(first.stderr).toBe('There are more: 3 in all, --offset 2, or --all.\n');
    const all = await shop.run(['contacts', 'list', '--limit', '2', '--all', '--fields', 'externalId']);
    expect([all.stderr, all.stdout.split('\n')]).toEqual([
      '',
      ['externalId', hostile.slice(0, 3), '張偉', 'Ann', ''].map(visible),
    ]);
    const json = await shop.json(['contacts', 'list', '--limit', '2', '--all']);
    expect(json).toMatchObject({ total: 3, contacts: [{}, {}, { name: 'Ann\tLee' }] });
    expect((await shop.run(['contacts', 'list', '--search', 'nobody'])).stderr).toBe('No contacts.\n');
  });

  it('goes into a file of its owner with --output', async () => {
    const file = join(desk.cli.folder, 'contacts.json');
    const { stdout, code } = await shop.run(['contacts', 'list', '--output', file]);
    expect([stdout, code, (await stat(file)).mode & 0o777]).toEqual(['', 0, 0o600]);
    expect(JSON.parse(await readFile(file, 'utf8')).contacts).toHaveLength(3);
    await shop.run(['contacts', 'list', '--limit', '1', '--all', '--fields', 'externalId', '--output', file]);
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveLength(3);
    expect((await readdir(desk.cli.folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
    const nowhere = await shop.run(['contacts', 'list', '--output', '/nowhere/x.json']);
    expect([nowhere.code, nowhere.stderr]).toEqual([2, 'parley: The file of --output cannot be written: ENOENT.\n']);
  });

  describe('of the inbox, for a person', () => {
    let conversation: TestConversation;
    beforeAll(async () => {
      const agent = await anAgent(parley, desk.workspace, desk.owner);
      conversation = await aHandedOverConversation(parley, agent, { externalId: 'ann', name: 'Ann Lee' });
    });
    const run = (...argv: string[]) => desk.cli.run(argv, { columns: 120, env: { NO_COLOR: '1' } });

    it('shows texts that do not control the terminal, nor look like other messages', async () => {
      const text = `${ESCAPE}[2Jgone\nEve  now\n  fake`;
      await parley.call('POST', `/workspaces/${desk.workspace.id}/inbox/${conversation.id}/notes`, {
        token: desk.owner.secret,
        body: { content: 'a note' },
      });
      await parley.database.query('UPDATE inbox_notes SET content = $1 WHERE conversation_id = $2', [
        text,
        conversation.id,
      ]);
      for (const command of [
        ['inbox', 'show', conversation.id],
        ['inbox', 'messages', conversation.id],
        ['inbox', 'notes', conversation.id],
      ]) {
        const { stdout } = await run(...command);
        expect(stdout).toContain('\\u001b[2Jgone');
        expect(stdout).not.toContain(ESCAPE);
        expect(stdout).not.toMatch(/^Eve {2}now$/m);
      }
    });

    it('says what was done in one line to a person only, who may still want fields', async () => {
      expect((await run('inbox', 'note', conversation.id, 'Called her')).stdout).toBe(
        'Written for your team. The customer does not see it.\n',
      );
      expect((await run('inbox', 'note', conversation.id, 'Called her', '--fields', 'content')).stdout).toMatch(
        /^content +Called her\n$/,
      );
      expect((await desk.cli.run(['inbox', 'note', conversation.id, 'Called her'])).stdout).toMatch(/^id\t/);
      expect((await run('inbox', 'assign', conversation.id, '--none')).stdout).toBe('Unassigned.\n');
      expect((await run('inbox', 'close', conversation.id, '--disposition', 'resolved')).stdout).toBe('Closed.\n');
      expect((await run('inbox', 'reopen', conversation.id)).stdout).toBe('Open again.\n');
    });

    it('names the other fields of a refusal as flags, too', async () => {
      const { code, stderr } = await run('inbox', 'reply', conversation.id);
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining('  --content: is required without --saved-reply-id\n'),
      ]);
    });

    it.each([
      [['inbox', 'repyl', '1', 'Hello'], 'parley inbox --help'],
      [['inbox', 'reply', '1', '--txt', 'Hello'], 'parley inbox reply --help'],
      [['inbx'], 'parley --help'],
    ])('leads from a mistake in %j to %s', async (argv, help) => {
      const { code, stderr } = await run(...argv);
      expect([code, stderr.trimEnd().split('\n').at(-1)]).toEqual([2, `See: ${help}`]);
    });
  });
});

function visible(text: string): string {
  return text.replaceAll(ESCAPE, '\\u001b');
}
