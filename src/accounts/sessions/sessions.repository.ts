import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../common/database/uuid';
import { NotFound } from '../../common/errors/domain-error';
import { ExpiredRows } from '../../common/jobs/expired-rows';
import { Session } from './session.entity';
import { END_OLDEST, FIND_END, INSERT_SESSION, REVOKE } from './sessions.sql';

/** Sessions of an account that somebody signed in to and that have not ended. */
const MOST_LIVE = 100;

export interface NewSession {
  accountId: string;
  /** The password that was proved; null where the account is known by other means. */
  passwordVersion: number | null;
  secretHash: Buffer | null;
  userAgent: string | null;
  ttlSeconds: number;
}

export interface RevokedSession {
  id: string;
  revokedAt: Date;
  /** It had been revoked before; `revokedAt` is then that first time. */
  alreadyRevoked: boolean;
}

/** When a session ends, as of a moment. */
export interface SessionEnd {
  endsAt: Date;
  at: Date;
}

/** The table sessions. */
@Injectable()
export class SessionsRepository {
  constructor(
    private readonly work: UnitOfWork,
    expired: ExpiredRows,
  ) {
    expired.register({
      table: 'sessions',
      key: 'id',
      // What was issued with one is told of as long as the account is there.
      condition: `expires_at < now() - interval '30 days'
        AND NOT EXISTS (SELECT FROM account_credentials c WHERE c.issuer_session_id = sessions.id)`,
    });
  }

  /**
   * Null where the password has changed since it was proved: the lock waits for a change that is under way. Of the
   * sessions with a cookie that the account has then, all but the newest {@link MOST_LIVE} end.
   */
  async insert(session: NewSession): Promise<Session | null> {
    const { accountId, passwordVersion, secretHash, userAgent, ttlSeconds } = session;
    return this.work.run(async () => {
      const id = newId();
      const values = [id, secretHash, userAgent, ttlSeconds, accountId, passwordVersion];
      if ((await this.work.query(INSERT_SESSION, values)).length === 0) return null;
      const inserted = await this.require(id);
      if (secretHash) await this.work.query(END_OLDEST, [accountId, MOST_LIVE]);
      return inserted;
    });
  }

  async require(id: string): Promise<Session> {
    const session = await this.work.manager.findOneBy(Session, { id });
    if (!session) throw new NotFound();
    return session;
  }

  async exists(id: string, accountId: string): Promise<boolean> {
    return this.work.manager.existsBy(Session, { id: uuidOrNil(id), accountId });
  }

  /** Newest first; {@link MOST_LIVE} with a cookie at most, and those that issue credentials, for a day each. */
  async listLive(accountId: string): Promise<Session[]> {
    return this.work.manager
      .createQueryBuilder(Session, 's')
      .where('s.accountId = :accountId AND s.revokedAt IS NULL AND s.expiresAt > now()', { accountId })
      .orderBy('s.id', 'DESC')
      .getMany();
  }

  async existsLive(id: string): Promise<boolean> {
    return this.work.manager
      .createQueryBuilder(Session, 's')
      .where('s.id = :id AND s.revokedAt IS NULL AND s.expiresAt > clock_timestamp()', { id })
      .getExists();
  }

  /** When a live session of the account ends, and the database's clock; null where there is none. */
  async findEnd(id: string, accountId: string): Promise<SessionEnd | null> {
    const [end] = await this.work.query<SessionEnd>(FIND_END, [id, accountId]);
    return end ?? null;
  }

  /** Null where the account has no such session. */
  async revoke(id: string, accountId: string): Promise<RevokedSession | null> {
    const [revoked] = await this.work.query<RevokedSession>(REVOKE, [uuidOrNil(id), accountId]);
    return revoked ?? null;
  }

  /** Every one of the account that is not revoked yet, but for one; null: every one. */
  async revokeAll(accountId: string, keptId: string | null): Promise<void> {
    await this.work.manager.update(
      Session,
      { accountId, revokedAt: IsNull(), ...(keptId !== null && { id: Not(keptId) }) },
      { revokedAt: () => 'clock_timestamp()' },
    );
  }
}
