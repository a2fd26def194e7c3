import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { startParley } from '../support/parley';
import { Home, isInstalled, type Terminal } from '../support/tmux';

const HAS_TMUX = isInstalled('tmux');
/** Of the package bash-completion, which bash does without. */
const PACKAGE = '/usr/share/bash-completion/bash_completion';
const ISSUE = 'parley credentials create --scopes';
const IMPORT = 'parley contacts import --input';
const SEARCH = 'parley contacts list --search';
const PROMPT = /[$#>%] ?$/;

interface Shell {
  name: string;
  command: string[];
  /** Where the script is kept, below the home folder. */
  script: string;
  files?: Record<string, string>;
  missing?: boolean;
}

const SHELLS: Shell[] = [
  {
    name: 'bash',
    command: ['bash', '--noprofile', '-i'],
    script: 'parley.bash',
    // Twice: a shell within a shell is no mistake.
    files: { '.bashrc': `PS1='$ '\n. ~/parley.bash\n. ~/parley.bash\n` },
  },
  {
    name: 'bash with the package bash-completion',
    command: ['bash', '--noprofile', '-i'],
    script: '.local/share/bash-completion/completions/parley',
    files: { '.bashrc': `PS1='$ '\n. ${PACKAGE}\n` },
    missing: !existsSync(PACKAGE),
  },
  {
    name: 'zsh',
    command: ['zsh', '-i'],
    script: 'functions/_parley',
    files: { '.zshrc': `PS1='$ '\nfpath=(~/functions $fpath)\nautoload -Uz compinit\ncompinit -u\n` },
    missing: !isInstalled('zsh'),
  },
  {
    name: 'fish',
    command: ['fish'],
    script: '.config/fish/completions/parley.fish',
    // What it suggests by itself would look like what it completes.
    files: { '.config/fish/config.fish': 'set -g fish_greeting\nset -g fish_autosuggestion_enabled 0\n' },
    missing: !isInstalled('fish'),
  },
];

const here = SHELLS.filter(({ missing }) => HAS_TMUX && !missing);
const missing = SHELLS.filter((shell) => !here.includes(shell)).map(({ name }) => name);
if (missing.length > 0) {
  console.log(`Skipped for want of ${HAS_TMUX ? 'them' : 'tmux'}: completion in ${missing.join(', ')}.`);
}

/** The tab key in real shells, with the service stopped. */
describe('completion', () => {
  let home: Home;
  let url: string;
  beforeAll(async () => {
    home = await Home.make();
    const parley = await startParley();
    ({ url } = parley);
    await keepListing();
    await parley.stop();
    await writeFile(home.at('some-file.json'), '{}');
    await writeFile(home.at('precious.txt'), 'precious');
  });
  afterAll(() => home.remove());

  for (const shell of SHELLS) {
    (here.includes(shell) ? describe : describe.skip)(`in ${shell.name}`, () => inShell(shell));
  }

  function inShell({ name, command, script, files = {} }: Shell): void {
    let terminal: Terminal;
    beforeAll(async () => {
      const [shell = ''] = name.split(' ');
      const text = execFileSync(home.at('bin', 'parley'), ['completion', shell], { encoding: 'utf8' });
      for (const [file, content] of Object.entries({ ...files, [script]: text })) {
        await mkdir(dirname(home.at(file)), { recursive: true });
        await writeFile(home.at(file), content);
      }
      terminal = await home.terminal({ command, env: { PARLEY_URL: url } });
      await terminal.shows(PROMPT);
    });
    beforeEach(async () => {
      await terminal.press('C-u');
      await terminal.enter('clear');
      await terminal.shows(/^[^\n]*[$#>%] ?$/);
    });
    afterEach(async () => {
      expect(existsSync(home.at('ran'))).toBe(false);
      expect((await terminal.screen()).join('\n')).not.toMatch(/command not found|readonly|rror/);
    });

    /** The line after the tab key, as far as the cursor: keys are taken in turn. */
    const completed = async (typed: string): Promise<string> => {
      await terminal.type(typed);
      await terminal.press('Tab');
      await terminal.type('@');
      const [, line = ''] = /[$#>%] (.*)@/.exec(await terminal.shows(/@ *$/m)) ?? [];
      return line;
    };

    it.each([
      ['groups', 'parley conta', 'parley contacts'],
      ['commands that are no operation', 'parley logi', 'parley login'],
      ['a verb', 'parley contacts exp', 'parley contacts export'],
      ['a flag', 'parley contacts list --se', 'parley contacts list --search'],
      ['a flag after others', 'parley contacts list --limit 3 --se', 'parley contacts list --limit 3 --search'],
      ['a flag after one with =', 'parley contacts list --limit=3 --se', 'parley contacts list --limit=3 --search'],
      ['a value', 'parley members invite --role ad', 'parley members invite --role admin'],
      ['a value after =', 'parley members invite --role=ad', 'parley members invite --role=admin'],
      ['a value with a colon', `${ISSUE} credentials:r`, `${ISSUE} credentials:read`],
      ['such a value up to its colon', `${ISSUE} cred`, `${ISSUE} credentials:`],
      ['a shell', 'parley completion ba', 'parley completion bash'],
      ['the name of a file', `${IMPORT} som`, `${IMPORT} some-file.json`],
      ['the name of a file after =', `${IMPORT}=som`, `${IMPORT}=some-file.json`],
      ['no file where none is meant', 'parley members invite --role som', 'parley members invite --role som'],
      ['after a profile', 'parley --profile default contacts exp', 'parley --profile default contacts export'],
      ['the second command of a line', 'true; parley contacts exp', 'true; parley contacts export'],
      ['a command after a variable', 'A=1 parley contacts exp', 'A=1 parley contacts export'],
      ['after words with spaces', `${SEARCH} "Ann Lee" --lim`, `${SEARCH} "Ann Lee" --limit`],
      ['after what would run', `${SEARCH} "$(touch ran)" --lim`, `${SEARCH} "$(touch ran)" --limit`],
    ])('completes %s', async (_case, typed, expected) => {
      expect((await completed(typed)).trimEnd()).toBe(expected);
    });

    it('writes to no file that is named before', async () => {
      await completed('parley contacts list > precious.txt --se');
      expect(await readFile(home.at('precious.txt'), 'utf8')).toBe('precious');
    });

    it.each([
      ['verbs', 'parley contacts ', ['create', 'erase', 'export', 'import', 'list', 'remove']],
      ['values', 'parley members invite --role ', ['admin', 'member', 'owner']],
      ['groups', 'parley c', ['chat', 'completion', 'contacts', 'credentials', 'credits']],
    ])('lists %s', async (_case, typed, expected) => {
      await terminal.type(typed);
      await terminal.shows(typed.trimEnd());
      await terminal.press('Tab');
      await terminal.press('Tab');
      for (const word of expected) await terminal.shows(new RegExp(`^(.*\\s)?${word}\\b`, 'm'));
    });

    it('offers no word of the service that a shell would not take for one', async () => {
      const cache = home.at('.cache', 'parley');
      const [cached = ''] = await readdir(cache);
      const text = await readFile(`${cache}/${cached}`, 'utf8');
      const hostile = text.replaceAll('"enum":[', '"enum":["evil$(touch ran)","evil;touch ran","evil\\nran",');
      expect(hostile).not.toBe(text);
      await writeFile(`${cache}/${cached}`, hostile);
      try {
        await terminal.type('parley members invite --role ');
        await terminal.press('Tab');
        await terminal.press('Tab');
        await terminal.shows('admin');
        expect((await terminal.screen()).join('\n')).not.toMatch(/evil|touch/);
      } finally {
        await writeFile(`${cache}/${cached}`, text);
      }
    });
  }

  function keepListing(): Promise<unknown> {
    const env = { ...process.env, HOME: home.folder, PARLEY_URL: url };
    return promisify(execFile)(home.at('bin', 'parley'), ['--help'], { env });
  }
});
