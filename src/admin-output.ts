import { onLines, onOneLine } from './command-line/output/printable';

/** A mistake of the operator, described in one sentence. */
export class Refused extends Error {}

export class UnknownWorkspace extends Refused {
  constructor(workspaceId: string) {
    super(`There is no workspace ${workspaceId}. List them: npm run admin -- workspaces list`);
  }
}

/*
 * The whole output of `admin` goes through this file, which removes control characters: workspaces chose the names,
 * addresses and files in it.
 */

/** Shown only on a terminal. */
export function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${onOneLine(line)}`);
}

/** Prints on standard error, because a backup may be on standard output. */
export function report(line: string): void {
  progress('');
  process.stderr.write(`${onOneLine(line)}\n`);
}

/** Prints a message of several lines. */
export function reportLines(lines: string): void {
  progress('');
  process.stderr.write(`${onLines(lines)}\n`);
}

/** Prints the answer to a command on standard output. */
export function answer(line: string): void {
  process.stdout.write(`${onOneLine(line)}\n`);
}

/** Prints the lines of a table. */
export function answerLines(lines: string): void {
  process.stdout.write(onLines(lines));
}
