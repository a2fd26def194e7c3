import { parse } from 'content-type';
import type { IncomingMessage } from 'node:http';
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

/** `application/x-www-form-urlencoded`, which is UTF-8 always: a charset that says so is harmless, any other parameter is not. */
export function isForm({ headers }: IncomingMessage): boolean {
  const header = headers['content-type'] ?? '';
  const { type, parameters } = parse(header);
  const { charset, ...others } = parameters;
  // What is no parameter by its form is left out by the library, and refused here.
  const isUtf8 = charset === undefined ? !header.includes(';') : charset.toLowerCase() === 'utf-8';
  return type === 'application/x-www-form-urlencoded' && isUtf8 && Object.keys(others).length === 0;
}
