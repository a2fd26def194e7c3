import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { type MembershipRow, workspaceParameter } from '../../common/auth/membership.sql';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../common/database/uuid';
import { Session } from './session.entity';
import { FIND_END, FIND_LIVE_SESSION, INSERT_SESSION, REVOKE, REVOKE_OLDEST } from './sessions.sql';

export interface NewSession {
  accountId: string;
  /** The password that was proved; null where the account is known by other means. */
  passwordVersion: number | null;
  secretHash: Buffer | null;
  userAgent: string | null;
  ttlSeconds: number;
}

/** A session that can be used, with its account as it is now. */
export interface LiveSession extends MembershipRow, Pick<Session, 'id' | 'accountId' | 'expiresAt'> {
  emailVerified: boolean;
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
  constructor(private readonly work: UnitOfWork) {}

  /** The one with this secret, with the membership of the workspace in the path; null where there is no live one. */
  async findLive(secretHash: Buffer, workspaceId: string | null): Promise<LiveSession | null> {
    const parameters = [secretHash, workspaceParameter(workspaceId)];
    const [session] = await this.work.prepared<LiveSession>(FIND_LIVE_SESSION, parameters);
    return session ?? null;
  }

  /** Returns the id, or null where the password has changed since it was proved: the lock waits for a change under way. */
  async insert(session: NewSession): Promise<string | null> {
    const { accountId, passwordVersion, secretHash, userAgent, ttlSeconds } = session;
    const values = [newId(), secretHash, userAgent, ttlSeconds, accountId, passwordVersion];
    const [inserted] = await this.work.query<{ id: string }>(INSERT_SESSION, values);
    return inserted?.id ?? null;
  }

  find(accountId: string, id: string): Promise<Session | null> {
    return this.work.manager.findOneBy(Session, { id, accountId });
  }

  exists(accountId: string, id: string): Promise<boolean> {
    return this.work.manager.existsBy(Session, { id: uuidOrNil(id), accountId });
  }

  /**
   * Newest first. Signing in bounds those with a cookie, and the limit on proofs of a password those that issue
   * credentials, for a day each.
   */
  async listLive(accountId: string): Promise<Session[]> {
    return this.work.manager
      .createQueryBuilder(Session, 's')
      .where('s.accountId = :accountId AND s.revokedAt IS NULL AND s.expiresAt > now()', { accountId })
      .orderBy('s.id', 'DESC')
      .getMany();
  }

  async existsLive(accountId: string, id: string): Promise<boolean> {
    return this.work.manager
      .createQueryBuilder(Session, 's')
      .where('s.accountId = :accountId AND s.id = :id', { accountId, id })
      .andWhere('s.revokedAt IS NULL AND s.expiresAt > clock_timestamp()')
      .getExists();
  }

  /** When a live session of the account ends, and the database's clock; null where there is none. */
  async findEnd(accountId: string, id: string): Promise<SessionEnd | null> {
    const [end] = await this.work.query<SessionEnd>(FIND_END, [accountId, id]);
    return end ?? null;
  }

  /** Null where the account has no such session. */
  async revoke(accountId: string, id: string): Promise<RevokedSession | null> {
    const [revoked] = await this.work.query<RevokedSession>(REVOKE, [accountId, uuidOrNil(id)]);
    return revoked ?? null;
  }

  /** Of the live ones with a cookie all but the `kept` newest. */
  async revokeOldest(accountId: string, kept: number): Promise<void> {
    await this.work.query(REVOKE_OLDEST, [accountId, kept]);
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
