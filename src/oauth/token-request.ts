import type { Request } from 'express';
import { TokenError } from '../common/errors/token-error';
import { formDecoded } from '../common/text/form-decoded';

/** The parameters of a token request; an absent one and one without a value are the same (RFC 6749 §3.2). */
export interface TokenRequest {
  grantType: string | null;
  scope: string | null;
  resource: string | null;
  /** A client may repeat its id beside the Basic credentials. */
  clientId: string | null;
  /** Credentials that stand in the body, which is no way to authenticate here. */
  bodyCredentials: boolean;
  /** What is wrong with the request whoever sends it. Told after authentication, as everywhere. */
  problem: TokenError | null;
}

const BODY_CREDENTIALS = ['client_secret', 'client_assertion', 'client_assertion_type'];

/** Reads the form; parameters that nobody knows are ignored (RFC 6749 §3.2). */
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

/** No parameter comes twice (RFC 6749 §3.2), except that RFC 8707 allows several resources: this service serves one. */
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
 * A form is UTF-8 always: a charset that says so is harmless, and nothing else may follow the type. Not read by the library
 * for media types, which passes over what it does not understand.
 */
const FORM = /^application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*(?:utf-8|"utf-8")\s*)?$/i;

/**
 * The form that a request sends, null where it sends none. Parameters travel in it, never in the address, where logs would
 * keep them (RFC 6749 §2.3.1, §4.4.2).
 */
export function formOf({ headers, query }: Request, body: unknown): string | null {
  if (!FORM.test(headers['content-type'] ?? '') || Object.keys(query).length > 0) return null;
  return typeof body === 'string' ? body : '';
}
