import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { type Host, NoTerminal, type Output } from '../../src/command-line/host';
import { run } from '../../src/command-line/run';

export interface Typing {
  env?: Record<string, string>;
  /** What is piped in. */
  stdin?: string | Buffer | Readable;
  /** stdout and stderr are a terminal of that many columns. */
  columns?: number;
  /** The answers of the person at the terminal, in turn. Absent: there is no terminal. */
  answers?: string[];
  /** Hears all that has been printed on stdout so far, each time that there is more. */
  watch?: (stdout: string) => void;
  /** The same for stderr. */
  watchErrors?: (stderr: string) => void;
}

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
  /** What was asked, `(hidden)` where the answer does not show. */
  prompts: string[];
}

/** The command line with a configuration folder of its own. */
export class CommandLine {
  private constructor(
    readonly folder: string,
    readonly env: Readonly<Record<string, string>>,
  ) {}

  static async at(url: string, env: Record<string, string> = {}): Promise<CommandLine> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-cli-'));
    return new CommandLine(folder, { PARLEY_CONFIG_DIR: folder, PARLEY_URL: url, ...env });
  }

  /** The same with another environment. */
  with(env: Record<string, string>): CommandLine {
    return new CommandLine(this.folder, { ...this.env, ...env });
  }

  async run(
    argv: readonly string[],
    { env = {}, stdin = '', columns, answers, watch, watchErrors }: Typing = {},
  ): Promise<Ended> {
    const stdout = new Captured(columns, watch);
    const stderr = new Captured(columns, watchErrors);
    const prompts: string[] = [];
    const waiting = [...(answers ?? [])];
    const host: Host = {
      env: { ...this.env, ...env },
      stdin: inputOf(stdin, answers !== undefined && columns !== undefined),
      stdout,
      stderr,
      ask: async (question, { hidden } = {}) => {
        if (!answers) throw new NoTerminal(question);
        prompts.push(hidden ? `${question} (hidden)` : question);
        const answer = waiting.shift();
        if (answer === undefined) throw new Error(`The test has no answer to ${question}`);
        return answer;
      },
    };
    const code = await run(argv, host);
    return { code, stdout: stdout.text, stderr: stderr.text, prompts };
  }

  /** What `--json` prints; fails where the command does. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies of every shape
  async json(argv: readonly string[], typing: Typing = {}): Promise<any> {
    const { code, stdout, stderr } = await this.run([...argv, '--json'], typing);
    if (code !== 0) throw new Error(`parley ${argv.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** `isTTY`: a person types, and nothing is piped in. */
function inputOf(stdin: string | Buffer | Readable, isTTY: boolean): Host['stdin'] {
  if (stdin instanceof Readable) return stdin;
  return Object.assign(Readable.from(stdin.length > 0 ? [Buffer.from(stdin)] : []), { isTTY });
}

class Captured extends Writable implements Output {
  text = '';
  readonly isTTY: boolean;

  constructor(
    readonly columns: number | undefined,
    private readonly watch?: (text: string) => void,
  ) {
    super({ decodeStrings: false });
    this.isTTY = columns !== undefined;
  }

  override _write(chunk: Buffer | string, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    this.watch?.(this.text);
    done();
  }
}
