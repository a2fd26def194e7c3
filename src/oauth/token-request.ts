import type { Request } from 'express';
import { TokenError } from '../common/errors/token-error';
import { formDecoded } from '../common/text/form-decoded';

/** The parameters of a token request. An absent parameter is the same as an empty one (RFC 6749 §3.2). */
export interface TokenRequest {
  grantType: string | null;
  scope: string | null;
  resource: string | null;
  /** A client may repeat its id in addition to the Basic credentials. */
  clientId: string | null;
  /** The body contains credentials, which this service does not accept there. */
  bodyCredentials: boolean;
  /** A problem of the request itself. Reported only after authentication, as everywhere. */
  problem: TokenError | null;
}

const BODY_CREDENTIALS = ['client_secret', 'client_assertion', 'client_assertion_type'];

/** Reads the form. Ignores unknown parameters (RFC 6749 §3.2). */
export function tokenRequest(form: string): TokenRequest {
  const parameters = new URLSearchParams(form);
  const value = (name: string): string | null => parameters.get(name) || null;
  return {
    grantType: value('grant_type'),
    scope: value('scope'),
    resource: value('resource'),
    clientId: value('client_id'),
    bodyCredentials: BODY_CREDENTIALS.some((name) => parameters.has(name)),
    problem: isReadable(form) ? problemOf(parameters) : new TokenError('invalid_request'),
  };
}

/** A form is percent-encoded UTF-8 (RFC 6749 Appendix B). */
function isReadable(form: string): boolean {
  return form.split(/[&=]/).every((text) => formDecoded(text) !== null);
}

/** A parameter must not be repeated (RFC 6749 §3.2). RFC 8707 allows several resources, but a token here is for one. */
function problemOf(parameters: URLSearchParams): TokenError | null {
  const seen = new Set<string>();
  let problem: TokenError | null = null;
  for (const name of parameters.keys()) {
    if (seen.has(name) && name !== 'resource') return new TokenError('invalid_request');
    if (seen.has(name)) problem = new TokenError('invalid_target');
    seen.add(name);
  }
  return problem;
}

/**
 * A form is always UTF-8, so only that charset may follow the type. The media type library is not used, because it
 * ignores parts that it cannot parse.
 */
const FORM = /^application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*(?:utf-8|"utf-8")\s*)?$/i;

/**
 * The form of the request, or null if it has none. Parameters must be in the form, not in the URL, where logs would
 * store them (RFC 6749 §2.3.1, §4.4.2).
 */
export function formOf({ headers, query }: Request, body: unknown): string | null {
  if (!FORM.test(headers['content-type'] ?? '') || Object.keys(query).length > 0) return null;
  return typeof body === 'string' ? body : '';
}
