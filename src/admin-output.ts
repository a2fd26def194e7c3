import { onLines, onOneLine } from './command-line/output/printable';

/** A mistake of the operator's, told in a sentence. */
export class Refused extends Error {}

/*
 * All that `admin` writes leaves it here, without what a terminal would obey: names, addresses and files are texts of tenants.
 */

/** Only to somebody who watches. */
export function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${onOneLine(line)}`);
}

/** On standard error, since a backup may be on the other. */
export function tell(line: string): void {
  progress('');
  process.stderr.write(`${onOneLine(line)}\n`);
}

/** A message that has several lines of its own. */
export function tellLines(lines: string): void {
  progress('');
  process.stderr.write(`${onLines(lines)}\n`);
}

/** The answer to a command, on standard output. */
export function answer(line: string): void {
  process.stdout.write(`${onOneLine(line)}\n`);
}

/** The lines of a table. */
export function answerLines(lines: string): void {
  process.stdout.write(onLines(lines));
}
