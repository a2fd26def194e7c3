import { execFileSync } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { anAccount, PASSWORD, type TestAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aContact } from '../factories/contact';
import { aHandedOverConversation } from '../factories/conversation';
import { aCredential, type IssuedCredential } from '../factories/credential';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';
import { Home, isInstalled, type Terminal, type TerminalOptions } from '../support/tmux';

const HAS_TMUX = isInstalled('tmux');
if (!HAS_TMUX) console.log('Skipped: the command line is tested in terminals of tmux, which is not installed here.');

const ESCAPE = String.fromCharCode(27);

/** The built command line, as a user at a terminal uses it. */
(HAS_TMUX ? describe : describe.skip)('parley in a terminal', () => {
  let parley: Parley;
  let account: TestAccount;
  let owner: IssuedCredential;
  let home: Home;
  beforeAll(async () => {
    parley = await startParley();
    account = await anAccount(parley);
    owner = await aCredential(parley, account);
  });
  afterAll(() => parley.stop());
  beforeEach(async () => {
    home = await Home.make();
  });
  afterEach(() => home.remove());

  /** As the owner, in that workspace. */
  const seat = (workspace: { id: string }, { env = {}, ...options }: TerminalOptions = {}): Promise<Terminal> =>
    home.terminal({
      env: { PARLEY_URL: parley.url, PARLEY_TOKEN: owner.secret, PARLEY_WORKSPACE: workspace.id, ...env },
      ...options,
    });

  describe('signing in', () => {
    const atPassword = async (terminal: Terminal, command = 'parley login'): Promise<number> => {
      const number = await terminal.start(command);
      await terminal.shows('Email:');
      await terminal.enter(account.email);
      await terminal.shows('Password:');
      return number;
    };

    it('asks where, who, and for a password that shows nowhere', async () => {
      const terminal = await home.terminal();
      const number = await terminal.start('parley login');
      await terminal.shows('Address of the service: (http://localhost:3000)');
      await terminal.enter(parley.url);
      await terminal.shows('Email:');
      await terminal.enter(account.email);
      await terminal.shows(`Email: ${account.email}`);
      await terminal.shows('Password:');
      await terminal.type(PASSWORD);
      const programs = execFileSync('ps', ['-A', '-ww', '-o', 'args'], { encoding: 'utf8' });
      expect(programs).toMatch(/parley login/);
      expect(programs).not.toContain(PASSWORD);
      await terminal.press('Enter');
      const { code, text } = await terminal.ended(number);
      expect([code, text]).toEqual([0, expect.stringContaining(`Signed in at ${parley.url} as ${account.email}`)]);

      const whoami = await terminal.run('parley whoami');
      expect([whoami.code, whoami.text]).toEqual([0, expect.stringContaining(account.email)]);
      const { id } = await aWorkspace(parley, account);
      const workspaces = await terminal.run('parley workspaces list');
      expect([workspaces.code, workspaces.text]).toEqual([0, expect.stringContaining(id)]);

      await terminal.run('history -a');
      expect(await readFile(home.at('.history'), 'utf8')).toContain('parley login');
      for (const text of [await readFile(home.at('.history'), 'utf8'), await terminal.everythingDrawn()]) {
        expect(text).not.toContain(PASSWORD);
        expect(text).not.toContain('ca_');
      }
      const folder = home.at('.config', 'parley', 'profiles');
      const [ofFolder, ofFile] = [await stat(folder), await stat(`${folder}/default.json`)];
      expect([ofFolder.mode & 0o777, ofFile.mode & 0o777]).toEqual([0o700, 0o600]);
      expect(await readFile(`${folder}/default.json`, 'utf8')).not.toContain(PASSWORD);
    });

    it('ends with 3 where the password is wrong', async () => {
      const terminal = await home.terminal({ env: { PARLEY_URL: parley.url } });
      const number = await atPassword(terminal);
      await terminal.enter('not the password');
      const { code, text } = await terminal.ended(number);
      expect([code, text]).toEqual([3, expect.stringContaining('[password_proof_failed]')]);
      expect(await terminal.everythingDrawn()).not.toContain('not the password');
    });

    it.each([
      ['Ctrl-C', 'C-c'],
      ['Ctrl-D', 'C-d'],
    ])('ends with 130 at %s, and what is typed then shows', async (_name, key) => {
      const terminal = await home.terminal({ env: { PARLEY_URL: parley.url } });
      // No shell between them that would mend the terminal.
      const number = await atPassword(terminal, `sh -c 'parley login; echo "ended: $?"; stty -a; cat'`);
      await terminal.press(key);
      expect(await terminal.shows(/^ended: \d+$/m)).toContain('ended: 130');
      await terminal.shows(/[^-]echo\b/);
      await terminal.type('seen again');
      await terminal.shows('seen again');
      await terminal.press('C-c');
      await terminal.ended(number);
      expect((await terminal.run('ls .config/parley/profiles')).code).not.toBe(0);
    });

    it.each([
      ['Ctrl-C', 'C-c'],
      ['Ctrl-D', 'C-d'],
    ])('ends with 130 at %s where the answer shows', async (_name, key) => {
      const terminal = await home.terminal();
      const number = await terminal.start('parley login');
      await terminal.shows('Address of the service:');
      await terminal.press(key);
      expect((await terminal.ended(number)).code).toBe(130);
    });
  });

  it('works where parley use says, by name', async () => {
    const workspace = await aWorkspace(parley, owner, { name: 'Corner Shop' });
    await aContact(parley, workspace, owner, { name: 'Ann Lee', email: 'ann@example.com' });
    await writeFile(home.at('token'), owner.secret, { mode: 0o600 });
    const terminal = await home.terminal({ env: { PARLEY_URL: parley.url }, columns: 120 });
    expect((await terminal.run('parley login --with-token < token')).code).toBe(0);
    const lost = await terminal.run('parley contacts list');
    expect([lost.code, lost.text]).toEqual([2, expect.stringContaining('set a default: parley use --workspace NAME')]);
    const chosen = await terminal.run(`parley use --workspace 'corner shop'`);
    expect([chosen.code, chosen.text]).toEqual([0, expect.stringMatching(/^workspaceName +Corner Shop$/m)]);
    await terminal.run('clear');
    const listed = await terminal.run('parley contacts list');
    expect([listed.code, listed.lines[0]]).toEqual([0, expect.stringMatching(/^# +ID +NAME +EMAIL +CREATED AT$/)]);
    expect(listed.lines).toHaveLength(2);
  });

  describe('tables', () => {
    const hostile = `${ESCAPE}[2J${ESCAPE}]0;taken over${String.fromCharCode(7)}${ESCAPE}[31mEve`;
    let workspace: { id: string };
    let hostileId: string;
    beforeAll(async () => {
      workspace = await aWorkspace(parley, owner);
      for (const name of ['張偉'.repeat(30), hostile, 'Ann Lee', 'J'.repeat(120)]) {
        const { id } = await aContact(parley, workspace, owner, { company: 'A company of many words'.repeat(4) });
        // As a version before may have stored it.
        await parley.database.query('UPDATE contacts SET name = $2 WHERE id = $1', [id, name]);
        if (name === hostile) hostileId = id;
      }
    });

    it.each([60, 100, 200])('fit into %s columns', async (columns) => {
      const terminal = await seat(workspace, { columns });
      for (const list of ['contacts list', 'workspaces list', 'credentials list']) {
        await terminal.run('clear');
        const { code, lines } = await terminal.run(`parley ${list}`);
        expect([list, code]).toEqual([list, 0]);
        expect(lines[0]).toMatch(/^# +ID +NAME/);
        // Joined or not, there are as many of them: none was too long.
        expect((await terminal.history()).length - 2).toBe(lines.length);
        expect((await terminal.screen('-S', '-')).length - 2).toBe(lines.length);
      }
    });

    it('follow the terminal when it becomes narrower', async () => {
      const terminal = await seat(workspace, { columns: 160 });
      await terminal.tmux('resize-window', '-t', 'it', '-x', '70', '-y', '40');
      const { lines } = await terminal.run('parley contacts list');
      expect(lines).toHaveLength(5);
      expect((await terminal.screen('-S', '-')).length).toBe((await terminal.history()).length);
    });

    it('have colours, and none with NO_COLOR', async () => {
      const terminal = await seat(workspace);
      await terminal.run('parley contacts list');
      expect((await terminal.screen('-e')).join('\n')).toMatch(new RegExp(`${ESCAPE}\\[2m *# +ID`));
      await terminal.run('clear');
      await terminal.run('NO_COLOR=1 parley contacts list');
      expect((await terminal.screen('-e')).join('\n')).not.toContain(ESCAPE);
    });

    it('do not obey what a record says', async () => {
      const terminal = await seat(workspace);
      const title = await terminal.tmux('display-message', '-t', 'it', '-p', '#{pane_title}');
      await terminal.run('echo still here');
      for (const flags of ['', '--json', '--fields name', '--json --fields name', '| cat', '--json | cat']) {
        const { text, code } = await terminal.run(`parley contacts list ${flags}`);
        expect([flags, code]).toEqual([flags, 0]);
        expect(text).toContain('\\u001b[2J');
      }
      expect((await terminal.run(`parley contacts get --contact ${hostileId}`)).text).toContain('\\u001b[2J');
      expect((await terminal.history()).join('\n')).toContain('still here');
      expect(await terminal.tmux('display-message', '-t', 'it', '-p', '#{pane_title}')).toBe(title);
    });
  });

  it('takes seven commands to answer a customer, and no id', async () => {
    const workspace = await aWorkspace(parley, owner);
    const agent = await anAgent(parley, workspace, owner);
    await aHandedOverConversation(parley, agent, { externalId: 'ann', name: 'Ann Lee', email: 'ann@example.com' });
    const body = { name: 'urgent' };
    await parley.call('POST', `/workspaces/${workspace.id}/labels`, { token: owner.secret, body });
    const preferences = { undoSendSeconds: 60 };
    await parley.call('PATCH', '/account/preferences', { token: owner.secret, body: preferences });
    const terminal = await seat(workspace, { columns: 120 });
    const commands = [
      ['inbox list', /^1 +Ann Lee +/m],
      ['inbox show 1', /I want to talk to a human, please\./],
      [
        `inbox reply 1 'It ships on Monday.'`,
        /^Queued: it is sent in \d+ seconds\. Take it back: parley inbox undo 1$/m,
      ],
      ['inbox undo 1', /^Taken back\./m],
      ['inbox assign 1', /^Assigned to \S/m],
      ['inbox label 1 urgent', /^Labels: urgent\.$/m],
      ['inbox close 1 --disposition resolved', /^Closed\.$/m],
    ] as const;
    for (const [command, shown] of commands) {
      await terminal.run('clear');
      const { code, text } = await terminal.run(`parley ${command}`);
      expect([command, code, text]).toEqual([command, 0, expect.stringMatching(shown)]);
      expect(command).not.toMatch(/[0-9a-f]{8}-/);
    }
  });

  describe('what cannot be undone', () => {
    let workspace: { id: string };
    let contact: { id: string };
    beforeEach(async () => {
      workspace = await aWorkspace(parley, owner);
      contact = await aContact(parley, workspace, owner);
    });
    const status = async (): Promise<number> =>
      (await parley.call('GET', `/workspaces/${workspace.id}/contacts/${contact.id}`, { token: owner.secret })).status;

    it.each([
      ['n', 'n'],
      ['nothing', ''],
    ])('is asked about, and not done at %s', async (_name, answer) => {
      const terminal = await seat(workspace);
      const number = await terminal.start(`parley contacts remove --contact ${contact.id}`);
      await terminal.shows('[y/N]');
      await terminal.enter(answer);
      const { code, text } = await terminal.ended(number);
      expect([code, text, await status()]).toEqual([130, expect.stringContaining('Nothing was done.'), 200]);
    });

    it.each(['C-c', 'C-d'])('is not done at %s', async (key) => {
      const terminal = await seat(workspace);
      const number = await terminal.start(`parley contacts remove --contact ${contact.id}`);
      await terminal.shows('[y/N]');
      await terminal.press(key);
      expect([(await terminal.ended(number)).code, await status()]).toEqual([130, 200]);
    });

    it('is asked the person, not the pipe', async () => {
      const terminal = await seat(workspace);
      const number = await terminal.start(`yes | parley contacts remove --contact ${contact.id}`);
      await terminal.shows('[y/N]');
      await terminal.enter('n');
      expect([(await terminal.ended(number)).code, await status()]).toEqual([130, 200]);
      const again = await terminal.start(`yes | parley contacts remove --contact ${contact.id}`);
      await terminal.shows(/\[y\/N\] *$/);
      await terminal.enter('y');
      expect([(await terminal.ended(again)).code, await status()]).toEqual([0, 404]);
    });

    it('is not done without a terminal', async () => {
      const terminal = await seat(workspace);
      // A session of its own has no terminal.
      const { code, text } = await terminal.run(`yes | setsid -w parley contacts remove --contact ${contact.id}`);
      expect([code, text]).toEqual([2, expect.stringContaining('there is no terminal to confirm at')]);
      expect(await status()).toBe(200);
    });
  });
});
