import { Injectable } from '@nestjs/common';
import { SessionsService } from '../accounts/sessions/sessions.service';
import { SessionExpired } from '../common/auth/auth.errors';
import { databaseTime } from '../common/database/database-time';
import { UnitOfWork } from '../common/database/unit-of-work';
import { ACCOUNT_SCOPES } from '../common/operations/access';
import type { AccountPrincipal, CredentialPrincipal, SessionPrincipal } from '../common/request/principal';
import type { Authority } from './authority';
import { CredentialInvalid, CredentialRefused } from './credentials.errors';
import { CredentialsRepository } from './credentials.repository';

/** The current authority of a caller, which may have shrunk since authentication. */
@Injectable()
export class AuthoritiesService {
  constructor(
    private readonly work: UnitOfWork,
    private readonly credentials: CredentialsRepository,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * @throws SessionExpired, CredentialInvalid, CredentialRefused 401 if the caller's session or credential ended
   * meanwhile
   */
  async of(caller: AccountPrincipal): Promise<Authority> {
    return caller.kind === 'session' ? this.ofSession(caller) : this.ofCredential(caller);
  }

  /** The database's clock. */
  now(): Promise<Date> {
    return databaseTime(this.work);
  }

  private async ofSession({ accountId, sessionId }: SessionPrincipal): Promise<Authority> {
    const end = await this.sessions.findEnd(accountId, sessionId);
    if (!end) throw new SessionExpired();
    const actor = { kind: 'session', id: sessionId } as const;
    return { actor, sessionId, parentCredentialId: null, scopes: ACCOUNT_SCOPES, ...end };
  }

  private async ofCredential({ accountId, credentialId }: CredentialPrincipal): Promise<Authority> {
    const caller = await this.credentials.find(accountId, credentialId);
    if (!caller) throw new CredentialInvalid();
    if (caller.status !== 'active') throw new CredentialRefused(caller.status);
    return {
      actor: { kind: 'credential', id: caller.id },
      sessionId: caller.issuerSessionId,
      parentCredentialId: caller.id,
      scopes: caller.scopes,
      endsAt: caller.expiresAt,
      at: await this.now(),
    };
  }
}
