// Writes the table of tools into docs/mcp.md and that of commands into docs/command-line.md, from the declarations of the
// operations:
//   node -r ./scripts/register-swc.js scripts/operation-tables.ts
// test/docs/operation-tables.spec.ts fails while they differ.
import 'reflect-metadata';
import { DiscoveryService, MetadataScanner, ModulesContainer, NestFactory } from '@nestjs/core';
import { readFileSync, writeFileSync } from 'node:fs';
import { AppModule } from '../src/app.module';
import { aboutGroup, byVerb, nameOf } from '../src/command-line/commands/groups';
import { flagNameOf } from '../src/command-line/input/flags';
import type { RegisteredOperation } from '../src/common/operations/registered-operation';
import { commandName, toolName } from '../src/common/registry/operation.names';
import { FeatureCatalog } from '../src/common/feature/feature-catalog';
import { OperationRegistry } from '../src/common/registry/operation.registry';
import { DEFAULT_TOOLSET, toolsetOf } from '../src/mcp/toolsets';
import { tagOf } from '../src/openapi/tags';
import { loadSettings } from '../src/config/load-settings';
import { markdownTable, withPart } from './markdown-table';

/** In preview mode Nest makes no provider, so nothing connects anywhere. */
async function operations(): Promise<readonly RegisteredOperation[]> {
  const app = await NestFactory.create(AppModule.forRoot(loadSettings({}), { url: 'postgres://nowhere/' }), {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  return new OperationRegistry(
    new DiscoveryService(app.get(ModulesContainer)),
    new MetadataScanner(),
    app.get(FeatureCatalog),
  ).operations;
}

function tools(all: readonly RegisteredOperation[]): string {
  const rows = all.flatMap((operation) => {
    const name = toolName(operation);
    if (name === null) return [];
    return [[`\`${name}\``, operation.summary, toolsetsOf(operation), toolScopesOf(operation), effectOf(operation)]];
  });
  return markdownTable([['Tool', 'What it does', 'Toolsets', 'Scopes', 'Effect'], ...rows]);
}

/** A part for each group. `--workspace` and `--agent` are in a column of their own: they have defaults. */
function commands(all: readonly RegisteredOperation[]): string {
  const groups = new Map<string, { verb: string; operation: RegisteredOperation }[]>();
  for (const operation of all) {
    const command = commandName(operation);
    if (command === null) continue;
    const { group, verb } = nameOf({ cli: { supported: true, command } });
    groups.set(group, [...(groups.get(group) ?? []), { verb, operation }]);
  }
  const parts = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, members]) => {
      const rows = members
        .sort((a, b) => byVerb(a.verb, b.verb))
        .map(({ verb, operation }) => {
          const flags = operation.pathParameters.map((one) => `--${flagNameOf(operation.pathParameters, [one])}`);
          const own = flags.filter((flag) => !PLACES.includes(flag)).map((flag) => ` ${flag} ID`);
          const place = PLACES.findLast((flag) => flags.includes(flag))?.slice(2) ?? '';
          return [`\`${group} ${verb}${own.join('')}\``, operation.summary, place, callerOf(operation)];
        });
      const about = aboutGroup(
        group,
        members.map(({ verb }) => verb),
      );
      return `### ${group}\n\n${sentence(about)}\n\n${markdownTable([['Command', 'What it does', 'In', 'Credential'], ...rows])}`;
    });
  return parts.join('\n\n');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const PLACES = ['--workspace', '--agent'];

function toolsetsOf(operation: RegisteredOperation): string {
  const toolset = `\`${toolsetOf(tagOf(operation))}\``;
  return operation.inDefaultToolset ? `${toolset}, \`${DEFAULT_TOOLSET}\`` : toolset;
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
    case 'visitor':
      return 'a visitor';
    case 'public':
      return 'none';
  }
}

function scopesOf({ access }: RegisteredOperation): { scopes: string; keyScopes: string } {
  const listed = (scopes: readonly string[]): string => scopes.map((scope) => `\`${scope}\``).join(' ');
  const alternative = 'orScope' in access && access.orScope ? [listed([access.orScope])] : [];
  return {
    scopes: [...('scopes' in access ? [listed(access.scopes)] : []), ...alternative].join(' or '),
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
