import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiText } from './openapi-text';

/** Writes openapi.json; needs neither a database nor a running service. A diff of that file is a change of the API. */
async function main(): Promise<void> {
  const file = join(__dirname, '../openapi.json');
  writeFileSync(file, await openApiText());
  console.error('openapi.json written');
}

void main();
