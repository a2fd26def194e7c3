import { Injectable } from '@nestjs/common';
import { SessionsService } from '../accounts/sessions/sessions.service';
import { SessionExpired } from '../common/auth/auth.errors';
import { UnitOfWork } from '../common/database/unit-of-work';
import { ACCOUNT_SCOPES } from '../common/operations/access';
import type { AccountPrincipal, CredentialPrincipal, SessionPrincipal } from '../common/request/principal';
import type { Authority } from './authority';
import type { Actor } from './credential.types';
import { CredentialRefused } from './credentials.errors';
import { CredentialsRepository } from './credentials.repository';

/** Reads what a caller may give away, as of now: between authentication and this moment it may have lost it. */
@Injectable()
export class AuthoritiesRepository {
  constructor(
    private readonly work: UnitOfWork,
    private readonly credentials: CredentialsRepository,
    private readonly sessions: SessionsService,
  ) {}

  /** 401 where the caller's session or credential has ended meanwhile. */
  async of(caller: AccountPrincipal): Promise<Authority> {
    return caller.kind === 'session' ? this.ofSession(caller) : this.ofCredential(caller);
  }

  /** The database's clock, to the millisecond. */
  async now(): Promise<Date> {
    const [row] = await this.work.query<{ now: Date }>('SELECT clock_timestamp()::timestamptz(3) AS now');
    if (!row) throw new Error('The clock returned no row');
    return row.now;
  }

  private async ofSession({ accountId, sessionId }: SessionPrincipal): Promise<Authority> {
    const end = await this.sessions.endOf(sessionId, accountId);
    if (!end) throw new SessionExpired();
    const actor: Actor = { kind: 'session', id: sessionId };
    return { actor, sessionId, parentId: null, scopes: ACCOUNT_SCOPES, ...end };
  }

  private async ofCredential({ accountId, credentialId }: CredentialPrincipal): Promise<Authority> {
    const caller = await this.credentials.require(accountId, credentialId);
    if (caller.status !== 'active') throw new CredentialRefused(caller.status);
    return {
      actor: { kind: 'credential', id: caller.id },
      sessionId: caller.issuerSessionId,
      parentId: caller.id,
      scopes: caller.scopes,
      endsAt: caller.expiresAt,
      at: await this.now(),
    };
  }
}
