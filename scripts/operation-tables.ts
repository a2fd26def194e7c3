// Writes the table of tools into docs/mcp.md and that of commands into docs/command-line.md, from the declarations of the
// operations:
//   node -r ./scripts/register-swc.js scripts/operation-tables.ts
// test/docs/operation-tables.spec.ts fails while they differ.
import 'reflect-metadata';
import { DiscoveryService, MetadataScanner, ModulesContainer, NestFactory } from '@nestjs/core';
import { readFileSync, writeFileSync } from 'node:fs';
import { AppModule } from '../src/app.module';
import { flagNameOf } from '../src/command-line/input/flags';
import type { RegisteredOperation } from '../src/common/operations/registered-operation';
import { commandName, toolName } from '../src/common/registry/operation.names';
import { OperationRegistry } from '../src/common/registry/operation.registry';
import { loadSettings } from '../src/config/load-settings';
import { markdownTable, withPart } from './markdown-table';

/** In preview mode Nest makes no provider, so nothing connects anywhere. */
async function operations(): Promise<readonly RegisteredOperation[]> {
  const app = await NestFactory.create(AppModule.forRoot(loadSettings({}), 'postgres://nowhere/'), {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  return new OperationRegistry(new DiscoveryService(app.get(ModulesContainer)), new MetadataScanner()).operations;
}

function tools(all: readonly RegisteredOperation[]): string {
  const rows = all.flatMap((operation) => {
    const name = toolName(operation);
    return name === null ? [] : [[`\`${name}\``, operation.summary, toolScopesOf(operation), effectOf(operation)]];
  });
  return markdownTable([['Tool', 'What it does', 'Scopes', 'Effect'], ...rows]);
}

function commands(all: readonly RegisteredOperation[]): string {
  const rows = all.flatMap((operation) => {
    const name = commandName(operation);
    const needed = operation.pathParameters
      .map((one) => ` --${flagNameOf(operation.pathParameters, [one])} ID`)
      .join('');
    return name === null ? [] : [[`\`${name}${needed}\``, operation.summary, callerOf(operation)]];
  });
  return markdownTable([
    ['Command', 'What it does', 'Credential'],
    ...rows.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  ]);
}

function toolScopesOf(operation: RegisteredOperation): string {
  const { scopes, keyScopes } = scopesOf(operation);
  return [scopes || 'any', keyScopes && `token: ${keyScopes}`].filter(Boolean).join('; ');
}

function callerOf(operation: RegisteredOperation): string {
  const { scopes, keyScopes } = scopesOf(operation);
  switch (operation.access.kind) {
    case 'account':
      return scopes || 'of an account';
    case 'account_or_workspace':
      return `${scopes}; key: ${keyScopes}`;
    case 'workspace':
      return `key: ${scopes}`;
    case 'client':
      return 'a key and its id';
    case 'session':
      return 'a session';
    case 'public':
      return 'none';
  }
}

function scopesOf({ access }: RegisteredOperation): { scopes: string; keyScopes: string } {
  const listed = (scopes: readonly string[]): string => scopes.map((scope) => `\`${scope}\``).join(' ');
  return {
    scopes: listed('scopes' in access ? access.scopes : []),
    keyScopes: listed('keyScopes' in access ? access.keyScopes : []),
  };
}

function effectOf({ readOnly, destructive }: RegisteredOperation): string {
  return readOnly ? 'reads' : destructive ? 'destroys' : 'writes';
}

/** The pages as they should be, by name. */
export async function pages(): Promise<Map<string, string>> {
  const all = await operations();
  return new Map([
    ['docs/mcp.md', withPart(readFileSync('docs/mcp.md', 'utf8'), 'tools', tools(all))],
    ['docs/command-line.md', withPart(readFileSync('docs/command-line.md', 'utf8'), 'commands', commands(all))],
  ]);
}

if (require.main === module) {
  void pages().then((made) => {
    for (const [name, text] of made) writeFileSync(name, text);
  });
}
