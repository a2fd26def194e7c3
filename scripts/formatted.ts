import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';

/** An ES module, which Jest could not load. */
const OXFMT = join(dirname(require.resolve('oxfmt/package.json')), 'bin/oxfmt');

/** A text in the format that `npm run check:format` requires of a file of that name. */
export function formatted(name: string, text: string): string {
  const options = { input: text, encoding: 'utf8', maxBuffer: Infinity } as const;
  return execFileSync(process.execPath, [OXFMT, '--stdin-filepath', name], options);
}
