import { Injectable } from '@nestjs/common';
import { TokenError } from '../common/errors/token-error';
import { type Audience, Audiences } from '../common/request/audience';

/**
 * The addresses that a token may be asked for (RFC 8707): `{base_url}` and `{mcp_url}`, character by character. Only case
 * in scheme and host is forgiven, which is what the MCP specification asks for; a slash at the end makes another address.
 */
@Injectable()
export class ResourceIndicators {
  private readonly audiences: ReadonlyMap<string, Audience>;

  constructor({ urls: { rest, mcp } }: Audiences) {
    this.audiences = new Map([
      [lowerHost(rest), 'rest'],
      [lowerHost(mcp), 'mcp'],
    ]);
  }

  /** @throws TokenError 400 invalid_target */
  audienceOf(resource: string | null): Audience {
    if (resource === null) return 'rest';
    const audience = this.audiences.get(lowerHost(resource));
    if (!audience) throw new TokenError('invalid_target');
    return audience;
  }
}

function lowerHost(address: string): string {
  return address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, (origin) => origin.toLowerCase());
}
