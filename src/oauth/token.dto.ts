import { ApiProperty } from '@nestjs/swagger';
import { SecretField } from '../common/operations/secret-field';
import type { IssuedToken } from './token-exchange.service';
import { LIFETIME_SECONDS } from './access-tokens.sql';

/** The form of a token request (RFC 6749 §4.4.2, RFC 8707 §2). */
export class TokenRequestDto {
  @ApiProperty({ enum: ['client_credentials'], example: 'client_credentials' })
  grant_type: string;
  /**
   * Separated by spaces; absent: all that the key may have at the resource.
   * @example "agents:read chat:write"
   */
  @ApiProperty({ maxLength: 200 })
  scope?: string;
  /**
   * What the token is for: the address of the REST API (which is what an absent one means) or of the MCP endpoint.
   * @example "https://parley.example.com/api/v1"
   */
  @ApiProperty({ maxLength: 2048 })
  resource?: string;
}

export class TokenDto {
  /**
   * Shown this once; a bearer credential for the resource that it was asked for.
   * @example "ct_0f6ZkPq…"
   */
  @SecretField()
  access_token: string;
  @ApiProperty({ enum: ['Bearer'], example: 'Bearer' })
  token_type: string;
  /** Seconds. */
  @ApiProperty({ type: 'integer', enum: [LIFETIME_SECONDS], example: LIFETIME_SECONDS })
  expires_in: number;
  /**
   * What was granted, separated by spaces.
   * @example "agents:read chat:write"
   */
  scope: string;

  static from({ secret, scopes }: IssuedToken): TokenDto {
    return { access_token: secret, token_type: 'Bearer', expires_in: LIFETIME_SECONDS, scope: scopes.join(' ') };
  }
}
