import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../common/database/uuid';
import { ExpiredRows } from '../../common/jobs/expired-rows';
import { Session } from './session.entity';

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

export interface EndedSession {
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
    return this.work.run(async () => {
      const inserted = await this.insertOne(session);
      if (inserted && session.secretHash) await this.endAllBut(MOST_LIVE, session.accountId);
      return inserted;
    });
  }

  private async insertOne({
    accountId,
    passwordVersion,
    secretHash,
    userAgent,
    ttlSeconds,
  }: NewSession): Promise<Session | null> {
    const id = newId();
    const inserted = await this.work.query(
      `INSERT INTO sessions (id, account_id, secret_hash, user_agent, expires_at)
       SELECT $1, id, $2, $3, now() + make_interval(secs => $4) FROM accounts
       WHERE id = $5 AND password_version = coalesce($6, password_version) FOR NO KEY UPDATE
       RETURNING id`,
      [id, secretHash, userAgent, ttlSeconds, accountId, passwordVersion],
    );
    return inserted.length === 0 ? null : this.work.manager.findOneByOrFail(Session, { id });
  }

  private async endAllBut(newest: number, accountId: string): Promise<void> {
    await this.work.query(
      `UPDATE sessions SET revoked_at = clock_timestamp() WHERE id IN (
         SELECT id FROM sessions
         WHERE account_id = $1 AND secret_hash IS NOT NULL AND revoked_at IS NULL AND expires_at > clock_timestamp()
         ORDER BY created_at DESC, id DESC OFFSET $2
       )`,
      [accountId, newest],
    );
  }

  async byId(id: string): Promise<Session> {
    return this.work.manager.findOneByOrFail(Session, { id });
  }

  async belongs(id: string, accountId: string): Promise<boolean> {
    return this.work.manager.existsBy(Session, { id: uuidOrNil(id), accountId });
  }

  /** Live ones, newest first. */
  async listLive(accountId: string): Promise<Session[]> {
    return this.work.manager
      .createQueryBuilder(Session, 's')
      .where('s.accountId = :accountId AND s.revokedAt IS NULL AND s.expiresAt > now()', { accountId })
      .orderBy('s.id', 'DESC')
      .getMany();
  }

  async isLive(id: string): Promise<boolean> {
    const live = await this.work.query(
      'SELECT id FROM sessions WHERE id = $1 AND revoked_at IS NULL AND expires_at > clock_timestamp()',
      [id],
    );
    return live.length === 1;
  }

  /** When a live session of the account ends, and the database's clock; null where there is none. */
  async findEnd(id: string, accountId: string): Promise<SessionEnd | null> {
    const [row] = await this.work.query<SessionEnd>(
      `SELECT expires_at AS "endsAt", clock_timestamp()::timestamptz(3) AS at FROM sessions
       WHERE id = $1 AND account_id = $2 AND revoked_at IS NULL AND expires_at > clock_timestamp()`,
      [id, accountId],
    );
    return row ?? null;
  }

  /** Null where the account has no such session. */
  async revoke(id: string, accountId: string): Promise<EndedSession | null> {
    const [ended] = await this.work.query<EndedSession>(
      `WITH before AS (
         SELECT id, revoked_at FROM sessions WHERE id = $1 AND account_id = $2 FOR NO KEY UPDATE
       ), ended AS (
         UPDATE sessions s SET revoked_at = coalesce(before.revoked_at, clock_timestamp())
         FROM before WHERE s.id = before.id
         RETURNING s.id, s.revoked_at AS "revokedAt", before.revoked_at IS NOT NULL AS "alreadyRevoked"
       ) SELECT * FROM ended`,
      [uuidOrNil(id), accountId],
    );
    return ended ?? null;
  }

  /** Ends every live session of the account but one; null: every one. */
  async revokeAll(accountId: string, keptId: string | null): Promise<void> {
    await this.work.query(
      `UPDATE sessions SET revoked_at = clock_timestamp()
       WHERE account_id = $1 AND revoked_at IS NULL AND id IS DISTINCT FROM $2`,
      [accountId, keptId],
    );
  }
}
