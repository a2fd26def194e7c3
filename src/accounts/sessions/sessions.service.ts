import { Injectable } from '@nestjs/common';
import { NotFound } from '../../common/errors/domain-error';
import { ReplayChecks } from '../../common/idempotency/replay-checks';
import type { SessionPrincipal } from '../../common/request/principal';
import { hashSecret, issueSecret } from '../../common/secrets/token';
import { Settings } from '../../config/load-settings';
import type { Account } from '../account.entity';
import { PasswordProofFailed, SignInOriginUntrusted } from '../accounts.errors';
import { AccountsRepository } from '../accounts.repository';
import { PasswordProof } from '../proof/password-proof.service';
import type { CreateSessionInput } from './session.dto';
import type { Session } from './session.entity';
import { type RevokedSession, type SessionEnd, SessionsRepository } from './sessions.repository';

/** A credential lives at most this long, so the session that issues a bootstrapped one need not live longer. */
const ISSUER_TTL_SECONDS = 24 * 3600;
const LONGEST_USER_AGENT = 500;

/** The program that signs in, as its headers describe it. */
export interface Caller {
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
    private readonly proof: PasswordProof,
    private readonly settings: Settings,
    replays: ReplayChecks,
  ) {
    replays.register('trusted_origin', ({ origin }) => this.requireTrusted(origin));
  }

  /**
   * Opens a session for the right password, verified email or not.
   *
   * @throws SignInOriginUntrusted, and whatever {@link PasswordProof.proveEmail} throws
   */
  async signIn(input: CreateSessionInput, caller: Caller): Promise<OpenedSession & { account: Account }> {
    this.requireTrusted(caller.origin);
    const { id, passwordVersion } = await this.proof.proveEmail(input.email, input.password);
    const opened = await this.open(id, passwordVersion, caller.userAgent);
    return { ...opened, account: await this.accounts.require(id) };
  }

  /** Opens a session without asking for a password. */
  async open(accountId: string, passwordVersion: number | null, userAgent: string | null): Promise<OpenedSession> {
    const secret = issueSecret('cs_');
    const session = await this.sessions.insert({
      accountId,
      passwordVersion,
      secretHash: hashSecret(secret),
      userAgent: userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
      ttlSeconds: this.settings.values.SESSION_TTL_SECONDS,
    });
    if (!session) throw new PasswordProofFailed();
    return { session, secret };
  }

  /**
   * The server-side session that issues a bootstrapped credential: 24 hours, without a secret, so nobody can sign in
   * with it. Joins the caller's transaction.
   *
   * @param passwordVersion of the proof; where the password has changed since, PasswordProofFailed is thrown
   */
  async openIssuerSession(accountId: string, passwordVersion: number | null = null): Promise<Session> {
    const session = await this.sessions.insert({
      accountId,
      passwordVersion,
      secretHash: null,
      userAgent: null,
      ttlSeconds: ISSUER_TTL_SECONDS,
    });
    if (!session) throw new PasswordProofFailed();
    return session;
  }

  /** Live sessions, newest first; those that only issue credentials included. */
  list(accountId: string): Promise<Session[]> {
    return this.sessions.listLive(accountId);
  }

  current({ sessionId }: SessionPrincipal): Promise<Session> {
    return this.sessions.require(sessionId);
  }

  /** When a session that is live ends, by the database's clock at this moment; null where it has ended. */
  endOf(id: string, accountId: string): Promise<SessionEnd | null> {
    return this.sessions.findEnd(id, accountId);
  }

  /** Ending a session twice answers the first time again. @throws NotFound for what is not the account's */
  async end(id: string, accountId: string): Promise<RevokedSession> {
    const ended = await this.sessions.revoke(id, accountId);
    if (!ended) throw new NotFound();
    return ended;
  }

  /** Against login CSRF: a page of a stranger could sign its visitor in as somebody else. Programs send no Origin. */
  private requireTrusted(origin: string | null): void {
    if (origin !== null && !this.settings.trustedOrigins.has(origin)) throw new SignInOriginUntrusted();
  }
}
