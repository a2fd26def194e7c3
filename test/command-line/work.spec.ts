import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentDto } from '../../src/agents/agent.dto';
import { anAgent } from '../factories/agent';
import { aCommandDesk, type CommandDesk } from '../factories/command-fixtures';
import { aContact } from '../factories/contact';
import { aHandedOverConversation, type TestConversation } from '../factories/conversation';
import { aWorkspace } from '../factories/workspace';
import type { Typing } from '../support/command-line';
import { type Parley, startParley } from '../support/parley';

const TERMINAL: Typing = { columns: 120, env: { NO_COLOR: '1' } };

/** The day of a team member: they see, read, answer, undo, assign, label and close, and type no id. */
describe('the work of a member on the command line', () => {
  let parley: Parley;
  let desk: CommandDesk;
  let agent: AgentDto;
  let ann: TestConversation;
  let bo: TestConversation;
  beforeAll(async () => {
    parley = await startParley();
    desk = await aCommandDesk(parley);
    agent = await anAgent(parley, desk.workspace, desk.owner, { name: 'Helper' });
    ann = await aHandedOverConversation(parley, agent, {
      externalId: 'ann',
      name: 'Ann Lee',
      email: 'ann@example.com',
    });
    bo = await aHandedOverConversation(parley, agent, { externalId: 'bo', name: 'Bo', email: 'bo@example.com' });
    await desk.cli.json(['labels', 'create', 'urgent']);
    await desk.cli.json(['preferences', 'update', '--undo-send-seconds', '60']);
  });
  afterAll(async () => {
    await desk.cli.remove();
    await parley.stop();
  });

  const run = (...argv: string[]) => desk.cli.run(argv, TERMINAL);
  /** Lists on a terminal, and fails where the command does. Bo came last, and is row 1. */
  const listed = async (...argv: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(...(argv.length > 0 ? argv : ['inbox', 'list', '--sort', 'created']));
    if (code !== 0) throw new Error(stderr);
    return stdout;
  };
  const read = async (path: string) =>
    (await parley.call('GET', `/workspaces/${desk.workspace.id}/inbox/${path}`, { token: desk.owner.secret })).body;

  it('takes seven commands, and no id', async () => {
    const rows = (await listed()).split('\n');
    expect(rows[0]).toMatch(/^# +CONTACT +.*AGE/);
    expect(rows[0]).toMatch(/LAST WORDS/);
    expect(rows[2]).toMatch(/^2 +Ann Lee +\S/);
    const shown = await run('inbox', 'show', '2');
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('I want to talk to a human, please.')]);
    const done = async (...argv: string[]) => {
      const { code, stdout } = await run('inbox', ...argv);
      return [code, stdout];
    };
    expect(await done('reply', '2', 'It ships on Monday.')).toEqual([
      0,
      'Queued: it is sent in 60 seconds. Take it back: parley inbox undo 2\n',
    ]);
    expect(await done('undo', '2')).toEqual([0, 'Taken back. The customer does not receive it.\n']);
    expect(await done('assign', '2')).toEqual([0, `Assigned to ${desk.account.name}.\n`]);
    expect(await done('label', '2', 'URGENT')).toEqual([0, 'Labels: urgent.\n']);
    const live = await run('inbox', 'close', '2');
    expect([live.code, live.stderr]).toEqual([5, expect.stringContaining('End them too: --disposition resolved')]);
    const closed = await run('inbox', 'close', '2', '--disposition', 'resolved');
    expect([closed.code, closed.stdout, closed.stderr]).toEqual([0, 'Closed.\n', '']);
    const conversation = await read(ann.id);
    expect(conversation).toMatchObject({ status: 'closed', labels: [{ name: 'urgent' }], liveSupportRequestCount: 0 });
    expect(conversation.assigneeMemberId).toEqual(expect.any(String));
    const { messages } = await read(`${ann.id}/messages`);
    expect(messages[0]).toMatchObject({ content: 'It ships on Monday.', message: { lifecycleStatus: 'undone' } });
  });

  describe('numbers of rows', () => {
    const file = () => join(desk.cli.folder, 'listed', 'default.json');

    it('are those of the last list on a terminal, in a file that only the user can read', async () => {
      await listed();
      expect((await stat(file())).mode & 0o777).toBe(0o600);
      expect((await desk.cli.json(['inbox', 'get', '1'])).id).toBe(bo.id);
      expect((await desk.cli.json(['inbox', 'get', '#2'])).id).toBe(ann.id);
      // A list for a program is not what a person has seen.
      await desk.cli.run(['inbox', 'list', '--search', 'ann@example.com']);
      await desk.cli.json(['inbox', 'list', '--search', 'ann@example.com']);
      expect((await desk.cli.json(['inbox', 'get', '1'])).id).toBe(bo.id);
    });

    it.each([
      ['there is no such row', () => {}, '7', 'The last list of conversations has no row 7: it has 2.'],
      [
        'it is old',
        (list: { at: number }) => (list.at -= 13 * 3_600_000),
        '1',
        'The last list of conversations is 13 hours old.',
      ],
      [
        'it is from another service',
        (list: { url: string }) => (list.url = 'http://x/api/v1'),
        '1',
        'is from another service.',
      ],
      [
        'it is from another workspace',
        (list: { within: { workspaceId: string } }) => (list.within.workspaceId = agent.id),
        '1',
        'is from another workspace.',
      ],
    ])('are refused where %s', async (_case, change: (list: never) => unknown, row, message) => {
      await listed();
      const lists = JSON.parse(await readFile(file(), 'utf8'));
      change(lists.listConversations as never);
      await writeFile(file(), JSON.stringify(lists), { mode: 0o600 });
      const { code, stdout, stderr } = await run('inbox', 'get', row);
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
      expect(stderr).toContain('List them: parley inbox list');
    });

    it.each(['', '{"listConversations":7}', '[]'])('are refused where the file has %j', async (text) => {
      await listed();
      await writeFile(file(), text, { mode: 0o600 });
      const { code, stderr } = await run('inbox', 'reply', '1', 'Hello');
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining('1 is no ID, and no list of conversations was shown yet.'),
      ]);
    });

    it('belong to a kind: contacts have others', async () => {
      const { id } = await aContact(parley, desk.workspace, desk.owner, { name: 'Zoe', email: 'zoe@example.com' });
      await listed();
      await listed('contacts', 'list', '--search', 'zoe');
      expect((await desk.cli.json(['contacts', 'get', '1'])).contact.id).toBe(id);
      expect((await desk.cli.json(['inbox', 'get', '1'])).id).toBe(bo.id);
      expect(await readdir(join(desk.cli.folder, 'listed'))).toEqual(['default.json']);
    });
  });

  describe('names', () => {
    it('of contacts are their emails, and stand for their conversation too', async () => {
      expect((await desk.cli.json(['contacts', 'get', 'ANN@example.com'])).contact.name).toBe('Ann Lee');
      expect((await desk.cli.json(['inbox', 'get', 'ann@example.com'])).id).toBe(ann.id);
      const unknown = await run('inbox', 'get', 'nobody@example.com');
      expect([unknown.code, unknown.stderr]).toEqual([
        5,
        'parley: No conversation has that name.\nList them: parley inbox list\n',
      ]);
    });

    it('of members are names, emails and me, in flags too', async () => {
      await listed();
      expect((await desk.cli.json(['inbox', 'assign', '1', desk.account.email])).assigneeMemberId).toEqual(
        expect.any(String),
      );
      const own = await desk.cli.json(['inbox', 'list', '--assignee', desk.account.email]);
      expect(own.conversations.map(({ id }: { id: string }) => id)).toContain(bo.id);
      expect((await desk.cli.json(['inbox', 'list', '--assignee', 'me'])).conversations).toHaveLength(
        own.conversations.length,
      );
      expect((await desk.cli.json(['inbox', 'assign', '1', '--none'])).assigneeMemberId).toBeNull();
      const { code, stderr } = await run('inbox', 'assign', '1', 'Nobody');
      expect([code, stderr]).toEqual([5, expect.stringContaining('No member has that name. The members are: ')]);
      const twice = await run('inbox', 'assign', '1', 'me', '--none');
      expect(twice.code).toBe(2);
    });

    it('that several records have are refused, and listed', async () => {
      await aContact(parley, desk.workspace, desk.owner, { name: 'Kim', email: 'kim1@example.com' });
      await aContact(parley, desk.workspace, desk.owner, { name: 'Kim', email: 'kim2@example.com' });
      const { code, stdout, stderr } = await run('contacts', 'get', 'Kim');
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(
        /^parley: Several contacts have that name: Kim \(\S+\), Kim \(\S+\)\.\nPass the ID: --contact ID\n$/,
      );
    });

    it('that are numbers are not mistaken for rows', async () => {
      const body = { name: '1' };
      const path = `/workspaces/${desk.workspace.id}/labels`;
      const label = (await parley.call('POST', path, { token: desk.owner.secret, body })).body;
      const other = (await parley.call('POST', path, { token: desk.owner.secret, body: { name: 'zzz' } })).body;
      await listed('labels', 'list');
      const rows = JSON.parse(await readFile(join(desk.cli.folder, 'listed', 'default.json'), 'utf8')).listLabels.rows;
      const number = (rows as { id: string }[]).findIndex(({ id }) => id === label.id) + 1;
      const { code, stderr } = await run('labels', 'update', '1', '--color', '#112233');
      if (number === 1) expect(code).toBe(0);
      else
        expect([code, stderr]).toEqual([
          2,
          expect.stringContaining('1 is the name of a label, and the number of a row'),
        ]);
      for (const { id } of [label, other]) await parley.call('DELETE', `${path}/${id}`, { token: desk.owner.secret });
    });

    it('of another workspace are looked for there', async () => {
      const other = await aWorkspace(parley, desk.owner, { name: 'Bakery' });
      const { code, stderr } = await run('inbox', 'label', bo.id, 'urgent', '--workspace', 'Bakery');
      expect([code, stderr]).toEqual([
        5,
        'parley: No label has that name. There are no labels.\nList them: parley labels list. Create one: parley labels create NAME\n',
      ]);
      expect((await desk.cli.json(['workspaces', 'get', 'bakery'])).id).toBe(other.id);
    });
  });

  describe('what a command completes', () => {
    it('is the version, the time, and the reply that is meant', async () => {
      await listed();
      expect((await run('inbox', 'reply', '1', 'First')).code).toBe(0);
      const edited = await desk.cli.json(['inbox', 'edit', '1', 'Second']);
      expect(edited).toMatchObject({ content: 'Second', lifecycleStatus: 'queued' });
      const [request] = (await desk.cli.json(['requests', 'list-live', '1'])).supportRequests;
      const input = ['requests', 'transition', request.id, 'wait', '--waiting-on', 'customer', '--reason', 'Asked'];
      expect((await desk.cli.json(input)).supportRequest).toMatchObject({ state: 'waiting', waitingOn: 'customer' });
      await run('inbox', 'undo', '1');
      const again = await run('inbox', 'undo', '1');
      expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('has no reply of yours that is queued.')]);
    });

    it('is a reason that a person at the terminal types; a program passes it', async () => {
      await listed();
      const [request] = (await desk.cli.json(['requests', 'list-live', '1'])).supportRequests;
      const input = ['requests', 'transition', request.id, 'activate'];
      const alone = await desk.cli.run(input);
      expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('--reason')]);
      const { code, prompts } = await desk.cli.run(input, { ...TERMINAL, answers: ['Back at work'] });
      expect([code, prompts]).toEqual([0, ['Reason:']]);
    });

    it('is the text of a reply that was left out', async () => {
      await listed();
      const { code, prompts } = await desk.cli.run(['inbox', 'note', '1'], { ...TERMINAL, answers: ['Called her'] });
      expect([code, prompts]).toEqual([0, ['Content:']]);
      expect((await desk.cli.run(['inbox', 'note', '1'])).code).toBe(2);
    });
  });

  it('snoozes until a time, and says when', async () => {
    await listed();
    const [request] = (await desk.cli.json(['inbox', 'snooze', '1', '--until', '2h'])).supportRequests;
    expect(request).toMatchObject({ state: 'waiting', waitingOn: 'customer' });
    expect(Date.parse(request.resumeAt) - Date.now()).toBeGreaterThan(3_600_000);
    for (const until of [[], ['--until', 'soon'], ['--until', '4w']]) {
      expect((await run('inbox', 'snooze', '1', ...until)).code).toBe(2);
    }
  });

  it('watches the inbox in lines, and in JSON for programs', async () => {
    const events = async (flags: string[]) => {
      let started = () => {};
      const ready = new Promise<void>((resolve) => (started = resolve));
      const watching = desk.cli.run(['inbox', 'watch', '--limit', '1', ...flags], { watchErrors: () => started() });
      await ready;
      const body = { content: 'It is\nblue.' };
      await parley.call('POST', `/workspaces/${desk.workspace.id}/inbox/${bo.id}/notes`, {
        token: desk.owner.secret,
        body,
      });
      return watching;
    };
    const lines = await events([]);
    expect([lines.code, lines.stdout]).toEqual([0, expect.stringMatching(/^\d\d:\d\d:\d\d {2}\S.*$/m)]);
    expect(lines.stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse((await events(['--json'])).stdout)).toMatchObject({ conversationId: bo.id });
    expect((await run('inbox', 'watch', '--limit', 'x')).code).toBe(2);
  });

  it('asks before it removes, and says what happens', async () => {
    const { prompts, code } = await desk.cli.run(['agents', 'remove', 'Helper'], { answers: ['n'] });
    expect([code, prompts[0]]).toEqual([
      130,
      expect.stringContaining('until then, parley agents restore undoes this. Continue? [y/N]'),
    ]);
    await listed();
    await run('inbox', 'label', '1', 'urgent');
    // A label that can be added again is no loss.
    expect((await run('inbox', 'unlabel', '1', 'urgent')).stdout).toBe('Label removed.\n');
    await run('inbox', 'label', '1', 'urgent');
    // Scripts may confirm all the same.
    expect((await desk.cli.run(['inbox', 'unlabel', '1', 'urgent', '--yes'])).code).toBe(0);
  });

  it('refuses an argument that was passed with its flag too', async () => {
    const { code, stderr } = await run('inbox', 'get', '1', '--conversation', bo.id);
    expect([code, stderr]).toEqual([2, expect.stringContaining('CONVERSATION was passed twice')]);
  });
});
