import type { Settings } from '../../config/load-settings';

/** What a credential is meant for: the REST API or MCP. Stored by this name, so that a service that moves keeps its credentials. */
export type Audience = 'rest' | 'mcp';

/** The URL of each, as {@link AuthenticationRequest} names it. */
export function audienceUrls({
  baseUrl,
  mcpUrl,
}: Pick<Settings, 'baseUrl' | 'mcpUrl'>): Readonly<Record<Audience, string>> {
  return { rest: baseUrl, mcp: mcpUrl };
}
