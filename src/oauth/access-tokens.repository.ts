import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import type { KeyScope } from '../common/operations/access';
import type { AccessToken } from './access-token.entity';
import { EXCHANGE, FIND_KEY_SECRET_HASH, FIND_LIVE_TOKEN } from './access-tokens.sql';
import type { AskedScopes } from './granted-scopes';

export interface TokenOrder extends AskedScopes, Pick<AccessToken, 'keyId' | 'audience'> {
  keySecretHash: Buffer;
  tokenHash: Buffer;
}

export interface TokenGrant {
  scopes: KeyScope[];
  /** Exchanges of the key in this window, this one included; above the limit there is no token. Null: no limit. */
  hits: number | null;
  resetSeconds: number | null;
}

/** A token with its key as it is now. */
export interface LiveToken extends Pick<AccessToken, 'id' | 'workspaceId' | 'keyId' | 'audience' | 'scopes'> {
  planId: string;
  keyScopes: KeyScope[];
  expired: boolean;
  keyRevoked: boolean;
}

/**
 * The table access_tokens, and what it needs of workspace_keys. Every method authenticates, in one statement written by
 * hand.
 */
@Injectable()
export class AccessTokensRepository {
  constructor(private readonly work: UnitOfWork) {}

  /**
   * Stores the token if the key has this secret, is not revoked and has the scopes, and if the exchange is within `max` a
   * minute (0: no limit). Null where anything but the limit forbids it; then nothing is counted.
   */
  async insert({ keySecretHash, ...order }: TokenOrder, max: number): Promise<TokenGrant | null> {
    const nonce = randomBytes(16);
    const blinded = createHash('sha256').update(keySecretHash).update(nonce).digest();
    const token = [newId(), order.audience, order.tokenHash];
    const values = [order.keyId, nonce, blinded, order.scopes, order.all, ...token, max];
    const [grant] = await this.work.prepared<TokenGrant>(EXCHANGE, values);
    return grant ?? null;
  }

  /** Of a key that is not revoked. `keyId` must be a UUID. */
  async findKeySecretHash(keyId: string): Promise<Buffer | null> {
    const [key] = await this.work.prepared<{ secret_hash: Buffer }>(FIND_KEY_SECRET_HASH, [keyId]);
    return key?.secret_hash ?? null;
  }

  /** The one with this secret, whatever has become of it and its key. */
  async findLive(secretHash: Buffer): Promise<LiveToken | null> {
    const [token] = await this.work.prepared<LiveToken>(FIND_LIVE_TOKEN, [secretHash]);
    return token ?? null;
  }
}
