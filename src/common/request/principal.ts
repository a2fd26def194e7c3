import type { AccountScope, KeyScope, Role } from '../operations/access';

/** Who calls: every credential becomes one of these, and nothing past the strategies knows what a secret looks like. */
export type Principal =
  { kind: 'public' } | SessionPrincipal | CredentialPrincipal | KeyPrincipal | TokenPrincipal | VisitorPrincipal;

/** Somebody signed in with a cookie. Has every account scope; may write only from a trusted origin. */
export interface SessionPrincipal {
  kind: 'session';
  accountId: string;
  emailVerified: boolean;
  sessionId: string;
  sessionExpiresAt: Date;
  originTrusted: boolean;
}

/** A machine with an account credential. `sessionId` is the issuer session, which bounds the credential. */
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

/** An access token; its scopes are already narrowed to what its key still has. */
export interface TokenPrincipal {
  kind: 'token';
  workspaceId: string;
  keyId: string;
  tokenId: string;
  scopes: readonly KeyScope[];
}

/** Where visitors meet an agent: its hosted page, or the widget and what customers build in its place. */
export const SURFACES = ['page', 'widget'] as const;
export type Surface = (typeof SURFACES)[number];

/** Who a visitor is, as a token says that the customer's server has signed. */
export interface VisitorIdentity {
  externalId: string;
  name?: string;
  /** Lower case; only where the server has verified it. */
  email?: string;
  attributes?: Readonly<Record<string, string | number | boolean>>;
  /** What it was signed with. */
  identityKeyId: string;
}

/** Somebody who writes to one agent. Their session is stored with their first message and not before. */
export interface VisitorPrincipal {
  kind: 'visitor';
  workspaceId: string;
  planId: string;
  agentId: string;
  sessionId: string;
  /** SHA-256 of the token. */
  secretHash: Buffer;
  surface: Surface;
  /** Origin of the page that the session was begun on; null: it did not say. */
  site: string | null;
  locale: string | null;
  /** Null: nobody knows who they are, whatever they say. */
  identity: VisitorIdentity | null;
  createdAt: Date;
  expiresAt: Date;
  isStored: boolean;
  /** The agent takes messages. */
  agentAnswers: boolean;
  originTrusted: boolean;
}

export type AccountPrincipal = SessionPrincipal | CredentialPrincipal;
export type WorkspacePrincipal = KeyPrincipal | TokenPrincipal;

/** What a caller reaches in one workspace. `agentIds` null: every agent. */
export interface WorkspaceScope {
  workspaceId: string;
  planId: string;
  agentIds: readonly string[] | null;
}

/** The live membership of the calling account in the workspace of the path. */
export interface Member extends WorkspaceScope {
  memberId: string;
  accountId: string;
  role: Role;
}

export function isAccount(principal: Principal): principal is AccountPrincipal {
  return principal.kind === 'session' || principal.kind === 'credential';
}

/**
 * The session or the credential that calls, for what is counted: what one uses up is not missing for the others of the
 * account, one of which may be stolen.
 */
export function accountCaller(caller: AccountPrincipal): string {
  return caller.kind === 'session' ? `session:${caller.sessionId}` : `credential:${caller.credentialId}`;
}

export function canAccessAgent(scope: Pick<WorkspaceScope, 'agentIds'>, agentId: string): boolean {
  return scope.agentIds === null || scope.agentIds.includes(agentId);
}
