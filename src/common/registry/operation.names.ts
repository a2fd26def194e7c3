import { MCP_KEY_SCOPES } from '../operations/access';
import type { CommandWords } from '../operations/command-words';
import type { RegisteredOperation } from '../operations/registered-operation';

/** `createWorkspace` → `parley_create_workspace`. Null if the operation is hidden from MCP or cannot be a tool. */
export function toolName(operation: RegisteredOperation): string | null {
  if (operation.mcp === false || !canBeTool(operation)) return null;
  return operation.mcp ?? `parley_${words(operation.operationId).join('_')}`;
}

export const IDEMPOTENCY_KEY = 'idempotencyKey';

/** Whether the tool has an argument for the header Idempotency-Key: the operation takes the header and has no field of that name. */
export function takesKeyArgument(
  { idempotent }: Pick<RegisteredOperation, 'idempotent'>,
  { properties = {} }: { properties?: object },
): boolean {
  return idempotent === true && !(IDEMPOTENCY_KEY in properties);
}

/**
 * `parley <group> <verb>`. The group is the resource in the path. The verb is that of the operationId, followed by the path segments
 * below the group that the operationId names as well: `editAccountCredential` at `/account-credentials/{credentialId}` is
 * `parley credentials update`, `getContactImport` at `…/contacts/import/{importId}` is `parley contacts get-import`. Null if
 * the operation is hidden from the command line.
 */
export function commandName({ operationId, path, cli }: NamedOperation): string | null {
  if (cli === false) return null;
  const { name } = commandWords({ cli });
  if (name !== undefined) return `parley ${name}`;
  const [verb = '', ...nouns] = words(operationId);
  const isNamed = (segment: string): boolean =>
    segment.split('-').every((word) => nouns.some((noun) => same(noun, word)));
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  const group = groupOf(segments, isNamed);
  const below = segments.slice(segments.indexOf(group) + 1).filter(isNamed);
  return `parley ${shortened(group)} ${[VERBS[verb] ?? verb, ...below].join('-')}`;
}

/** The declared words of a command. */
export function commandWords({ cli }: Pick<RegisteredOperation, 'cli'>): CommandWords {
  if (typeof cli === 'string') return { name: cli };
  return typeof cli === 'object' ? cli : {};
}

type NamedOperation = Pick<RegisteredOperation, 'operationId' | 'path' | 'cli'>;

/** Synonyms in operationIds, mapped to one verb for each action. */
const VERBS: Readonly<Record<string, string>> = { read: 'get', edit: 'update', delete: 'remove' };

/**
 * The last of the leading collections in the path that the operationId names, otherwise the last one: `keys` for
 * `/workspaces/{}/keys`. For a path without collections, the first segment: `account` for `/account/password`.
 */
function groupOf(segments: readonly string[], isNamed: (segment: string) => boolean): string {
  const from = segments.findIndex(isPlural);
  if (from < 0) return segments[0] ?? '';
  const length = segments.slice(from).findIndex((segment) => !isPlural(segment));
  const collections = segments.slice(from, length < 0 ? undefined : from + length);
  return collections.findLast(isNamed) ?? collections.at(-1)!;
}

/** Shortens redundant names: `account-credentials` is `credentials`, and `accounts` is `account`, because a user has one. */
function shortened(group: string): string {
  return group === 'accounts' ? 'account' : group.split('-').at(-1)!;
}

function isPlural(word: string): boolean {
  return /[^s]s$/.test(word);
}

function same(one: string, other: string): boolean {
  return singular(one) === singular(other);
}

function singular(noun: string): string {
  return isPlural(noun) ? noun.replace(/ies$/, 'y').replace(/s$/, '') : noun;
}

function words(camelCase: string): string[] {
  return camelCase.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(' ');
}

/**
 * A tool takes and returns JSON, and its caller has an account credential or an access token for MCP. Therefore streams, operations
 * for sessions and operations without a caller cannot be tools.
 */
function canBeTool({ access, takes, gives }: RegisteredOperation): boolean {
  if (takes || gives) return false;
  switch (access.kind) {
    case 'account':
    case 'account_or_workspace':
      return true;
    case 'workspace':
      return access.scopes.every((scope) => MCP_KEY_SCOPES.includes(scope));
    case 'session':
    case 'public':
    case 'client':
    case 'visitor':
      return false;
  }
}
