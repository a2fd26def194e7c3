import { openSync } from 'node:fs';
import { ReadStream, WriteStream } from 'node:tty';
import { Interrupted, UsageError } from './errors';
import { onOneLine } from './output/printable';

export type Input = NodeJS.ReadableStream & { isTTY?: boolean };
export type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

export interface Question {
  /** What is typed is not shown. */
  hidden?: boolean;
  fallback?: string;
}

/** What a command touches of the machine that it runs on. */
export interface Host {
  env: Readonly<Record<string, string | undefined>>;
  stdin: Input;
  stdout: Output;
  stderr: Output;
  /**
   * Asks the person at the terminal, whatever stdin and stdout are connected to.
   *
   * @throws NoTerminal, Interrupted
   */
  ask(question: string, options?: Question): Promise<string>;
}

export class NoTerminal extends UsageError {
  constructor(question: string) {
    super(`There is no terminal to ask at: ${question}`, 'Programs pass what is asked for with flags or --input.');
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
    // The library answers nothing to Ctrl-D. After an answer the input stops too, but the answer is there by then.
    const ended = new Promise<never>((_resolve, reject) => {
      input.once('pause', () => setImmediate(reject, new Error('ended')));
      input.once('end', () => reject(new Error('ended')));
    });
    const asked = read({
      prompt: onOneLine(question),
      silent: hidden,
      input,
      output,
      ...(fallback && { default: fallback }),
    });
    return await Promise.race([asked, ended]);
  } catch {
    throw new Interrupted();
  } finally {
    if (hidden) output.write('\n');
    input.destroy();
    output.destroy();
  }
}

/** The controlling terminal; none where there is nobody. */
function openTerminal(): { input: ReadStream; output: WriteStream } | null {
  try {
    return process.platform === 'win32'
      ? { input: new ReadStream(openSync('CONIN$', 'r+')), output: new WriteStream(openSync('CONOUT$', 'r+')) }
      : { input: new ReadStream(openSync('/dev/tty', 'r')), output: new WriteStream(openSync('/dev/tty', 'w')) };
  } catch {
    return null;
  }
}

/** Waits where the reader is slower, and goes on where there is none any more. */
export function write(output: Output, text: string): Promise<void> {
  return new Promise((resolve) => output.write(text, () => resolve()));
}
