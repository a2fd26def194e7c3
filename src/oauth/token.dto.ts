import { ApiProperty } from '@nestjs/swagger';
import { SecretField } from '../common/operations/secret-field';
import { LIFETIME_SECONDS } from './access-token.entity';
import type { IssuedToken } from './token-exchange.service';

/** The form of a token request (RFC 6749 §4.4.2, RFC 8707 §2). */
export class ExchangeTokenInput {
  @ApiProperty({ enum: ['client_credentials'], example: 'client_credentials' })
  grant_type: string;
  /**
   * The requested scopes, separated by spaces. Default: all scopes that the key can have at the resource.
   * @example "agents:read chat:write"
   */
  @ApiProperty({ maxLength: 200 })
  scope?: string;
  /**
   * The URL that the access token is valid for: that of the REST API or that of the MCP endpoint. Default: the REST
   * API.
   * @example "https://parley.example.com/api/v1"
   */
  @ApiProperty({ maxLength: 2048 })
  resource?: string;
}

export class TokenDto {
  /**
   * Bearer token for the requested resource. It cannot be retrieved again.
   * @example "ct_0f6ZkPq…"
   */
  @SecretField()
  access_token: string;
  @ApiProperty({ enum: ['Bearer'], example: 'Bearer' })
  token_type: string;
  /** Lifetime of the access token, in seconds. */
  @ApiProperty({ type: 'integer', enum: [LIFETIME_SECONDS], example: LIFETIME_SECONDS })
  expires_in: number;
  /**
   * The granted scopes, separated by spaces.
   * @example "agents:read chat:write"
   */
  scope: string;

  static from({ secret, scopes }: IssuedToken): TokenDto {
    return { access_token: secret, token_type: 'Bearer', expires_in: LIFETIME_SECONDS, scope: scopes.join(' ') };
  }
}
