import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LastUsed } from '../common/auth/last-used';
import { isUuid } from '../common/database/uuid';
import { TokenError } from '../common/errors/token-error';
import type { KeyScope } from '../common/operations/access';
import { hashSecret, issueSecret, secretPrefix } from '../common/secrets/token';
import { Settings } from '../config/load-settings';
import { AccessTokensRepository, type ClientKey, type NewToken, type Window } from './access-tokens.repository';
import { clientCredentials } from './client-credentials';
import { grantedScopes } from './granted-scopes';
import { ResourceIndicators } from './resource-indicators';
import { tokenRequest } from './token-request';

export interface IssuedToken {
  secret: string;
  scopes: readonly KeyScope[];
}

/** Takes the state of the rate limit, which the answer tells whether or not there is a token. */
export type Report = (max: number, window: Window) => void;

/**
 * Workspace key for access token: the client credentials grant (RFC 6749 §4.4) with resource indicators (RFC 8707).
 * Two SQL statements: one reads the key, one counts the exchange and stores the token. Only who has the secret can use
 * up the limit.
 */
@Injectable()
export class TokenExchangeService {
  private readonly resources: ResourceIndicators;
  private readonly max: number;

  constructor(
    private readonly tokens: AccessTokensRepository,
    private readonly lastUsed: LastUsed,
    settings: Settings,
  ) {
    this.resources = new ResourceIndicators(settings);
    this.max = settings.values.LIMIT_TOKEN_PER_KEY;
  }

  /** @throws TokenError; see contract §6 */
  async exchange(authorization: string | undefined, form: string, report: Report): Promise<IssuedToken> {
    const request = tokenRequest(form);
    if (authorization !== undefined && request.bodyCredentials) throw new TokenError('invalid_request');
    const key = await this.authenticated(authorization);
    if (request.problem) throw request.problem;
    if (request.clientId !== null && request.clientId.toLowerCase() !== key.id) throw new TokenError('invalid_request');
    if (request.grantType === null) throw new TokenError('invalid_request');
    if (request.grantType !== 'client_credentials') throw new TokenError('unsupported_grant_type');
    const audience = this.resources.audienceOf(request.resource);
    const scopes = grantedScopes(request.scope, key.scopes, audience);
    const secret = issueSecret('ct_');
    await this.store({ key, audience, scopes, secretHash: hashSecret(secret) }, report);
    this.lastUsed.touch('workspace_keys', key.id);
    return { secret, scopes };
  }

  /** A client that is unknown, revoked or has another secret is told the same. */
  private async authenticated(authorization: string | undefined): Promise<ClientKey> {
    const client = clientCredentials(authorization);
    const plausible = client && isUuid(client.id) && secretPrefix(client.secret) === 'ck_';
    const key = plausible ? await this.tokens.client(client.id) : null;
    if (!client || !key || !timingSafeEqual(key.secretHash, hashSecret(client.secret))) {
      throw new TokenError('invalid_client');
    }
    return key;
  }

  private async store(token: NewToken, report: Report): Promise<void> {
    if (this.max === 0) return this.tokens.insert(token);
    const window = await this.tokens.insertWithin(this.max, token);
    report(this.max, window);
    if (window.hits > this.max) throw new TokenError('slow_down', { retryAfterSeconds: window.resetSeconds });
  }
}
