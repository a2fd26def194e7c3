import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bytesOf } from '../bytes-of';
import { UsageError } from '../errors';

/** In bytes. */
const LONGEST = 10_000;
/** In milliseconds. A password manager may ask the person to unlock it. */
const LONGEST_MS = 120_000;

/**
 * The password that a command of the user prints, such as that of a password manager. Its output goes nowhere else.
 *
 * @throws UsageError
 */
export async function passwordFrom(command: string): Promise<string> {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'inherit'], timeout: LONGEST_MS });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const output = await bytesOf(child.stdout, LONGEST, () => new UsageError('--password-command prints too much.'));
  const [status] = await ended;
  const password = output.toString().replace(/\r?\n$/, '');
  if (status === 0 && password !== '') return password;
  throw new UsageError(
    status === 0 ? '--password-command prints nothing.' : `--password-command ended with ${status ?? 'a signal'}.`,
  );
}
