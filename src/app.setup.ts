import type { NestExpressApplication } from '@nestjs/platform-express';
import { bodyReader } from './common/http/body-reader';
import { crossOrigin } from './common/http/cross-origin';
import { IdleConnections } from './common/http/idle-connections';
import { requestLog } from './common/logging/request-log.middleware';
import { untrustedProxyLog } from './common/logging/untrusted-proxy.middleware';
import { OperationRegistry } from './common/registry/operation.registry';
import { trustedProxies } from './common/request/client-address';
import { requestContext } from './common/request/request-context.middleware';
import { hostCheck } from './domains/host-check';
import { ServedDomains } from './domains/served-domains';
import type { Settings } from './config/load-settings';
import { closeWhileDraining } from './health/close-while-draining';
import { Readiness } from './health/readiness';
import { openToEveryOrigin } from './oauth/discovery-cors';
import { serveDocumentation } from './openapi/swagger-ui';
import { openToSites, VISITOR_PATHS } from './visitor/sites/visitor-cors';

/** Paths without the prefix `/api/v1`: for machines of the installation, for discovery and for people. */
const OUTSIDE_PREFIX = [
  'health/{*rest}',
  '.well-known/{*rest}',
  'internal/{*rest}',
  'mcp',
  'mcp/{*rest}',
  'llms.txt',
  'llms/{*rest}',
  'parley.cjs',
  'widget.js',
  'widget/{*rest}',
  'assets/{*rest}',
  'c/{*rest}',
  'unsubscribe',
  'visitor-mails/{*rest}',
  'app',
  'app/{*rest}',
  'verify-email',
  'reset-password',
  'accept-invitation',
  'devices',
  'devices/{*rest}',
  'robots.txt',
  'sitemap.xml',
];

/**
 * Configures everything that is not a module. The server and the tests share it, so that both run the same pipeline.
 */
export function setUp(app: NestExpressApplication, settings: Settings): void {
  app.set('etag', false);
  app.disable('x-powered-by');
  app.get(IdleConnections).keep();
  const proxies = trustedProxies(settings.values.TRUSTED_PROXIES);
  app.use(closeWhileDraining(app.get(Readiness)));
  app.use(
    requestContext(settings.baseUrl, proxies),
    requestLog,
    untrustedProxyLog(proxies),
    hostCheck(app.get(ServedDomains), settings, proxies),
  );
  app.use('/.well-known', openToEveryOrigin);
  app.use(VISITOR_PATHS, openToSites);
  app.enableCors(crossOrigin([...settings.trustedOrigins], VISITOR_PATHS));
  app.use(...bodyReader(app.get(OperationRegistry)));
  serveDocumentation(app);
  app.setGlobalPrefix('api/v1', { exclude: OUTSIDE_PREFIX });
}
