import { openSync } from 'node:fs';
import { ReadStream, WriteStream } from 'node:tty';
import { Interrupted, UsageError } from './errors';
import { onOneLine } from './output/printable';

export type Input = NodeJS.ReadableStream & { isTTY?: boolean };
export type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

export interface Question {
  /** Do not show the answer while it is typed. */
  hidden?: boolean;
  fallback?: string;
}

/** The parts of the machine that a command uses. */
export interface Host {
  env: Readonly<Record<string, string | undefined>>;
  stdin: Input;
  stdout: Output;
  stderr: Output;
  /**
   * Asks the user at the terminal, even if stdin and stdout are redirected.
   *
   * @throws NoTerminal, Interrupted
   */
  ask(question: string, options?: Question): Promise<string>;
}

export class NoTerminal extends UsageError {
  constructor(question: string) {
    super(`There is no terminal for the prompt: ${question}`, 'Programs pass the value with flags or --input.');
  }
}

export const processHost: Host = {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  ask: askAtTerminal,
};

async function askAtTerminal(question: string, { hidden = false, fallback }: Question = {}): Promise<string> {
  const terminal = openTerminal();
  if (!terminal) throw new NoTerminal(question);
  const { input, output } = terminal;
  try {
    const { read } = await import('read');
    // The library does not settle on Ctrl-D. The input also pauses after an answer, but then the answer settles first.
    const ended = new Promise<never>((_resolve, reject) => {
      input.once('pause', () => setImmediate(reject, new Error('ended')));
      input.once('end', () => reject(new Error('ended')));
    });
    const answer = read({
      prompt: onOneLine(question),
      silent: hidden,
      input,
      output,
      ...(fallback && { default: fallback }),
    });
    return await Promise.race([answer, ended]);
  } catch {
    throw new Interrupted();
  } finally {
    if (hidden) output.write('\n');
    input.destroy();
    output.destroy();
  }
}

/** The controlling terminal. Null if there is none. */
function openTerminal(): { input: ReadStream; output: WriteStream } | null {
  try {
    return process.platform === 'win32'
      ? { input: new ReadStream(openSync('CONIN$', 'r+')), output: new WriteStream(openSync('CONOUT$', 'r+')) }
      : { input: new ReadStream(openSync('/dev/tty', 'r')), output: new WriteStream(openSync('/dev/tty', 'w')) };
  } catch {
    return null;
  }
}

/** Waits for a slow reader, and returns at once if the reader is gone. */
export function write(output: Output, text: string): Promise<void> {
  return new Promise((resolve) => output.write(text, () => resolve()));
}
