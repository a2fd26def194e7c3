import { isIPv6 } from 'node:net';
import type { Member, Principal, WorkspaceScope } from '../request/principal';
import type { RequestContext } from '../request/request-context';
import type { AuditActor, NewAuditEntry } from './audit.types';

/** The name of a program at the start of its User-Agent, with its version. */
const PROGRAM = /^[\w.+-]{1,40}(?:\/[\w.+-]{1,23})?(?=$|[\s;(])/;

export const NO_ONE: Omit<AuditActor, 'kind'> = {
  accountId: null,
  memberId: null,
  role: null,
  sessionId: null,
  credentialId: null,
  keyId: null,
  tokenId: null,
};

/** The caller of a request. A caller whom only the service could identify is the account that it has noted. */
export function actorOf({
  principal,
  scope,
  audit,
}: Pick<RequestContext, 'principal' | 'scope' | 'audit'>): AuditActor {
  switch (principal.kind) {
    case 'public':
      return { ...NO_ONE, kind: 'session', accountId: audit?.accountId ?? null, sessionId: audit?.sessionId ?? null };
    case 'session':
      return { ...NO_ONE, ...account(principal, scope), kind: 'session' };
    case 'credential':
      return { ...NO_ONE, ...account(principal, scope), kind: 'credential', credentialId: principal.credentialId };
    case 'key':
      return { ...NO_ONE, kind: 'key', keyId: principal.keyId };
    case 'token':
      return { ...NO_ONE, kind: 'token', keyId: principal.keyId, tokenId: principal.tokenId };
    case 'visitor':
      return { ...NO_ONE, kind: 'visitor', sessionId: principal.sessionId };
  }
}

/** The workspace that an entry belongs to: that of the path or of the caller. Null for operations of an account. */
export function workspaceOf({ principal, scope }: Pick<RequestContext, 'principal' | 'scope'>): string | null {
  if (scope) return scope.workspaceId;
  return 'workspaceId' in principal ? principal.workspaceId : null;
}

/** Where a request came from. */
export function originOf(request: RequestContext): Pick<NewAuditEntry, 'surface' | 'requestId' | 'address' | 'client'> {
  const { audience, baseUrl, requestId, response, address } = request;
  return {
    surface: audience === baseUrl ? 'rest' : 'mcp',
    requestId,
    address: networkOf(address),
    client: PROGRAM.exec(response.req?.headers['user-agent'] ?? '')?.[0] ?? null,
  };
}

/** The /24 of an IPv4 address, the /48 of an IPv6 address in the form of `plainAddress`. Null for a request without one. */
export function networkOf(address: string): string | null {
  if (address === '') return null;
  return isIPv6(address)
    ? `${address.split(':').slice(0, 3).join(':')}::/48`
    : `${address.split('.').slice(0, 3).join('.')}.0/24`;
}

function account(
  { accountId, sessionId }: Extract<Principal, { kind: 'session' | 'credential' }>,
  scope: WorkspaceScope | Member | null,
): Partial<AuditActor> {
  const member = scope && 'memberId' in scope ? scope : null;
  return { accountId, sessionId, memberId: member?.memberId ?? null, role: member?.role ?? null };
}
