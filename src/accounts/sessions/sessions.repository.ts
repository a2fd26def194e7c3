import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { type MembershipRow, workspaceParameter } from '../../common/auth/membership.sql';
import { LookUps } from '../../common/database/look-ups';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../common/database/uuid';
import { Session } from './session.entity';
import { FIND_END, FIND_LIVE_SESSION, INSERT_SESSION, REVOKE, REVOKE_OLDEST } from './sessions.sql';

export interface NewSession {
  accountId: string;
  /** The version of the proved password. Null if the account was identified by other means. */
  passwordVersion: number | null;
  secretHash: Buffer | null;
  userAgent: string | null;
  ttlSeconds: number;
}

/** A usable session, with the current state of its account. */
export interface LiveSession extends MembershipRow, Pick<Session, 'id' | 'accountId' | 'expiresAt'> {
  emailVerified: boolean;
}

export interface RevokedSession {
  id: string;
  revokedAt: Date;
  /** Whether it was already revoked. `revokedAt` is then the first time. */
  alreadyRevoked: boolean;
}

/** The end of a session, and the database's clock when it was read. */
export interface SessionEnd {
  endsAt: Date;
  at: Date;
}

/** The table sessions. */
@Injectable()
export class SessionsRepository {
  constructor(
    private readonly work: UnitOfWork,
    private readonly lookUps: LookUps,
  ) {}

  /** The live session with this secret, and the membership of the workspace in the path. Null if there is none. */
  findLive(secretHash: Buffer, workspaceId: string | null): Promise<LiveSession | null> {
    return this.lookUps.find(FIND_LIVE_SESSION, [secretHash, workspaceParameter(workspaceId)]);
  }

  /** Returns the id, or null if the password has changed since it was proved. Waits for a change in progress. */
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
   * Newest first. Bounded: sign-in limits the sessions with a cookie, and the limit on password proofs limits those
   * that issue credentials, which live for a day.
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

  /** The end of a live session of the account, and the database's clock. Null if there is none. */
  async findEnd(accountId: string, id: string): Promise<SessionEnd | null> {
    const [end] = await this.work.query<SessionEnd>(FIND_END, [accountId, id]);
    return end ?? null;
  }

  /** Null if the account has no such session. */
  async revoke(accountId: string, id: string): Promise<RevokedSession | null> {
    const [revoked] = await this.work.query<RevokedSession>(REVOKE, [accountId, uuidOrNil(id)]);
    return revoked ?? null;
  }

  /** Revokes the live sessions with a cookie, except the `most` newest. */
  async revokeOldest(accountId: string, most: number): Promise<void> {
    await this.work.query(REVOKE_OLDEST, [accountId, most]);
  }

  /** Revokes every session of the account, except one; null for no exception. */
  async revokeAll(accountId: string, exceptId: string | null): Promise<void> {
    await this.work.manager.update(
      Session,
      { accountId, revokedAt: IsNull(), ...(exceptId !== null && { id: Not(exceptId) }) },
      { revokedAt: () => 'clock_timestamp()' },
    );
  }
}
