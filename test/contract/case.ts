import type { RegisteredOperation } from '../../src/common/operations/registered-operation';
import type { CallOptions } from '../support/call';

/** One call of one operation, and what the operation's declaration promises for it. */
export interface Case {
  name: string;
  send: CallOptions;
  ids: Readonly<Record<string, string>>;
  expected: Expected;
}

export interface Expected {
  status: number;
  code: string;
  /** What `WWW-Authenticate` contains, or null where there must be none. */
  challenge: string | null;
}

/** Past every check of access: the call carries a query parameter that no operation has, so it ends here. */
export const ADMITTED = refused(400, 'validation_failed');
export const NOT_FOUND = refused(404, 'not_found');
export const WRONG_KIND = refused(403, 'credential_kind_not_allowed');

export function refused(status: number, code: string, challenge: string | null = null): Expected {
  return { status, code, challenge };
}

export function unauthenticated(code: string): Expected {
  return refused(401, code, 'error="invalid_token"');
}

export function lacking(scope: string): Expected {
  return refused(403, 'scope_missing', `error="insufficient_scope", scope="${scope}"`);
}

/** Which credentials an operation takes, by the kind of access that it declares. */
export function takes({ access: { kind } }: RegisteredOperation) {
  return {
    sessions: kind === 'session' || kind === 'account' || kind === 'account_or_workspace',
    credentials: kind === 'account' || kind === 'account_or_workspace',
    keys: kind === 'workspace' || kind === 'account_or_workspace',
    visitors: kind === 'visitor',
  };
}
