import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { anAccount, PASSWORD, type TestAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aContact } from '../factories/contact';
import { aCredential, type IssuedCredential } from '../factories/credential';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aKey } from '../factories/key';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';
import { Home, isInstalled, type Shown, type Terminal } from '../support/tmux';

const HAS_TMUX = isInstalled('tmux');
if (!HAS_TMUX) console.log('Skipped: pipes of the command line are tested in tmux, which is not installed here.');

const ESCAPE = String.fromCharCode(27);
const BAR = /[█░]/;

/** Files, conversations and pipes, with the built command line in a terminal. */
(HAS_TMUX ? describe : describe.skip)('parley between files, pipes and a terminal', () => {
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
  const seat = (workspace: { id: string }): Promise<Terminal> =>
    home.terminal({
      env: { PARLEY_URL: parley.url, PARLEY_TOKEN: owner.secret, PARLEY_WORKSPACE: workspace.id },
    });

  describe('a file of 20,000 contacts', () => {
    const ROWS = 20_000;
    const rows = Array.from({ length: ROWS }, (_, n) => `c-${n},Contact ${n},contact-${n}@example.com`);
    const file = `externalId,name,email\n${rows.join('\n')}\n`;
    let workspace: { id: string };
    let terminal: Terminal;
    beforeEach(async () => {
      workspace = await aWorkspace(parley, owner);
      await writeFile(home.at('people.csv'), file);
      terminal = await seat(workspace);
    });
    const total = async (): Promise<number> => {
      const path = `/workspaces/${workspace.id}/contacts`;
      return (await parley.call('GET', path, { token: owner.secret, query: { limit: 1 } })).body.total;
    };
    const cursor = (): Promise<string> => terminal.tmux('display-message', '-t', 'it', '-p', '#{cursor_flag}');

    it('is imported behind a bar that goes, and exported', async () => {
      const number = await terminal.start('parley contacts import --input people.csv');
      await terminal.shows(/Working {2}░+ {2}0%/);
      await parley.drain();
      const { code, text } = await terminal.ended(number);
      expect(code).toBe(0);
      expect(text).toMatch(/^progress +1$/m);
      expect(text).not.toMatch(BAR);
      expect(text).not.toMatch(/Sending|Working/);
      expect([await total(), await cursor()]).toEqual([ROWS, '1\n']);

      const exported = await terminal.run('parley contacts export --output all.csv');
      expect([exported.code, exported.text]).toEqual([0, '']);
      expect((await readFile(home.at('all.csv'), 'utf8')).trimEnd().split('\n')).toHaveLength(ROWS + 1);
      expect((await stat(home.at('all.csv'))).mode & 0o777).toBe(0o600);
      const drawn = await terminal.everythingDrawn();
      expect(drawn).toMatch(/Sending {2}[█░]+/);
      expect(drawn).toMatch(/Receiving {2}[\d.]+ MB/);

      const piped = await terminal.run('parley contacts list --all --fields name | head -1; echo "${PIPESTATUS[@]}"');
      expect(piped.text).toBe('name\n0 0');
      const counted = await terminal.run(`parley contacts export 2>/dev/null | tee copy.csv | wc -l`);
      expect(counted.text.trim()).toBe(String(ROWS + 1));
      expect(await readFile(home.at('copy.csv'), 'utf8')).toBe(await readFile(home.at('all.csv'), 'utf8'));
    });

    it('leaves no bar in a pipe', async () => {
      const number = await terminal.start('parley contacts import --input people.csv --no-wait | cat > to-pipe');
      expect((await terminal.ended(number)).code).toBe(0);
      expect(await readFile(home.at('to-pipe'), 'utf8')).toMatch(/^progress\t0$/m);
      expect(await readFile(home.at('to-pipe'), 'utf8')).not.toMatch(BAR);
      const drawn = (await terminal.everythingDrawn()).length;
      const quiet = await terminal.start('parley contacts import --input people.csv 2>errors | cat');
      expect((await drainedUntil(terminal.ended(quiet))).text).toMatch(/^progress\s+1$/m);
      expect((await terminal.everythingDrawn()).slice(drawn)).not.toMatch(BAR);
      expect(await readFile(home.at('errors'), 'utf8')).toBe('');
    });

    it('is imported to its end where the command is ended', async () => {
      const number = await terminal.start('parley contacts import --input people.csv');
      await terminal.shows('Working');
      await terminal.press('C-c');
      expect((await terminal.ended(number)).code).toBe(130);
      // What the shell shows next is seen as before.
      expect(await cursor()).toBe('1\n');
      await parley.drain();
      expect(await total()).toBe(ROWS);
    });

    it('shows how much of a pipe has gone', async () => {
      execFileSync('mkfifo', [home.at('pipe')]);
      const number = await terminal.start('parley contacts import --input - --content-type text/csv < pipe');
      const pipe: FileHandle = await open(home.at('pipe'), 'w');
      const half = Math.floor(file.length / 2);
      await pipe.write(file.slice(0, half));
      await terminal.shows(/Sending {2}0\.[3-9] MB/);
      await pipe.write(file.slice(half));
      await pipe.close();
      await terminal.shows('Working');
      await parley.drain();
      expect((await terminal.ended(number)).text).not.toContain('Sending');
      expect(await total()).toBe(ROWS);
    });

    /** Does the work of a command that shows nothing until it is done. */
    async function drainedUntil(ended: Promise<Shown>): Promise<Shown> {
      const over = new AbortController();
      void ended.catch(() => {}).then(() => over.abort());
      while (!over.signal.aborted) {
        await parley.drain();
        await pause(50);
      }
      return ended;
    }
  });

  describe('a test of what an agent knows', () => {
    const QUESTIONS = 20;
    const questions = Array.from({ length: QUESTIONS }, (_, n) => {
      return { id: `q-${n}`, question: 'When are you open?', accept: [['from nine']] };
    });

    it('is followed by a bar that says how much of it has been asked, and goes', async () => {
      const workspace = await aWorkspace(parley, owner);
      const agent = await anAgent(parley, workspace, owner);
      await writeFile(home.at('questions.json'), JSON.stringify({ questions }));
      const terminal = await seat(workspace);
      const number = await terminal.start(`parley knowledge test --agent ${agent.id} --input questions.json`);
      await terminal.shows(/Working {2}░+ {2}0%/);
      // As a process has left it that died in the middle.
      const known = { verdict: 'missing', citesExpected: false, problem: null, answer: null };
      await parley.database.query(
        `UPDATE knowledge_tests SET status = 'running', results = $2, fence = 1, due_at = now() WHERE agent_id = $1`,
        [agent.id, JSON.stringify(Array.from({ length: 7 }, () => known))],
      );
      await terminal.shows(/Working {2}█+░+ {2}35%/);
      await parley.drain();
      const { code, text } = await terminal.ended(number);
      expect(code).toBe(0);
      expect(text).toMatch(/^status +completed$/m);
      expect(text).toMatch(/^progress +1$/m);
      expect(text).not.toMatch(BAR);
      expect(text).not.toContain('Working');
    });
  });

  describe('chat', () => {
    let desk: HelpDesk;
    let env: Record<string, string>;
    beforeAll(async () => {
      desk = await aHelpDesk(parley);
      const { secret } = await aKey(parley, desk.workspace, { scopes: ['chat:write'] });
      env = { PARLEY_URL: parley.url, PARLEY_TOKEN: secret };
    });
    const chat = (): string => `parley chat ${desk.agent.id} --workspace ${desk.workspace.id}`;

    it('asks, answers with sources, and ends with Ctrl-D', async () => {
      const terminal = await home.terminal({ env });
      const number = await terminal.start(chat());
      await terminal.shows(/^> ?$/m);
      await terminal.enter('How do I reset my password?');
      await terminal.shows(/^ {2}\[1\] Passwords/m);
      await terminal.shows(/^> ?$/m);
      await terminal.enter('What does the Team plan cost?');
      await terminal.shows(/29 euros/);
      await terminal.shows(/^> ?$/m);
      await terminal.press('C-d');
      const { code, text } = await terminal.ended(number);
      expect([code, text]).toEqual([0, expect.stringContaining('To continue: parley chat')]);
      const [, conversation] = /--conversation (\S+)/.exec(text.replace(/\n/g, '')) ?? [];
      const more = await terminal.run(`echo 'And the invoices?' | ${chat()} --conversation ${conversation} --json`);
      expect(JSON.parse(more.lines[0]!).conversationId).toBe(conversation);
    });

    it('ends with Ctrl-C, also where no answer comes, or half of one', async () => {
      const silent = createServer((request, response) => {
        if (request.method === 'POST') {
          if (half) response.writeHead(200, { 'content-type': 'text/event-stream' });
          if (half) response.write('event: message.delta\ndata: {"text":"Half of it"}\n\n');
          return;
        }
        void fetch(`${parley.url}${request.url}`).then(async (answer) => response.end(await answer.text()));
      });
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      const { port } = silent.address() as AddressInfo;
      let half = false;
      for (const question of [null, 'Is anybody there?', 'And the other half?']) {
        half = question === 'And the other half?';
        const terminal = await home.terminal({ env: { ...env, PARLEY_URL: `http://127.0.0.1:${port}` } });
        const number = await terminal.start(chat());
        await terminal.shows(/^> ?$/m);
        if (question) {
          const requestArrived = once(silent, 'request');
          await terminal.enter(question);
          await requestArrived;
        }
        if (half) await terminal.shows('Half of it');
        await terminal.press('C-c');
        // Whose prompt is known by having a line of its own.
        expect([question, (await terminal.ended(number)).code]).toEqual([question, 130]);
      }
      silent.closeAllConnections();
      silent.close();
    });

    it('answers the lines of a pipe without a prompt', async () => {
      const terminal = await home.terminal({ env });
      const questions = String.raw`'How do I reset my password?\nWhat does the Team plan cost?\n'`;
      const { code } = await terminal.run(`printf ${questions} | ${chat()} > answers 2> notes`);
      expect([code, await readFile(home.at('notes'), 'utf8')]).toEqual([
        0,
        expect.stringMatching(/^To continue: .*\n$/),
      ]);
      const answers = await readFile(home.at('answers'), 'utf8');
      expect(answers).toMatch(/Settings[^]*\[1\] Passwords[^]*29 euros/);
      expect(answers).not.toMatch(/^>/m);
      expect(answers).not.toContain(ESCAPE);
    });
  });

  describe('pipes', () => {
    let workspace: { id: string };
    let terminal: Terminal;
    beforeAll(async () => {
      workspace = await aWorkspace(parley, owner);
    });
    beforeEach(async () => {
      terminal = await seat(workspace);
    });

    it('may be closed', async () => {
      await aContact(parley, workspace, owner);
      const list = 'parley contacts list --fields name';
      expect(await terminal.run(`${list} <&-`)).toMatchObject({ code: 0, text: expect.stringContaining('Ann Lee') });
      expect(await terminal.run(`${list} >&-`)).toMatchObject({ code: 0, text: '' });
      expect(await terminal.run(`${list} 2>&-`)).toMatchObject({ code: 0, text: expect.stringContaining('Ann Lee') });
      expect(await terminal.run(`${list} | true; echo "\${PIPESTATUS[0]}"`)).toMatchObject({ text: '0' });
      expect(await terminal.run(`parley nonsense 2>&1 | true; echo "\${PIPESTATUS[0]}"`)).toMatchObject({ text: '2' });
      const nothing = await terminal.run('parley contacts create --input - <&-');
      expect([nothing.code, nothing.text]).toEqual([2, expect.stringContaining('The input is not JSON.')]);
      const full = await terminal.run(`${list} > /dev/full`);
      expect([full.code, full.text]).toEqual([1, expect.stringContaining('ENOSPC')]);
    });

    it('carry the input while the password is asked for at the terminal', async () => {
      const input = `'{"name": "from a pipe", "scopes": ["inbox:read"]}'`;
      const create = 'parley credentials create --input - --show-secret --fields credential.name';
      const number = await terminal.start(`echo ${input} | ${create} | cat`);
      await terminal.shows('Current password:');
      await terminal.enter(PASSWORD);
      const { code, text } = await terminal.ended(number);
      expect([code, text]).toEqual([0, expect.stringMatching(/from a pipe$/)]);
      expect(await terminal.everythingDrawn()).not.toContain(PASSWORD);
    });

    it('reach a script that has no terminal', async () => {
      const { code, text } = await terminal.run(`setsid -w parley login --email ${account.email} < /dev/null`);
      expect([code, text]).toEqual([2, expect.stringContaining('There is no terminal for the prompt: Password:')]);
      const piped = await terminal.run(
        `printf '${PASSWORD}\\n' | setsid -w parley login --email ${account.email} --password-stdin`,
      );
      expect([piped.code, piped.text]).toEqual([0, expect.stringContaining('Signed in')]);
    });
  });
});
