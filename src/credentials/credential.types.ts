import type { MembershipRow } from '../common/auth/membership.sql';
import type { AccountCredential } from './account-credential.entity';
import type { ActorKind, CredentialEvent } from './credential-event.entity';

/**
 * The status of a credential. Only an active one can be used. `invalid`: its issuer session ended before it expired.
 * Revoked and rotated are final. The earlier of expiry and the session's end decides between expired and invalid.
 */
export const CREDENTIAL_STATUSES = ['active', 'rotated', 'revoked', 'expired', 'invalid'] as const;
export type CredentialStatus = (typeof CREDENTIAL_STATUSES)[number];

/** The author of a change: a session, a credential, or at bootstrap the password alone, which has no id. */
export interface Actor {
  kind: ActorKind;
  id: string | null;
}

/**
 * An account credential as stored, with the fields that depend on the clock and its issuer session. Without the secret.
 */
export interface Credential extends Omit<AccountCredential, 'secretHash'> {
  status: CredentialStatus;
  /** Oldest first. */
  history: Omit<CredentialEvent, 'id' | 'credentialId'>[];
}

/** A credential as authentication finds it, with the current state of its account. */
export interface LiveCredential
  extends
    MembershipRow,
    Pick<AccountCredential, 'id' | 'accountId' | 'issuerSessionId' | 'scopes' | 'audience' | 'expiresAt'> {
  status: CredentialStatus;
  emailVerified: boolean;
}

/** A request to issue a credential. */
export type CredentialOrder = Pick<
  AccountCredential,
  | 'accountId'
  | 'issuerSessionId'
  | 'parentCredentialId'
  | 'name'
  | 'audience'
  | 'scopes'
  | 'issuedBy'
  | 'expiresAt'
  | 'replacesId'
>;

/** A new credential before it is stored. */
export type NewCredential = CredentialOrder & Pick<AccountCredential, 'secretHash' | 'secretPrefix'>;

/** An issued credential with its secret, which is shown once and not stored. */
export interface Receipt {
  credential: Credential;
  secret: string;
}

export interface Revocation {
  id: string;
  revokedAt: Date;
  reason: string | null;
  alreadyRevoked: boolean;
}
