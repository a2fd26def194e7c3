/** A mistake of the operator's, told in a sentence. */
export class Refused extends Error {}

/** Only to somebody who watches. */
export function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`);
}

/** On standard error, since a backup may be on the other. */
export function tell(line: string): void {
  progress('');
  process.stderr.write(`${line}\n`);
}
