import { Injectable } from '@nestjs/common';
import { AudienceMismatch } from '../common/auth/auth.errors';
import { LastUsed } from '../common/auth/last-used';
import {
  MEMBERSHIP_COLUMNS,
  MEMBERSHIP_JOIN,
  memberOf,
  type MembershipRow,
  workspaceParameter,
} from '../common/auth/membership.sql';
import { BearerStrategy } from '../common/auth/strategies/bearer-strategy';
import { CredentialKind } from '../common/auth/strategies/credential-kind';
import { Strategies } from '../common/auth/strategies/strategies';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { AccountScope } from '../common/operations/access';
import type { Audience } from '../common/request/audience';
import type { Authentication, AuthenticationRequest } from '../common/request/authentication';
import { hashSecret } from '../common/secrets/token';
import { Audiences } from './audiences';
import { CREDENTIAL_STATUS } from './credentials.sql';
import type { CredentialStatus } from './credential.types';
import { CredentialInvalid, CredentialRefused } from './credentials.errors';

const CODES = [
  'credential_invalid',
  'credential_expired',
  'credential_revoked',
  'credential_rotated',
  'issuer_session_revoked',
] as const;

interface Row extends MembershipRow {
  id: string;
  account_id: string;
  issuer_session_id: string;
  scopes: AccountScope[];
  audience: Audience;
  expires_at: Date;
  status: CredentialStatus;
  email_verified: boolean;
}

/** Credential, issuer session, account and membership of the workspace in the path, all live. */
export const LIVE_CREDENTIAL = `
  SELECT c.id, c.account_id, c.issuer_session_id, c.scopes, c.audience, c.expires_at,
    ${CREDENTIAL_STATUS} AS status, a.email_verified_at IS NOT NULL AS email_verified, ${MEMBERSHIP_COLUMNS}
  FROM account_credentials c
  JOIN sessions s ON s.id = c.issuer_session_id
  JOIN accounts a ON a.id = c.account_id ${MEMBERSHIP_JOIN}
  WHERE c.secret_hash = $1`;

/**
 * Account credentials (`ca_`). One statement for each request and nothing remembered between requests, so that revoking,
 * narrowing, rotating and ending a session act at once.
 *
 * The secret is compared in constant time by the way it is found: the index is asked for the SHA-256 of what was sent.
 * How far an index search gets tells at most how far two hashes agree, and a hash of 256 random bits that agrees a
 * little more brings nobody nearer to a secret.
 */
@Injectable()
export class CredentialStrategy extends CredentialKind(BearerStrategy, 'ca_', CODES) {
  constructor(
    strategies: Strategies,
    private readonly work: UnitOfWork,
    private readonly audiences: Audiences,
    private readonly lastUsed: LastUsed,
  ) {
    super(strategies);
  }

  async validate({ workspaceId, audience }: AuthenticationRequest, secret: string): Promise<Authentication> {
    const parameters = [hashSecret(secret), workspaceParameter(workspaceId)];
    const [row] = await this.work.prepared<Row>(LIVE_CREDENTIAL, parameters);
    if (!row) throw new CredentialInvalid();
    if (row.status !== 'active') throw new CredentialRefused(row.status);
    if (this.audiences.urlOf(row.audience) !== audience) throw new AudienceMismatch();
    this.lastUsed.touch('account_credentials', row.id);
    return {
      principal: {
        kind: 'credential',
        accountId: row.account_id,
        emailVerified: row.email_verified,
        credentialId: row.id,
        sessionId: row.issuer_session_id,
        scopes: row.scopes,
        expiresAt: row.expires_at,
      },
      scope: memberOf(row.account_id, row),
    };
  }
}
