import { Injectable } from '@nestjs/common';
import { NotFound } from '../common/errors/domain-error';
import { KEY_SCOPES, MCP_KEY_SCOPES } from '../common/operations/access';
import { Settings } from '../config/load-settings';

/** The documents that configure OAuth clients: RFC 8414 for the issuer, RFC 9728 for both resources. */
@Injectable()
export class DiscoveryService {
  constructor(private readonly settings: Settings) {}

  /** `path` follows the well-known name: the path of the issuer (RFC 8414 §3.1), or an empty string. */
  authorizationServer(path: string): object {
    const issuer = this.settings.values.PUBLIC_URL;
    if (path !== '' && path !== pathOf(issuer)) throw new NotFound();
    return {
      issuer,
      token_endpoint: `${this.settings.baseUrl}/oauth/token`,
      // Only other grants use these two members. Clients that validate the document by RFC 8414 §2 alone, such as the
      // official MCP SDK, refuse it without them. AuthorizationController refuses
      // every request, because no response type is offered.
      authorization_endpoint: `${this.settings.baseUrl}/oauth/authorize`,
      response_types_supported: [],
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      scopes_supported: KEY_SCOPES,
      protected_resources: [this.settings.baseUrl, this.settings.mcpUrl],
      service_documentation: `${issuer}/docs`,
    };
  }

  /**
   * `path` is that of the resource (RFC 9728 §3.1). An empty string means the REST API, as an absent `resource` does.
   */
  protectedResource(path: string): object {
    const { baseUrl, mcpUrl } = this.settings;
    const issuer = this.settings.values.PUBLIC_URL;
    const common = { authorization_servers: [issuer], bearer_methods_supported: ['header'] };
    if (path === '' || path === pathOf(baseUrl)) {
      return { resource: baseUrl, resource_name: 'Parley REST API', scopes_supported: KEY_SCOPES, ...common };
    }
    if (path !== pathOf(mcpUrl)) throw new NotFound();
    return { resource: mcpUrl, resource_name: 'Parley MCP', scopes_supported: MCP_KEY_SCOPES, ...common };
  }
}

function pathOf(address: string): string {
  return new URL(address).pathname.replace(/\/$/, '');
}
