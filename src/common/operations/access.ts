/** Scopes of account credentials and sessions (a session has all of them). */
export const ACCOUNT_SCOPES = [
  'credentials:read',
  'credentials:write',
  'workspaces:read',
  'workspaces:write',
  'inbox:read',
  'inbox:write',
  'notifications:read',
  'notifications:write',
] as const;
export type AccountScope = (typeof ACCOUNT_SCOPES)[number];

/** Scopes of workspace keys and of the access tokens exchanged for them, in canonical order. */
export const KEY_SCOPES = ['agents:read', 'chat:write'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Those of them that an access token for MCP can have. */
export const MCP_KEY_SCOPES: readonly KeyScope[] = ['agents:read'];

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
