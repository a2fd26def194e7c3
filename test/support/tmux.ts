import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const PARLEY = join(__dirname, '..', '..', 'bin', 'parley.js');
const PATIENCE_MS = 60_000;
const LOOK_MS = 40;

/** Whether the program is on this machine: terminals, and shells other than bash, are not everywhere. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, [program === 'tmux' ? '-V' : '--version'], { stdio: 'ignore' }).status === 0;
}

export interface TerminalOptions {
  columns?: number;
  rows?: number;
  env?: Record<string, string>;
  /** What runs in it. */
  command?: readonly string[];
}

/** What a command that was typed at the shell of a terminal has shown, and ended with. */
export interface Shown {
  code: number;
  text: string;
  lines: string[];
}

const BASH = ['bash', '--noprofile', '--norc', '-i'];
/** `2:0 $ `: the second command may be typed, the first ended with 0. */
const PROMPT = /^(\d+):(\d+) \$ ?$/;

/** A home folder of its own, with `parley` on the path: the built command line, as it is installed. */
export class Home {
  private readonly terminals: Terminal[] = [];

  private constructor(readonly folder: string) {}

  static async make(): Promise<Home> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-terminal-'));
    await mkdir(join(folder, 'bin'));
    await symlink(PARLEY, join(folder, 'bin', 'parley'));
    return new Home(folder);
  }

  /** Path of a file in it. */
  at(...names: string[]): string {
    return join(this.folder, ...names);
  }

  async terminal({ columns = 100, rows = 40, env = {}, command = BASH }: TerminalOptions = {}): Promise<Terminal> {
    const socket = `terminal-${this.terminals.length}`;
    const log = this.at(`${socket}.log`);
    const terminal = new Terminal(socket, log, {
      PATH: `${this.at('bin')}:${process.env['PATH']}`,
      HOME: this.folder,
      // Its sockets stay behind otherwise.
      TMUX_TMPDIR: this.folder,
      LANG: 'C.UTF-8',
      PS1: '\\#:$? $ ',
      HISTFILE: this.at('.history'),
      ...env,
    });
    const size = ['-x', String(columns), '-y', String(rows)];
    await terminal.tmux('new-session', '-d', '-s', 'it', '-c', this.folder, ...size, 'cat');
    await terminal.tmux('set-option', '-t', 'it', 'history-limit', '50000');
    await terminal.tmux('pipe-pane', '-t', 'it', `cat >> '${log}'`);
    // Now that all that is drawn is kept, from the first character on.
    await terminal.tmux('respawn-pane', '-t', 'it', '-k', ...command);
    this.terminals.push(terminal);
    return terminal;
  }

  async remove(): Promise<void> {
    for (const terminal of this.terminals) await terminal.close();
    // The shells are writing their histories.
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A terminal with a user, in tmux. */
export class Terminal {
  constructor(
    private readonly socket: string,
    private readonly log: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  async tmux(...words: string[]): Promise<string> {
    const { stdout } = await execute('tmux', ['-L', this.socket, '-f', '/dev/null', '-u', ...words], { env: this.env });
    return stdout;
  }

  async type(text: string): Promise<void> {
    await this.tmux('send-keys', '-t', 'it', '-l', '--', text);
  }

  /** Keys as tmux calls them: `Enter`, `Tab`, `C-c`. */
  async press(...keys: string[]): Promise<void> {
    await this.tmux('send-keys', '-t', 'it', ...keys);
  }

  async enter(text: string): Promise<void> {
    await this.type(text);
    await this.press('Enter');
  }

  /** Types a command at the shell's prompt, and waits for its end. */
  async run(command: string): Promise<Shown> {
    const before = await this.prompt();
    await this.enter(command);
    return this.ended(before);
  }

  /** Types a command that goes on by itself, or asks; `ended` waits for its end. */
  async start(command: string): Promise<number> {
    const before = await this.prompt();
    await this.enter(command);
    return before;
  }

  /** The end of the command that was typed at that prompt. */
  async ended(number: number): Promise<Shown> {
    let code = 0;
    await this.until(`the end of command ${number}`, async () => {
      const [, next, status] = PROMPT.exec((await this.screen()).at(-1) ?? '') ?? [];
      code = Number(status);
      return Number(next) > number;
    });
    const lines = (await this.history()).slice(0, -1);
    const typed = lines.findLastIndex((line) => line.startsWith(`${number}:`));
    const shown = lines.slice(typed + 1);
    return { code, lines: shown, text: shown.join('\n') };
  }

  /** Waits until that is on the screen. */
  async shows(what: string | RegExp): Promise<string> {
    let text = '';
    await this.until(what, async () => {
      text = (await this.screen()).join('\n');
      return typeof what === 'string' ? text.includes(what) : what.test(text);
    });
    return text;
  }

  /** The lines on the screen, without the empty ones at its end. */
  async screen(...flags: string[]): Promise<string[]> {
    return (await this.tmux('capture-pane', '-t', 'it', '-p', ...flags)).trimEnd().split('\n');
  }

  /** With what has left the screen; a line that was too long for the terminal is one. */
  history(...flags: string[]): Promise<string[]> {
    return this.screen('-J', '-S', '-', ...flags).then((lines) => lines.map((line) => line.trimEnd()));
  }

  /** All that was ever drawn, escape sequences and all. */
  async everythingDrawn(): Promise<string> {
    return readFile(this.log, 'utf8');
  }

  async close(): Promise<void> {
    await this.tmux('kill-server').catch(() => {});
  }

  private async prompt(): Promise<number> {
    let number = 0;
    await this.until('a prompt', async () => {
      number = Number(PROMPT.exec((await this.screen()).at(-1) ?? '')?.[1]);
      return number > 0;
    });
    return number;
  }

  private async until(what: string | RegExp, holds: () => Promise<boolean>): Promise<void> {
    for (const deadline = Date.now() + PATIENCE_MS; !(await holds()); await pause(LOOK_MS)) {
      if (Date.now() > deadline) {
        throw new Error(`The terminal does not show ${what}:\n${(await this.screen()).join('\n')}`);
      }
    }
  }
}
