import { Injectable } from '@nestjs/common';
import { PasswordProof, type ProvenAccount } from '../accounts/proof/password-proof.service';
import { SessionsService } from '../accounts/sessions/sessions.service';
import { UnitOfWork } from '../common/database/unit-of-work';
import { DomainError } from '../common/errors/domain-error';
import { ACCOUNT_SCOPES } from '../common/operations/access';
import { RateLimiter } from '../common/rate-limit/rate-limiter';
import type { AccountPrincipal } from '../common/request/principal';
import { Settings } from '../config/load-settings';
import { Audiences } from './audiences';
import { AuthoritiesService } from './authorities.service';
import { issuable, LONGEST_LIFE_MS } from './authority';
import type { BootstrapAccountCredentialInput, CreateAccountCredentialInput } from './credential-input.dto';
import type { Actor, NewCredential, Receipt } from './credential.types';
import { EmailNotVerified, IssuerSessionUnavailable } from './credentials.errors';
import { CredentialsRepository } from './credentials.repository';
import { ProvenChange } from './proven-change.service';

/** Issues account credentials: to whoever proves a password, and to sessions and credentials that prove it once more. */
@Injectable()
export class IssuingService {
  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly authorities: AuthoritiesService,
    private readonly audiences: Audiences,
    private readonly proof: PasswordProof,
    private readonly sessions: SessionsService,
    private readonly changes: ProvenChange,
    private readonly work: UnitOfWork,
    private readonly limiter: RateLimiter,
    private readonly settings: Settings,
  ) {}

  /**
   * The first credential of a machine, by email and password alone. Its issuer session is opened here, stays on the
   * server and has no secret. @throws 401, 429 and 503 of the proof, 403 for an unverified email, 400 for the expiry.
   */
  async bootstrap(input: BootstrapAccountCredentialInput): Promise<Receipt> {
    const audience = this.audiences.named(input.audience);
    const at = await this.authorities.now();
    issuable(input, { scopes: ACCOUNT_SCOPES, at, endsAt: new Date(at.getTime() + LONGEST_LIFE_MS) });
    const account = await this.proof.proveEmail(input.email, input.currentPassword);
    if (!account.emailVerified) throw new EmailNotVerified();
    return this.work.run(async () => {
      const session = await this.openSession(account);
      const authority = { scopes: ACCOUNT_SCOPES, at: await this.authorities.now(), endsAt: session.expiresAt };
      return this.issue(
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
    });
  }

  /**
   * A credential under the caller's session, and below the calling credential where the caller is a machine.
   * @throws 403 for scopes beyond a machine's own, 400 for the expiry, then those of {@link ProvenChange}.
   */
  async create(caller: AccountPrincipal, input: CreateAccountCredentialInput): Promise<Receipt> {
    const audience = this.audiences.named(input.audience);
    issuable(input, await this.authorities.of(caller));
    return this.changes.run(caller, input.currentPassword, async (authority) => {
      await this.countIssued(caller);
      return this.issue(
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
    });
  }

  /** Each credential brings proofs of its own, so that without a bound they and their proofs would grow and grow. */
  private countIssued({ accountId }: AccountPrincipal): Promise<void> {
    const { LIMIT_PROOF_PER_USER_EVERYWHERE: max } = this.settings.values;
    return this.limiter.consume({ key: `issue:${accountId}`, max, windowSeconds: 15 * 60 });
  }

  private async openSession({ id, passwordVersion }: ProvenAccount): Promise<{ id: string; expiresAt: Date }> {
    try {
      return await this.sessions.openIssuerSession(id, passwordVersion);
    } catch (error) {
      throw error instanceof DomainError ? error : new IssuerSessionUnavailable(error);
    }
  }

  private async issue(credential: NewCredential, by: Actor, at: Date): Promise<Receipt> {
    const { id, secret } = await this.credentials.insert(credential, by, at);
    return { credential: await this.credentials.require(credential.accountId, id), secret };
  }
}
