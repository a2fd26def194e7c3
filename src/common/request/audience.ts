import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/load-settings';

/** What a credential is meant for: the REST API or MCP. Stored by this name, so that a service that moves keeps its credentials. */
export type Audience = 'rest' | 'mcp';

/** The URL of each audience, as callers and {@link AuthenticationRequest} name it. */
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
