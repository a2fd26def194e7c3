import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LookUps } from '../common/database/look-ups';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import type { KeyScope } from '../common/operations/access';
import type { AccessToken } from './access-token.entity';
import { EXCHANGE, FIND_KEY_SECRET_HASH, FIND_LIVE_TOKEN } from './access-tokens.sql';
import type { RequestedScopes } from './granted-scopes';

export interface TokenOrder extends RequestedScopes, Pick<AccessToken, 'keyId' | 'audience'> {
  keySecretHash: Buffer;
  tokenHash: Buffer;
}

export interface TokenGrant {
  scopes: KeyScope[];
  /**
   * Exchanges of the key in this window, including this one. Above the limit, there is no token. Null without a limit.
   */
  hits: number | null;
  resetSeconds: number | null;
}

/** A token with the current state of its key. */
export interface LiveToken extends Pick<AccessToken, 'id' | 'workspaceId' | 'keyId' | 'audience' | 'scopes'> {
  planId: string;
  keyScopes: KeyScope[];
  expired: boolean;
  keyRevoked: boolean;
}

/**
 * The table access_tokens, and the columns of workspace_keys that it needs. Every method authenticates, by one
 * handwritten statement.
 */
@Injectable()
export class AccessTokensRepository {
  constructor(
    private readonly work: UnitOfWork,
    private readonly lookUps: LookUps,
  ) {}

  /**
   * Stores the token if the key has this secret and these scopes, is not revoked, and has had fewer than `max`
   * exchanges in the current minute (0: no limit). Null if the key does not allow it; then nothing is counted.
   */
  async insert({ keySecretHash, ...order }: TokenOrder, max: number): Promise<TokenGrant | null> {
    const nonce = randomBytes(16);
    const blinded = createHash('sha256').update(keySecretHash).update(nonce).digest();
    const token = [newId(), order.audience, order.tokenHash];
    const values = [order.keyId, nonce, blinded, order.scopes, order.all, ...token, max];
    const [grant] = await this.work.prepared<TokenGrant>(EXCHANGE, values);
    return grant ?? null;
  }

  /** Null for a revoked key. `keyId` must be a UUID. */
  async findKeySecretHash(keyId: string): Promise<Buffer | null> {
    const [key] = await this.work.prepared<{ secret_hash: Buffer }>(FIND_KEY_SECRET_HASH, [keyId]);
    return key?.secret_hash ?? null;
  }

  /** The token with this secret, even if it has expired or its key is revoked. */
  findLive(secretHash: Buffer): Promise<LiveToken | null> {
    return this.lookUps.find(FIND_LIVE_TOKEN, [secretHash]);
  }
}
