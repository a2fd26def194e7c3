import { Injectable } from '@nestjs/common';
import { PasswordProofService, type ProvenAccount } from '../accounts/proof/password-proof.service';
import { SessionsService } from '../accounts/sessions/sessions.service';
import { Audit } from '../common/audit/audit';
import { UnitOfWork } from '../common/database/unit-of-work';
import { DomainError } from '../common/errors/domain-error';
import { ACCOUNT_SCOPES } from '../common/operations/access';
import { RateLimiter } from '../common/rate-limit/rate-limiter';
import { type Audience, Audiences } from '../common/request/audience';
import type { AccountPrincipal } from '../common/request/principal';
import { Settings } from '../config/load-settings';
import { AuthoritiesService } from './authorities.service';
import { issuable, LONGEST_LIFE_MS } from './authority';
import type { BootstrapAccountCredentialInput, CreateAccountCredentialInput } from './credential-input.dto';
import type { Receipt } from './credential.types';
import { AudienceUnknown, EmailNotVerified, IssuerSessionUnavailable } from './credentials.errors';
import { LineageService } from './lineage.service';
import { ProvenChangeService } from './proven-change.service';

/** Issues account credentials: to callers that prove a password, with or without a session or credential. */
@Injectable()
export class IssuingService {
  constructor(
    private readonly lineage: LineageService,
    private readonly authorities: AuthoritiesService,
    private readonly audiences: Audiences,
    private readonly proof: PasswordProofService,
    private readonly sessions: SessionsService,
    private readonly changes: ProvenChangeService,
    private readonly work: UnitOfWork,
    private readonly limiter: RateLimiter,
    private readonly settings: Settings,
    private readonly audit: Audit,
  ) {}

  /**
   * Issues the first credential of a program, by email and password alone. Opens its issuer session, which stays on the
   * server and has no secret.
   *
   * @throws AudienceUnknown, ExpiryInThePast, ExpiryTooLate 400, CurrentPasswordWrong 401, EmailNotVerified 403,
   * RateLimited 429, IdentityUnavailable, IssuerSessionUnavailable 503
   */
  async bootstrap(input: BootstrapAccountCredentialInput): Promise<Receipt> {
    const audience = this.audienceNamed(input.audience);
    const at = await this.authorities.now();
    issuable(input, { scopes: ACCOUNT_SCOPES, at, endsAt: new Date(at.getTime() + LONGEST_LIFE_MS) });
    const account = await this.proof.proveEmail(input.email, input.currentPassword);
    if (!account.emailVerified) throw new EmailNotVerified();
    return this.work.run(async () => {
      const session = await this.openSession(account);
      const authority = { scopes: ACCOUNT_SCOPES, at: await this.authorities.now(), endsAt: session.expiresAt };
      const issued = await this.lineage.issue(
        {
          ...issuable(input, authority),
          accountId: account.id,
          issuerSessionId: session.id,
          parentCredentialId: null,
          name: input.name,
          audience,
          issuedBy: 'bootstrap',
          replacesId: null,
        },
        { kind: 'password', id: null },
        authority.at,
      );
      await this.audit.write({ subjectId: issued.credential.id, accountId: account.id, sessionId: session.id });
      return issued;
    });
  }

  /**
   * Issues a credential under the caller's session, as a child of the calling credential, if any.
   *
   * @throws AudienceUnknown, ExpiryInThePast, ExpiryTooLate 400, ScopesBeyondGrant 403, then those of
   * {@link ProvenChangeService}, and RateLimited 429 for too many
   */
  async create(caller: AccountPrincipal, input: CreateAccountCredentialInput): Promise<Receipt> {
    const audience = this.audienceNamed(input.audience);
    issuable(input, await this.authorities.of(caller));
    return this.changes.run(caller, input.currentPassword, async (authority) => {
      await this.countIssued(caller);
      const issued = await this.lineage.issue(
        {
          ...issuable(input, authority),
          accountId: caller.accountId,
          issuerSessionId: authority.sessionId,
          parentCredentialId: authority.parentCredentialId,
          name: input.name,
          audience,
          issuedBy: caller.kind,
          replacesId: null,
        },
        authority.actor,
        authority.at,
      );
      this.audit.note({ subjectId: issued.credential.id });
      return issued;
    });
  }

  /** Default: REST. @throws AudienceUnknown 400 unless it is exactly one of the two URLs */
  private audienceNamed(url: string | undefined): Audience {
    const { rest, mcp } = this.audiences.urls;
    if (url === undefined || url === rest) return 'rest';
    if (url === mcp) return 'mcp';
    throw new AudienceUnknown([rest, mcp]);
  }

  /**
   * Each credential has its own budget of password proofs, so without this limit more credentials would allow more
   * guesses.
   */
  private countIssued({ accountId }: AccountPrincipal): Promise<void> {
    const name = 'LIMIT_PROOF_PER_USER_EVERYWHERE';
    const max = this.settings.values[name];
    return this.limiter.consume({ name, key: `issue:${accountId}`, max, windowSeconds: 60 * 60 });
  }

  private async openSession({ id, passwordVersion }: ProvenAccount): Promise<{ id: string; expiresAt: Date }> {
    try {
      return await this.sessions.openIssuerSession(id, passwordVersion);
    } catch (error) {
      throw error instanceof DomainError ? error : new IssuerSessionUnavailable(error);
    }
  }
}
