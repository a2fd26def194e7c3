const OF_ACCOUNTS = [
  'credentials:read',
  'credentials:write',
  'workspaces:read',
  'workspaces:write',
  'inbox:read',
  'inbox:write',
  'notifications:read',
  'notifications:write',
] as const;
const OF_KEYS = { 'agents:read': 'List the agents of the workspace', 'chat:write': 'Send chat turns' };

/** A feature adds the names of its own scopes by `declare module`, and declares the scopes in `@Feature`. */
export interface AccountScopes extends Record<(typeof OF_ACCOUNTS)[number], unknown> {}
export interface KeyScopes extends Record<keyof typeof OF_KEYS, unknown> {}
export type AccountScope = keyof AccountScopes;
export type KeyScope = keyof KeyScopes;

/** Scopes of account credentials and sessions (a session has all of them): first the built-in ones, then those of loaded features. */
export const ACCOUNT_SCOPES: readonly AccountScope[] = [...OF_ACCOUNTS];

/** Scopes of workspace keys and of the access tokens exchanged for them, in canonical order. */
export const KEY_SCOPES: readonly KeyScope[] = Object.keys(OF_KEYS) as KeyScope[];

/** The purpose of each scope. */
export const KEY_SCOPE_TEXTS: Readonly<Record<string, string>> = { ...OF_KEYS };

/** The scopes that an access token for MCP can have. */
export const MCP_KEY_SCOPES: readonly KeyScope[] = ['agents:read'];

/** The scopes that no feature may declare again. */
export const BUILT_IN_SCOPES: readonly string[] = [...OF_ACCOUNTS, ...Object.keys(OF_KEYS)];

/** A scope of a feature. */
export interface ScopeDeclaration {
  /** `account`: a scope of account credentials and sessions. `key`: a scope of workspace keys and their access tokens. */
  readonly of: 'account' | 'key';
  /** Its purpose in the imperative: `Read ideas`. */
  readonly text: string;
  /** Access tokens for MCP can have it too. */
  readonly mcp?: true;
}

/** Adds a scope to all lists and checks of scopes. Does nothing if it is already there. */
export function addScope(name: string, { of, text, mcp }: ScopeDeclaration): void {
  add(of === 'account' ? ACCOUNT_SCOPES : KEY_SCOPES, name);
  if (of === 'key') (KEY_SCOPE_TEXTS as Record<string, string>)[name] ??= text;
  if (of === 'key' && mcp) add(MCP_KEY_SCOPES, name);
}

/** Changes the list in place, because validation rules and the documentation of DTOs refer to the same array. */
function add(list: readonly string[], name: string): void {
  if (!list.includes(name)) (list as string[]).push(name);
}

/** The key scopes among these, in canonical order. */
export function canonicalKeyScopes(scopes: readonly string[]): KeyScope[] {
  return KEY_SCOPES.filter((scope) => scopes.includes(scope));
}

/** Roles of a workspace's members, highest first. */
export const ROLES = ['owner', 'admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

export function roleReaches(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(least);
}

/** Alternative sets of scopes, for accounts and for keys. Each set is sufficient by itself; the first is the smallest. */
export function scopeAlternatives(access: Access): string[][] {
  return [
    'scopes' in access ? [...access.scopes] : [],
    ...('orScope' in access && access.orScope ? [[access.orScope]] : []),
    ...('keyScopes' in access ? [[...access.keyScopes]] : []),
  ];
}

/** All scopes that an operation names, whether it requires all of them or one of them. */
export function scopesNamedBy(access: Access): string[] {
  return [
    ...('scopes' in access ? access.scopes : []),
    ...('orScope' in access && access.orScope ? [access.orScope] : []),
    ...('keyScopes' in access ? access.keyScopes : []),
  ];
}

/**
 * The callers that may use an operation. `role` is the minimum role in the workspace of the path. `orAuthorOf` names a path parameter:
 * the author of that resource needs no role. `orScope` is a scope that is sufficient in place of all others. A key or token has no
 * role and is bound to its workspace instead. `unverified` admits an account whose email is not verified yet.
 */
export type Access =
  | { kind: 'public' }
  | { kind: 'client' }
  | { kind: 'session'; unverified?: true }
  | {
      kind: 'account';
      scopes: readonly AccountScope[];
      orScope?: AccountScope;
      role?: Role;
      orAuthorOf?: string;
      unverified?: true;
    }
  | { kind: 'workspace'; scopes: readonly KeyScope[] }
  | { kind: 'visitor' }
  | { kind: 'account_or_workspace'; scopes: readonly AccountScope[]; keyScopes: readonly KeyScope[]; role?: Role };
