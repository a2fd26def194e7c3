import type { AccountScope, KeyScope, Role } from '../operations/access';

/** The caller of a request. Strategies turn every credential into one of these, and only they know the form of a secret. */
export type Principal =
  | { kind: 'public' }
  | SessionPrincipal
  | CredentialPrincipal
  | KeyPrincipal
  | TokenPrincipal
  | VisitorPrincipal;

/** A user signed in with a cookie. Has every account scope, and may write from a trusted origin only. */
export interface SessionPrincipal {
  kind: 'session';
  accountId: string;
  emailVerified: boolean;
  sessionId: string;
  sessionExpiresAt: Date;
  originTrusted: boolean;
}

/** A program with an account credential, which ends with its issuer session `sessionId`. */
export interface CredentialPrincipal {
  kind: 'credential';
  accountId: string;
  emailVerified: boolean;
  credentialId: string;
  sessionId: string;
  scopes: readonly AccountScope[];
  expiresAt: Date;
}

/** A workspace key used directly. */
export interface KeyPrincipal {
  kind: 'key';
  workspaceId: string;
  keyId: string;
  scopes: readonly KeyScope[];
}

/** An access token. Its scopes are already narrowed to the current scopes of its key. */
export interface TokenPrincipal {
  kind: 'token';
  workspaceId: string;
  keyId: string;
  tokenId: string;
  scopes: readonly KeyScope[];
}

/** The places where visitors chat with an agent: its hosted page, or the widget and custom replacements of it. */
export const SURFACES = ['page', 'widget'] as const;
export type Surface = (typeof SURFACES)[number];

/** The identity of a visitor from a token that the customer's server has signed. */
export interface VisitorIdentity {
  externalId: string;
  name?: string;
  /** In lower case. Present only if the customer's server has verified it. */
  email?: string;
  attributes?: Readonly<Record<string, string | number | boolean>>;
  /** The key that signed the token. */
  identityKeyId: string;
}

/** A visitor who writes to one agent. The session is stored with the first message. */
export interface VisitorPrincipal {
  kind: 'visitor';
  workspaceId: string;
  planId: string;
  agentId: string;
  sessionId: string;
  /** SHA-256 of the token. */
  secretHash: Buffer;
  surface: Surface;
  /** Origin of the page that started the session. Null if the page sent none. */
  site: string | null;
  locale: string | null;
  /** Null for an unidentified visitor. */
  identity: VisitorIdentity | null;
  createdAt: Date;
  expiresAt: Date;
  isStored: boolean;
  /** Whether the agent accepts messages. */
  agentAnswers: boolean;
  originTrusted: boolean;
}

export type AccountPrincipal = SessionPrincipal | CredentialPrincipal;
export type WorkspacePrincipal = KeyPrincipal | TokenPrincipal;

/** The access of a caller in one workspace. `agentIds` is null for access to every agent. */
export interface WorkspaceScope {
  workspaceId: string;
  planId: string;
  agentIds: readonly string[] | null;
}

/** The current membership of the calling account in the workspace of the path. */
export interface Member extends WorkspaceScope {
  memberId: string;
  accountId: string;
  role: Role;
}

export function isAccount(principal: Principal): principal is AccountPrincipal {
  return principal.kind === 'session' || principal.kind === 'credential';
}

/**
 * The key that per-caller counts use: the session or the credential. Each has its own count, so that a stolen credential cannot use
 * up the limits of the others of the account.
 */
export function accountCaller(caller: AccountPrincipal): string {
  return caller.kind === 'session' ? `session:${caller.sessionId}` : `credential:${caller.credentialId}`;
}

export function canAccessAgent(scope: Pick<WorkspaceScope, 'agentIds'>, agentId: string): boolean {
  return scope.agentIds === null || scope.agentIds.includes(agentId);
}
