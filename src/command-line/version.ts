import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Of the package that this file is in, wherever it was installed. */
export function version(): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const text = readFileSync(join(folder, 'package.json'), 'utf8');
      return (JSON.parse(text) as { version: string }).version;
    } catch {
      // One further up.
    }
  }
  return 'unknown';
}
