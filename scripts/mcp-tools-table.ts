// Writes the table of tools into docs/mcp.md, from the declarations of the operations:
//   node -r ./scripts/register-swc.js scripts/mcp-tools-table.ts
// test/docs/mcp.spec.ts fails while the two differ.
import 'reflect-metadata';
import { DiscoveryService, MetadataScanner, ModulesContainer, NestFactory } from '@nestjs/core';
import { readFileSync, writeFileSync } from 'node:fs';
import { AppModule } from '../src/app.module';
import { OperationRegistry } from '../src/common/operations/operation.registry';
import type { RegisteredOperation } from '../src/common/operations/registered-operation';
import { toolName } from '../src/common/operations/operation.names';
import { loadSettings } from '../src/config/load-settings';

const START = '<!-- tools: written by scripts/mcp-tools-table.ts -->';
const END = '<!-- end of tools -->';

/** In preview mode Nest makes no provider, so nothing connects anywhere. */
async function operations(): Promise<readonly RegisteredOperation[]> {
  const app = await NestFactory.create(AppModule.forRoot(loadSettings({}), 'postgres://nowhere/'), {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  return new OperationRegistry(new DiscoveryService(app.get(ModulesContainer)), new MetadataScanner()).operations;
}

/** One row for each tool, aligned as Prettier does it. */
function toolsTable(all: readonly RegisteredOperation[]): string {
  const rows = all.flatMap((operation) => {
    const name = toolName(operation);
    return name === null ? [] : [[`\`${name}\``, operation.summary, scopesOf(operation), effectOf(operation)]];
  });
  const table = [['Tool', 'What it does', 'Scopes', 'Effect'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]!.length)));
  const [head, ...body] = table.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`,
  );
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n');
}

function scopesOf({ access }: RegisteredOperation): string {
  const scopes = 'scopes' in access ? access.scopes.map((scope) => `\`${scope}\``).join(' ') : '';
  const keyScopes = 'keyScopes' in access ? access.keyScopes.map((scope) => `\`${scope}\``).join(' ') : '';
  return [scopes || 'any', keyScopes && `token: ${keyScopes}`].filter(Boolean).join('; ');
}

function effectOf({ readOnly, destructive }: RegisteredOperation): string {
  return readOnly ? 'reads' : destructive ? 'destroys' : 'writes';
}

/** The page with the table as it should be. */
export async function withTools(page: string): Promise<string> {
  const [before, after] = [page.indexOf(START), page.indexOf(END)];
  if (before < 0 || after < before) throw new Error(`docs/mcp.md has no ${START} … ${END}`);
  return `${page.slice(0, before)}${START}\n\n${toolsTable(await operations())}\n\n${page.slice(after)}`;
}

if (require.main === module) {
  void withTools(readFileSync('docs/mcp.md', 'utf8')).then((page) => {
    writeFileSync('docs/mcp.md', page);
  });
}
