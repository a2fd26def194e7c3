import { bytesOf } from '../bytes-of';
import { UsageError } from '../errors';
import type { Host, Input } from '../host';

/** Reads the password from stdin with `--password-stdin`, else from a hidden prompt at the terminal. */
export async function passwordOf({ passwordStdin }: { passwordStdin?: boolean }, host: Host): Promise<string> {
  const password = passwordStdin ? (await allOf(host.stdin)).replace(/\r?\n$/, '') : await promptForPassword(host);
  if (password === '') throw new UsageError('The password is empty.');
  return password;
}

/** In bytes. */
const LONGEST = 10_000;

/** Bounded, because only one line is expected. */
export async function allOf(stdin: Input): Promise<string> {
  const bytes = await bytesOf(stdin, LONGEST, () => new UsageError('The input is too long to be a secret.'));
  return bytes.toString();
}

async function promptForPassword(host: Host): Promise<string> {
  return host.ask('Password:', { hidden: true });
}
