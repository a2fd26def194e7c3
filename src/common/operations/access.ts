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

/** A feature adds the names of its own, which `@Feature` declares, by `declare module`. */
export interface AccountScopes extends Record<(typeof OF_ACCOUNTS)[number], unknown> {}
export interface KeyScopes extends Record<keyof typeof OF_KEYS, unknown> {}
export type AccountScope = keyof AccountScopes;
export type KeyScope = keyof KeyScopes;

/** Scopes of account credentials and sessions (a session has all of them): those of this tree, then of features that are loaded. */
export const ACCOUNT_SCOPES: readonly AccountScope[] = [...OF_ACCOUNTS];

/** Scopes of workspace keys and of the access tokens exchanged for them, in canonical order. */
export const KEY_SCOPES: readonly KeyScope[] = Object.keys(OF_KEYS) as KeyScope[];

/** What each of them is for. */
export const KEY_SCOPE_TEXTS: Readonly<Record<string, string>> = { ...OF_KEYS };

/** Those of them that an access token for MCP can have. */
export const MCP_KEY_SCOPES: readonly KeyScope[] = ['agents:read'];

/** Those that no feature may declare again. */
export const BUILT_IN_SCOPES: readonly string[] = [...OF_ACCOUNTS, ...Object.keys(OF_KEYS)];

/** A scope of a feature. */
export interface ScopeDeclaration {
  /** `account`: of credentials, and of sessions, which have all; `key`: of workspace keys and their access tokens. */
  readonly of: 'account' | 'key';
  /** What it is for, in the imperative: `Read ideas`. */
  readonly text: string;
  /** Access tokens for MCP can have it, too. */
  readonly mcp?: true;
}

/** Makes a scope known to everything that takes, checks or lists scopes. Does nothing where it is known. */
export function addScope(name: string, { of, text, mcp }: ScopeDeclaration): void {
  add(of === 'account' ? ACCOUNT_SCOPES : KEY_SCOPES, name);
  if (of === 'key') (KEY_SCOPE_TEXTS as Record<string, string>)[name] ??= text;
  if (of === 'key' && mcp) add(MCP_KEY_SCOPES, name);
}

/** Lists are the same ones for as long as the process runs: rules of DTOs and their documentation refer to them. */
function add(list: readonly string[], name: string): void {
  if (!list.includes(name)) (list as string[]).push(name);
}

/** Those of the scopes of a key that are among these, in canonical order. */
export function canonicalKeyScopes(scopes: readonly string[]): KeyScope[] {
  return KEY_SCOPES.filter((scope) => scopes.includes(scope));
}

/** Roles of a workspace's members, most powerful first. */
export const ROLES = ['owner', 'admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

export function roleReaches(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(least);
}

/** Sets of scopes, each of which is enough by itself: of an account, and of keys. The first one is the least. */
export function scopeAlternatives(access: Access): string[][] {
  return [
    'scopes' in access ? [...access.scopes] : [],
    ...('orScope' in access && access.orScope ? [[access.orScope]] : []),
    ...('keyScopes' in access ? [[...access.keyScopes]] : []),
  ];
}

/** The scopes that an operation names, whether it takes all of them or one. */
export function scopesNamedBy(access: Access): string[] {
  return [
    ...('scopes' in access ? access.scopes : []),
    ...('orScope' in access && access.orScope ? [access.orScope] : []),
    ...('keyScopes' in access ? access.keyScopes : []),
  ];
}

/**
 * Who may call an operation. `role` is the least role in the workspace of the path, which the author of what the parameter
 * `orAuthorOf` of the path names needs not have; `orScope` is a scope that is enough in place of all others; a key or token
 * has no role and is bound to its workspace instead. `unverified` lets in an account whose email is not verified yet.
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
