import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/load-settings';

/** The API that a credential is valid for: REST or MCP. Stored by name, so that credentials stay valid if the base URL changes. */
export type Audience = 'rest' | 'mcp';

/** Maps each audience to its URL, which callers and {@link AuthenticationRequest} use. */
@Injectable()
export class Audiences {
  readonly urls: Readonly<Record<Audience, string>>;

  constructor({ baseUrl, mcpUrl }: Settings) {
    this.urls = { rest: baseUrl, mcp: mcpUrl };
  }

  urlOf(audience: Audience): string {
    return this.urls[audience];
  }
}
