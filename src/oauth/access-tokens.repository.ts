import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import { ExpiredRows } from '../common/jobs/expired-rows';
import type { KeyScope } from '../common/operations/access';
import { EXCHANGE, LIVE, SECRET_HASH } from './access-tokens.sql';
import type { AskedScopes, Audience } from './granted-scopes';

export interface TokenOrder extends AskedScopes {
  keyId: string;
  keySecretHash: Buffer;
  audience: Audience;
  tokenHash: Buffer;
}

export interface TokenGrant {
  scopes: KeyScope[];
  /** Exchanges of the key in this window, this one included; above the limit there is no token. Null: no limit. */
  hits: number | null;
  resetSeconds: number | null;
}

export interface LiveToken {
  id: string;
  workspaceId: string;
  planId: string;
  keyId: string;
  audience: Audience;
  scopes: KeyScope[];
  keyScopes: KeyScope[];
  expired: boolean;
  keyRevoked: boolean;
}

/** The table access_tokens, and what it needs of workspace_keys: each method is one statement. */
@Injectable()
export class AccessTokensRepository {
  constructor(
    private readonly work: UnitOfWork,
    expired: ExpiredRows,
  ) {
    expired.register({
      table: 'access_tokens',
      key: 'id',
      // For an hour it is told from one that never was.
      condition: `expires_at < now() - interval '1 hour'`,
    });
  }

  /**
   * Stores the token if the key has this secret, is not revoked and has the scopes, and if the exchange is not one too
   * many for `max` in a minute (0: no limit). Null where it is not the limit that forbids it; then nothing is counted.
   */
  async issue({ keySecretHash, ...order }: TokenOrder, max: number): Promise<TokenGrant | null> {
    const nonce = randomBytes(16);
    const blinded = createHash('sha256').update(keySecretHash).update(nonce).digest();
    const token = [newId(), order.audience, order.tokenHash];
    const values = [order.keyId, nonce, blinded, order.scopes, order.all, ...token, max];
    const [grant] = await this.work.prepared<TokenGrant>(EXCHANGE, values);
    return grant ?? null;
  }

  /** Of a key that is not revoked. `keyId` must be a UUID. */
  async secretHashOf(keyId: string): Promise<Buffer | null> {
    const [key] = await this.work.prepared<{ secret_hash: Buffer }>(SECRET_HASH, [keyId]);
    return key?.secret_hash ?? null;
  }

  /** With its key as it is now; null where the token is unknown. */
  async live(secretHash: Buffer): Promise<LiveToken | null> {
    const [token] = await this.work.prepared<LiveToken>(LIVE, [secretHash]);
    return token ?? null;
  }
}
