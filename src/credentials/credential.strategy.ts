import { Injectable } from '@nestjs/common';
import { AudienceMismatch } from '../common/auth/auth.errors';
import { LastUsed } from '../common/auth/last-used';
import { memberOf } from '../common/auth/membership.sql';
import { BearerStrategy } from '../common/auth/strategies/bearer-strategy';
import { CredentialKind } from '../common/auth/strategies/credential-kind';
import { Strategies } from '../common/auth/strategies/strategies';
import { Audiences } from '../common/request/audience';
import type { Authentication, AuthenticationRequest } from '../common/request/authentication';
import { hashSecret } from '../common/secrets/token';
import { CredentialInvalid, CredentialRefused } from './credentials.errors';
import { CredentialsRepository } from './credentials.repository';

const CODES = [
  'credential_invalid',
  'credential_expired',
  'credential_revoked',
  'credential_rotated',
  'issuer_session_revoked',
] as const;

/**
 * Account credentials (`ca_`). Each request runs one statement and nothing is cached between requests, so that a
 * revocation, a narrowing, a rotation and the end of a session take effect at once.
 *
 * The lookup compares the secret safely: it searches an index for the SHA-256 of the received value. The duration of an
 * index search shows at most how many leading bits of two hashes agree, which does not help to find a secret of 256
 * random bits.
 */
@Injectable()
export class CredentialStrategy extends CredentialKind(BearerStrategy, 'ca_', CODES) {
  constructor(
    strategies: Strategies,
    private readonly credentials: CredentialsRepository,
    private readonly audiences: Audiences,
    private readonly lastUsed: LastUsed,
  ) {
    super(strategies);
  }

  async validate({ workspaceId, audience }: AuthenticationRequest, secret: string): Promise<Authentication> {
    const credential = await this.credentials.findLive(hashSecret(secret), workspaceId);
    if (!credential) throw new CredentialInvalid();
    if (credential.status !== 'active') throw new CredentialRefused(credential.status);
    if (this.audiences.urlOf(credential.audience) !== audience) throw new AudienceMismatch();
    this.lastUsed.touch('account_credentials', credential.id);
    return {
      principal: {
        kind: 'credential',
        accountId: credential.accountId,
        emailVerified: credential.emailVerified,
        credentialId: credential.id,
        sessionId: credential.issuerSessionId,
        scopes: credential.scopes,
        expiresAt: credential.expiresAt,
      },
      scope: memberOf(credential.accountId, credential),
    };
  }
}
