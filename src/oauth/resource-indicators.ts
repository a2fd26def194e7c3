import { Injectable } from '@nestjs/common';
import { TokenError } from '../common/errors/token-error';
import { type Audience, Audiences } from '../common/request/audience';

/**
 * The resources that a token can be for (RFC 8707): exactly `{base_url}` and `{mcp_url}`. Only the case of scheme and
 * host is ignored, as the MCP specification requires. A final slash makes a different URL.
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
