import { Injectable } from '@nestjs/common';
import { Any, IsNull } from 'typeorm';
import { LookUps } from '../../common/database/look-ups';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { VisitorPrincipal } from '../../common/request/principal';
import type { VisitorSessionContents } from './visitor-session-tokens';
import { VisitorSession } from './visitor-session.entity';
import { END_VISITOR_SESSION, FIND_LIVE_VISITOR_SESSION, UPSERT_VISITOR_SESSION } from './visitor-sessions.sql';

/** What decides whether a token is good, as it is now. */
export interface LiveVisitorSession {
  planId: string;
  agentAnswers: boolean;
  allowedDomains: string[];
  isPageBlocked: boolean;
  /** Null: it is not stored. */
  secretHash: Buffer | null;
  hasEnded: boolean;
  lastUsedAt: Date | null;
  isIdentityRevoked: boolean;
}

type SessionKey = Pick<VisitorPrincipal, 'workspaceId' | 'sessionId' | 'agentId' | 'secretHash' | 'createdAt'>;

/** The table visitor_sessions. */
@Injectable()
export class VisitorSessionsRepository {
  constructor(
    private readonly work: UnitOfWork,
    private readonly lookUps: LookUps,
  ) {}

  /** Null where the agent is gone. */
  findLive({ workspaceId, agentId, sessionId, identity }: VisitorSessionContents): Promise<LiveVisitorSession | null> {
    const parameters = [workspaceId, agentId, sessionId, identity?.identityKeyId ?? null];
    return this.lookUps.find(FIND_LIVE_VISITOR_SESSION, parameters);
  }

  /** Stores the session, or locks the stored one; false where it has ended. */
  async upsert(session: SessionKey): Promise<boolean> {
    return (await this.work.prepared(UPSERT_VISITOR_SESSION, columnsOf(session))).length === 1;
  }

  async end(session: SessionKey): Promise<void> {
    await this.work.query(END_VISITOR_SESSION, columnsOf(session));
  }

  /** Those that have not ended. */
  async endAll(workspaceId: string, ids: readonly string[]): Promise<void> {
    const which = { workspaceId, id: Any(ids), endedAt: IsNull() };
    await this.work.manager.update(VisitorSession, which, { endedAt: () => 'now()' });
  }
}

function columnsOf({ workspaceId, sessionId, agentId, secretHash, createdAt }: SessionKey): unknown[] {
  return [workspaceId, sessionId, agentId, secretHash, createdAt];
}
