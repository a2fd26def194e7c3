import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolesText } from './console-roles';
import { openApiText } from './openapi-text';

/** Writes openapi.json, and of it what the console bundles; needs neither a database nor a running service. */
async function main(): Promise<void> {
  const text = await openApiText();
  writeFileSync(join(__dirname, '../openapi.json'), text);
  writeFileSync(join(__dirname, '../src/console-ui/api/roles.json'), rolesText(text));
  console.error('openapi.json written');
}

void main();
