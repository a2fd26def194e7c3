import { bytesOf } from '../bytes-of';
import { UsageError } from '../errors';
import type { Host, Input } from '../host';

/** From stdin where that is said, else from the person at the terminal, who does not see it. */
export async function passwordOf({ passwordStdin }: { passwordStdin?: boolean }, host: Host): Promise<string> {
  const password = passwordStdin ? (await allOf(host.stdin)).replace(/\r?\n$/, '') : await asked(host);
  if (password === '') throw new UsageError('The password is empty.');
  return password;
}

/** In bytes. */
const LONGEST = 10_000;

/** Bounded: what is read here is one line. */
export async function allOf(stdin: Input): Promise<string> {
  const bytes = await bytesOf(stdin, LONGEST, () => new UsageError('The input is too long to be a secret.'));
  return bytes.toString();
}

async function asked(host: Host): Promise<string> {
  return host.ask('Password:', { hidden: true });
}
