import { MCP_KEY_SCOPES } from '../operations/access';
import type { RegisteredOperation } from '../operations/registered-operation';

/** `createWorkspace` → `parley_create_workspace`; null where the operation is hidden from MCP, or can be no tool. */
export function toolName(operation: RegisteredOperation): string | null {
  if (operation.mcp === false || !canBeTool(operation)) return null;
  return operation.mcp ?? `parley_${words(operation.operationId).join('_')}`;
}

export const IDEMPOTENCY_KEY = 'idempotencyKey';

/** Whether its tool has an argument that becomes the header Idempotency-Key: it takes one, and has no field of that name. */
export function takesKeyArgument(
  { idempotent }: Pick<RegisteredOperation, 'idempotent'>,
  { properties = {} }: { properties?: object },
): boolean {
  return idempotent === true && !(IDEMPOTENCY_KEY in properties);
}

/**
 * `parley <group> <verb>`. The group is what the path is about; the verb is that of the operationId, with what the path has
 * below the group where the operationId names that too: `editAccountCredential` at `/account-credentials/{credentialId}` is
 * `parley credentials update`, `getContactImport` at `…/contacts/import/{importId}` is `parley contacts get-import`. Null
 * where the operation is hidden from the command line.
 */
export function commandName({ operationId, path, cli }: NamedOperation): string | null {
  if (cli === false) return null;
  if (cli) return `parley ${cli}`;
  const [verb = '', ...nouns] = words(operationId);
  const isNamed = (segment: string): boolean =>
    segment.split('-').every((word) => nouns.some((noun) => same(noun, word)));
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  const group = groupOf(segments, isNamed);
  const below = segments.slice(segments.indexOf(group) + 1).filter(isNamed);
  return `parley ${shortened(group)} ${[VERBS[verb] ?? verb, ...below].join('-')}`;
}

type NamedOperation = Pick<RegisteredOperation, 'operationId' | 'path' | 'cli'>;

/** One word for one thing, whatever the operationId says. */
const VERBS: Readonly<Record<string, string>> = { read: 'get', edit: 'update', delete: 'remove' };

/**
 * Of the first collections in the path the last that the operationId names, else the last: `keys` of `/workspaces/{}/keys`.
 * A path without any is about its first segment: `/account/password`.
 */
function groupOf(segments: readonly string[], isNamed: (segment: string) => boolean): string {
  const from = segments.findIndex(isPlural);
  if (from < 0) return segments[0] ?? '';
  const length = segments.slice(from).findIndex((segment) => !isPlural(segment));
  const collections = segments.slice(from, length < 0 ? undefined : from + length);
  return collections.findLast(isNamed) ?? collections.at(-1)!;
}

/** Without what goes without saying: `account-credentials` are credentials, and everybody has one account. */
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
 * A tool takes JSON and answers JSON, and it has a caller: an account credential, or an access token with what MCP tokens
 * can have. So streams, what is for sessions, and what has no caller at all are none.
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
