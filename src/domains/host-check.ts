import type { Request, RequestHandler } from 'express';
import { NotFound } from '../common/errors/domain-error';
import { currentRequest } from '../common/request/request-context';
import type { TrustedProxies } from '../common/request/client-address';
import { plainAddress } from '../common/request/client-address';
import type { Settings } from '../config/load-settings';
import type { ServedDomain } from './custom-domain.types';
import { hostOf, isLocal } from './host-name';
import { PROOF_PATH } from './routing-proof';
import type { ServedDomains } from './served-domains';

/** Paths, as sent, that a customer's host name answers in addition to the page itself. */
const OPEN = [/^\/widget\.js$/, /^\/assets\//, /^\/robots\.txt$/, /^\/sitemap\.xml$/];
const VISITOR_API = /^\/api\/v1\/visitor\//;
const OF_AGENT = /^\/(?:widget\/|c\/|api\/v1\/visitor\/agents\/)([^/]*)/;

/** The documents that visitors' browsers load. If visitors have a host of their own, only that host serves them. */
const DOCUMENTS = [/^\/(?:c\/|widget[./])/i];
/** The paths of the visitors' host. */
const OF_VISITORS = [...DOCUMENTS, ...OPEN, VISITOR_API, /^\/visitor-mails\//];

/**
 * Checks the host of a request before all other handlers. A customer's host name serves only the pages of its agent and
 * the visitor's operations: no sign-in, no members' operations, no documentation. The same holds for the host of
 * VISITOR_URL if it is not PUBLIC_URL's, so that a visitor's page never has a member's cookies. An unknown name serves
 * nothing, such as a domain that was removed while a proxy still has its certificate.
 */
export function hostCheck(domains: ServedDomains, settings: Settings, isTrusted: TrustedProxies): RequestHandler {
  return (request, _response, next) => {
    const host = hostOf(sentHost(request, isTrusted));
    if (request.path === PROOF_PATH) return next();
    if (settings.ownHosts.has(host)) {
      if (settings.visitorsApart && host === settings.visitorHost) currentRequest().forVisitors = true;
      return next(isOnOwnHost(host, request.path, settings) ? undefined : new NotFound());
    }
    if (isLocal(host)) return next();
    domains.find(host).then((served) => {
      if (served === null || !isOpen(request.path, served)) return next(new NotFound());
      Object.assign(currentRequest(), { servedDomain: served, forVisitors: true });
      if (request.path === '/') request.url = `/c/${served.agentId}${request.url.slice(1)}`;
      next();
    }, next);
  };
}

/** Forwarded hosts count only from trusted proxies, because every other client could choose them. */
function sentHost({ headers, socket }: Request, isTrusted: TrustedProxies): string {
  const forwarded = headers['x-forwarded-host']?.toString().split(',')[0]?.trim();
  const isForwarded = forwarded && isTrusted(plainAddress(socket.remoteAddress ?? '') ?? '');
  return isForwarded ? forwarded : (headers.host ?? '');
}

function isOnOwnHost(host: string, path: string, { visitorHost, visitorsApart }: Settings): boolean {
  if (!visitorsApart) return true;
  return host === visitorHost ? matches(path, OF_VISITORS) : !matches(path, DOCUMENTS);
}

function isOpen(path: string, { agentId }: ServedDomain): boolean {
  if (path === '/' || matches(path, OPEN)) return true;
  const named = OF_AGENT.exec(path)?.[1];
  return named === undefined ? VISITOR_API.test(path) : named.toLowerCase() === agentId;
}

const matches = (path: string, patterns: readonly RegExp[]): boolean => patterns.some((pattern) => pattern.test(path));
