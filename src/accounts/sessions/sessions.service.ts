import { Injectable } from '@nestjs/common';
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

/** A credential lives at most this long, so the session that issues a bootstrapped one need not live longer. */
const ISSUER_TTL_SECONDS = 24 * 3600;
const LONGEST_USER_AGENT = 500;
/** Sessions of an account that somebody signed in to and that have not ended. */
const MOST_LIVE = 100;

/** The program that signs in, as its headers describe it. */
export interface Program {
  userAgent: string | null;
  origin: string | null;
}

export interface OpenedSession {
  session: Session;
  /** The value of the cookie; stored nowhere. */
  secret: string;
}

/** Sessions: opened by password, ended by their owner. Ending one ends at once every credential issued under it. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly accounts: AccountsRepository,
    private readonly proof: PasswordProofService,
    private readonly work: UnitOfWork,
    private readonly settings: Settings,
    replays: ReplayChecks,
  ) {
    replays.register('trusted_origin', ({ origin }) => this.ensureTrusted(origin));
  }

  /**
   * Opens a session for the right password, verified email or not.
   *
   * @throws SignInOriginUntrusted 403, and whatever {@link PasswordProofService.proveEmail} throws
   */
  async signIn(input: CreateSessionInput, program: Program): Promise<OpenedSession & { account: Account }> {
    this.ensureTrusted(program.origin);
    const { id, passwordVersion } = await this.proof.proveEmail(input.email, input.password);
    const opened = await this.open(id, passwordVersion, program.userAgent);
    const account = await this.accounts.find(id);
    // The owner of the mailbox may have taken the place of whoever registered the address just now.
    if (!account) throw new PasswordProofFailed();
    return { ...opened, account };
  }

  /**
   * Opens a session without asking for a password. Of the sessions with a cookie that the account has then, all but the
   * newest {@link MOST_LIVE} end.
   *
   * @throws PasswordProofFailed 401 where the password has changed since the proof
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
      return opened;
    });
    return { session, secret };
  }

  /**
   * The server-side session that issues a bootstrapped credential: 24 hours, without a secret, so nobody can sign in
   * with it.
   *
   * @throws PasswordProofFailed 401 where the password has changed since the proof
   */
  async openIssuerSession(accountId: string, passwordVersion: number | null = null): Promise<Session> {
    const session = { accountId, passwordVersion, secretHash: null, userAgent: null, ttlSeconds: ISSUER_TTL_SECONDS };
    return this.work.run(() => this.insert(session));
  }

  /** Live sessions, newest first; those that only issue credentials included. */
  list(accountId: string): Promise<Session[]> {
    return this.sessions.listLive(accountId);
  }

  /** @throws SessionExpired 401 where it has gone since it was authenticated */
  async current({ accountId, sessionId }: SessionPrincipal): Promise<Session> {
    const session = await this.sessions.find(accountId, sessionId);
    if (!session) throw new SessionExpired();
    return session;
  }

  /** When a session that is live ends, by the database's clock at this moment; null where it has ended. */
  findEnd(accountId: string, id: string): Promise<SessionEnd | null> {
    return this.sessions.findEnd(accountId, id);
  }

  /** Ending a session twice answers the first time again. @throws NotFound 404 for what is not the account's */
  async end(accountId: string, id: string): Promise<RevokedSession> {
    return required(await this.sessions.revoke(accountId, id));
  }

  /** @throws SessionExpired 401 where it has gone since it was authenticated */
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

  /** Against login CSRF: a page of a stranger could sign its visitor in as somebody else. Programs send no Origin. */
  private ensureTrusted(origin: string | null): void {
    if (origin !== null && !this.settings.trustedOrigins.has(origin)) throw new SignInOriginUntrusted();
  }
}
