import type { AccountScope } from '../common/operations/access';
import type { Audience } from '../common/request/audience';

/**
 * What a credential is now. Only an active one can be used. `invalid`: its issuer session ended first. Revoked and
 * rotated are final; what comes first of expiry and the session's end decides between expired and invalid.
 */
export const CREDENTIAL_STATUSES = ['active', 'rotated', 'revoked', 'expired', 'invalid'] as const;
export type CredentialStatus = (typeof CREDENTIAL_STATUSES)[number];

export const ISSUERS = ['bootstrap', 'session', 'credential', 'rotation'] as const;
export type Issuer = (typeof ISSUERS)[number];

export const EVENT_KINDS = ['issued', 'renamed', 'narrowed', 'rotated', 'revoked'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const ACTOR_KINDS = ['password', 'session', 'credential'] as const;

/** Who changed a credential: a session, a credential, or at bootstrap the password alone, which has no id. */
export interface Actor {
  kind: (typeof ACTOR_KINDS)[number];
  id: string | null;
}

export interface CredentialEvent {
  kind: EventKind;
  at: Date;
  byKind: Actor['kind'];
  byId: string | null;
}

/** An account credential as it is stored, with what follows from the clock and its issuer session. Never the secret. */
export interface Credential {
  id: string;
  accountId: string;
  /** Bounds the credential: when the session ends, so does it. */
  issuerSessionId: string;
  /** The credential that issued this one and with which it dies; null where a person did. */
  parentId: string | null;
  name: string;
  secretPrefix: string;
  audience: Audience;
  scopes: AccountScope[];
  issuedBy: Issuer;
  status: CredentialStatus;
  createdAt: Date;
  updatedAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  rotatedAt: Date | null;
  replacesId: string | null;
  replacedById: string | null;
  revokedAt: Date | null;
  revocationReason: string | null;
  /** Oldest first. */
  history: CredentialEvent[];
}

/** A new credential, before it is stored. */
export type NewCredential = Pick<
  Credential,
  | 'accountId'
  | 'issuerSessionId'
  | 'parentId'
  | 'name'
  | 'audience'
  | 'scopes'
  | 'issuedBy'
  | 'expiresAt'
  | 'replacesId'
>;

/** An issued credential with its secret, which is stored nowhere and shown once. */
export interface Receipt {
  credential: Credential;
  secret: string;
}

export interface CredentialPage {
  credentials: Credential[];
  nextCursor: string | null;
}

export interface Revocation {
  id: string;
  revokedAt: Date;
  reason: string | null;
  alreadyRevoked: boolean;
}
