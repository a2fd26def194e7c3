import { Injectable } from '@nestjs/common';
import { Audit } from '../../common/audit/audit';
import { SessionExpired } from '../../common/auth/auth.errors';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { required } from '../../common/errors/required';
import { ReplayChecks } from '../../common/idempotency/replay-checks';
import type { SessionPrincipal } from '../../common/request/principal';
import { hashSecret, issueSecret } from '../../common/secrets/token';
import { Settings } from '../../config/load-settings';
import type { Account } from '../account.entity';
import { PasswordProofFailed, SignInOriginUntrusted } from '../accounts.errors';
import { AccountsRepository } from '../accounts.repository';
import { PasswordProofService } from '../proof/password-proof.service';
import type { CreateSessionInput } from './session.dto';
import type { Session } from './session.entity';
import { type NewSession, type RevokedSession, type SessionEnd, SessionsRepository } from './sessions.repository';

/** In seconds. A credential lives at most this long, so its issuer session need not live longer. */
const ISSUER_TTL_SECONDS = 24 * 3600;
const LONGEST_USER_AGENT = 500;
/** The most live sessions with a cookie of an account. */
const MOST_LIVE = 100;

/** The program that signs in, as its headers describe it. */
export interface Program {
  userAgent: string | null;
  origin: string | null;
}

export interface OpenedSession {
  session: Session;
  /** The value of the cookie. Not stored. */
  secret: string;
}

/**
 * Sessions: opened by password, ended by their owner. The end of a session immediately ends every credential issued
 * under it.
 */
@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly accounts: AccountsRepository,
    private readonly proof: PasswordProofService,
    private readonly work: UnitOfWork,
    private readonly settings: Settings,
    private readonly audit: Audit,
    replays: ReplayChecks,
  ) {
    replays.register('trusted_origin', ({ origin }) => this.ensureTrusted(origin));
  }

  /**
   * Opens a session for the right password, whether or not the email is verified.
   *
   * @throws SignInOriginUntrusted 403, and the errors of {@link PasswordProofService.proveEmail}
   */
  async signIn(input: CreateSessionInput, program: Program): Promise<OpenedSession & { account: Account }> {
    this.ensureTrusted(program.origin);
    const { id, passwordVersion } = await this.proof.proveEmail(input.email, input.password);
    const opened = await this.open(id, passwordVersion, program.userAgent);
    const account = await this.accounts.find(id);
    // The owner of the mailbox may have just replaced the account of a stranger who registered the address.
    if (!account) throw new PasswordProofFailed();
    return { ...opened, account };
  }

  /**
   * Opens a session without a password check. Then ends the oldest sessions with a cookie, so that {@link MOST_LIVE}
   * remain.
   *
   * @throws PasswordProofFailed 401 if the password has changed since the proof
   */
  async open(accountId: string, passwordVersion: number | null, userAgent: string | null): Promise<OpenedSession> {
    const secret = issueSecret('cs_');
    const session = await this.work.run(async () => {
      const opened = await this.insert({
        accountId,
        passwordVersion,
        secretHash: hashSecret(secret),
        userAgent: userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
        ttlSeconds: this.settings.values.SESSION_TTL_SECONDS,
      });
      await this.sessions.revokeOldest(accountId, MOST_LIVE);
      await this.audit.write({ subjectId: opened.id, sessionId: opened.id, accountId });
      return opened;
    });
    return { session, secret };
  }

  /**
   * Opens the server-side issuer session of a credential: 24 hours, without a secret, so that it cannot be used to sign
   * in.
   *
   * @throws PasswordProofFailed 401 if the password has changed since the proof
   */
  async openIssuerSession(accountId: string, passwordVersion: number | null = null): Promise<Session> {
    const session = { accountId, passwordVersion, secretHash: null, userAgent: null, ttlSeconds: ISSUER_TTL_SECONDS };
    return this.work.run(() => this.insert(session));
  }

  /** Live sessions, newest first, including issuer sessions. */
  list(accountId: string): Promise<Session[]> {
    return this.sessions.listLive(accountId);
  }

  /** @throws SessionExpired 401 if the session ended after the caller was authenticated */
  async current({ accountId, sessionId }: SessionPrincipal): Promise<Session> {
    const session = await this.sessions.find(accountId, sessionId);
    if (!session) throw new SessionExpired();
    return session;
  }

  /** The end of a live session, by the database's current clock. Null if it has ended. */
  findEnd(accountId: string, id: string): Promise<SessionEnd | null> {
    return this.sessions.findEnd(accountId, id);
  }

  /** A second call returns the time of the first one. @throws NotFound 404 if the account has no such session */
  async end(accountId: string, id: string): Promise<RevokedSession> {
    return required(await this.sessions.revoke(accountId, id));
  }

  /** @throws SessionExpired 401 if the session ended after the caller was authenticated */
  async endCurrent({ accountId, sessionId }: SessionPrincipal): Promise<RevokedSession> {
    const ended = await this.sessions.revoke(accountId, sessionId);
    if (!ended) throw new SessionExpired();
    return ended;
  }

  private async insert(session: NewSession): Promise<Session> {
    const id = await this.sessions.insert(session);
    const inserted = id === null ? null : await this.sessions.find(session.accountId, id);
    if (!inserted) throw new PasswordProofFailed();
    return inserted;
  }

  /**
   * Against login CSRF: a stranger's page could sign in its visitor to another account. Programs send no Origin.
   *
   * @throws SignInOriginUntrusted 403
   */
  ensureTrusted(origin: string | null): void {
    if (origin !== null && !this.settings.trustedOrigins.has(origin)) throw new SignInOriginUntrusted();
  }
}
