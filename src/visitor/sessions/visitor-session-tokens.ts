import { Injectable } from '@nestjs/common';
import type { Surface, VisitorIdentity } from '../../common/request/principal';
import { Seal } from '../../common/secrets/seal';
import { issueSecret } from '../../common/secrets/token';
import { Settings } from '../../config/load-settings';

/** All there is of a session before its first message. */
export interface VisitorSessionContents {
  sessionId: string;
  workspaceId: string;
  agentId: string;
  surface: Surface;
  site: string | null;
  locale: string | null;
  identity: VisitorIdentity | null;
  createdAt: Date;
  /** When the identity of the visitor ends; null: they are unverified. */
  verifiedUntil: Date | null;
}

/**
 * Tokens of visitors: a secret as any other, a dot, and what the session says, sealed. So a session costs no row before
 * a message is sent in it, and only this service can read or change it.
 */
@Injectable()
export class VisitorSessionTokens {
  private readonly seal: Seal;

  constructor(settings: Settings) {
    this.seal = new Seal(settings.values, 'visitor-session');
  }

  issue(contents: VisitorSessionContents): string {
    const secret = issueSecret('cv_');
    return `${secret}.${this.seal.sealToken(JSON.stringify({ secret, ...contents }))}`;
  }

  /** Null: not one of ours. */
  open(token: string): VisitorSessionContents | null {
    const [secret, sealed = '', more] = token.split('.');
    const text = more === undefined ? this.seal.openToken(sealed) : null;
    if (text === null) return null;
    const { secret: own, createdAt, verifiedUntil, ...contents } = JSON.parse(text) as Stored;
    if (own !== secret) return null;
    return {
      ...contents,
      createdAt: new Date(createdAt),
      verifiedUntil: verifiedUntil === null ? null : new Date(verifiedUntil),
    };
  }
}

type Stored = Omit<VisitorSessionContents, 'createdAt' | 'verifiedUntil'> & {
  secret: string;
  createdAt: string;
  verifiedUntil: string | null;
};
