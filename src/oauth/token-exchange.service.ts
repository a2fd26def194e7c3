import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LastUsed } from '../common/auth/last-used';
import { Strategies } from '../common/auth/strategies/strategies';
import { TokenError } from '../common/errors/token-error';
import type { KeyScope } from '../common/operations/access';
import { countRefusal } from '../common/rate-limit/refusals';
import type { Audience } from '../common/request/audience';
import { hashSecret, issueSecret } from '../common/secrets/token';
import { Settings } from '../config/load-settings';
import { AccessTokensRepository, type TokenGrant } from './access-tokens.repository';
import type { ClientPrincipal } from './client.strategy';
import { requestedScopes, type RequestedScopes } from './granted-scopes';
import { ResourceIndicators } from './resource-indicators';
import { tokenRequest, type TokenRequest } from './token-request';

export interface IssuedToken {
  secret: string;
  scopes: readonly KeyScope[];
}

/** The state of a key's limit in the current window of a minute. */
export interface ExchangeWindow {
  max: number;
  hits: number;
  resetSeconds: number;
}

/**
 * Exchanges a workspace key for an access token: the client credentials grant (RFC 6749 §4.4) with resource indicators
 * (RFC 8707). One SQL statement for a token, at most two for a refusal. Only exchanges with the right secret count
 * toward the limit.
 */
@Injectable()
export class TokenExchangeService {
  private readonly max: number;

  constructor(
    private readonly strategies: Strategies,
    private readonly tokens: AccessTokensRepository,
    private readonly resources: ResourceIndicators,
    private readonly lastUsed: LastUsed,
    settings: Settings,
  ) {
    this.max = settings.values.LIMIT_TOKEN_PER_KEY;
  }

  /**
   * `form` is null if the request has none. `report` is called if there is a limit, with or without a token.
   *
   * @throws TokenError 400, 401, 429
   */
  async exchange(
    authorization: string | undefined,
    form: string | null,
    report: (window: ExchangeWindow) => void,
  ): Promise<IssuedToken> {
    if (form === null) throw new TokenError('invalid_request');
    const request = tokenRequest(form);
    // With the header, they are a second method (RFC 6749 §2.3). Without it, they are an unsupported one: 401.
    if (authorization !== undefined && request.bodyCredentials) throw new TokenError('invalid_request');
    const client = await this.client(authorization);
    const secret = issueSecret('ct_');
    const order = { ...client, ...(await this.checked(request, client)), tokenHash: hashSecret(secret) };
    const grant = await this.tokens.insert(order, this.max);
    if (!grant) {
      await this.authenticate(client);
      throw new TokenError('invalid_scope');
    }
    this.ensureWithin(grant, report);
    this.lastUsed.touch('workspace_keys', client.keyId);
    return { secret, scopes: grant.scopes };
  }

  /** Clients authenticate only with Basic. */
  private async client(authorization: string | undefined): Promise<ClientPrincipal> {
    const client = await this.strategies.authenticate<ClientPrincipal>('Basic', { headers: { authorization } });
    if (!client) throw new TokenError('invalid_client');
    return client;
  }

  /** A client that cannot authenticate does not learn the problems of its request. */
  private async checked(
    request: TokenRequest,
    client: ClientPrincipal,
  ): Promise<RequestedScopes & { audience: Audience }> {
    try {
      return this.validated(request, client);
    } catch (error) {
      await this.authenticate(client);
      throw error;
    }
  }

  private validated(request: TokenRequest, { keyId }: ClientPrincipal): RequestedScopes & { audience: Audience } {
    if (request.problem) throw request.problem;
    if (request.clientId !== null && request.clientId.toLowerCase() !== keyId) throw new TokenError('invalid_request');
    if (request.grantType === null) throw new TokenError('invalid_request');
    if (request.grantType !== 'client_credentials') throw new TokenError('unsupported_grant_type');
    const audience = this.resources.audienceOf(request.resource);
    return { audience, ...requestedScopes(request.scope, audience) };
  }

  /** The answer is the same for an unknown key, a revoked key and a wrong secret. */
  private async authenticate({ keyId, keySecretHash }: ClientPrincipal): Promise<void> {
    const stored = await this.tokens.findKeySecretHash(keyId);
    if (!stored || !timingSafeEqual(stored, keySecretHash)) throw new TokenError('invalid_client');
  }

  private ensureWithin({ hits, resetSeconds }: TokenGrant, report: (window: ExchangeWindow) => void): void {
    if (hits === null || resetSeconds === null) return;
    report({ max: this.max, hits, resetSeconds });
    if (hits <= this.max) return;
    countRefusal('LIMIT_TOKEN_PER_KEY');
    throw new TokenError('slow_down', { retryAfterSeconds: resetSeconds });
  }
}
