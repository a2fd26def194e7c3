import type { AccountScope } from '../../src/common/operations/access';

/** A credential as the rules say it should be: written without a look at the service's code. */
export interface ModelCredential {
  id: string;
  secret: string;
  session: ModelSession;
  parent: ModelCredential | null;
  scopes: AccountScope[];
  expiresAt: number;
  ended: 'rotated' | 'revoked' | null;
  expired: boolean;
  history: string[];
}

export interface ModelSession {
  ended: boolean;
}

export interface Outcome {
  status: number;
  code: string | null;
}

export interface Limits {
  scopes?: AccountScope[];
  expiresAt?: number;
}

const refusal = (status: number, code: string): Outcome => ({ status, code });
const DONE = { ok: { status: 200, code: null }, issued: { status: 201, code: null } };

export function statusOf(credential: ModelCredential): string {
  if (credential.ended) return credential.ended;
  if (credential.expired) return 'expired';
  return credential.session.ended ? 'invalid' : 'active';
}

/** What the service should answer to a use of the secret. */
export function useOf(credential: ModelCredential): Outcome {
  const codes: Record<string, string> = {
    revoked: 'credential_revoked',
    rotated: 'credential_rotated',
    expired: 'credential_expired',
    invalid: 'issuer_session_revoked',
  };
  const code = codes[statusOf(credential)];
  return code ? refusal(401, code) : DONE.ok;
}

/** All credentials of one account, and what each request should do to them. */
export class Model {
  readonly credentials: ModelCredential[] = [];

  /** `caller` null: the session. Null: the request gets past authentication and scope. */
  private admitted(caller: ModelCredential | null): Outcome | null {
    if (!caller) return null;
    const use = useOf(caller);
    if (use.status !== 200) return use;
    return caller.scopes.includes('credentials:write') ? null : refusal(403, 'scope_missing');
  }

  create(caller: ModelCredential | null, { scopes = [], expiresAt }: Limits): Outcome {
    const refused = this.admitted(caller);
    if (refused) return refused;
    if (caller && !within(scopes, caller.scopes)) return refusal(403, 'scope_missing');
    if (caller && expiresAt !== undefined && expiresAt > caller.expiresAt) return refusal(400, 'validation_failed');
    return DONE.issued;
  }

  edit(caller: ModelCredential | null, target: ModelCredential, { scopes, expiresAt }: Limits): Outcome {
    const refused = this.admitted(caller) ?? changeable(target) ?? narrower(target, { scopes, expiresAt });
    if (refused) return refused;
    const narrows =
      (scopes !== undefined && scopes.length < target.scopes.length) ||
      (expiresAt !== undefined && expiresAt < target.expiresAt);
    if (!narrows) return DONE.ok;
    for (const credential of [target, ...this.descendants(target)]) {
      if (statusOf(credential) !== 'active') continue;
      const remaining = credential.scopes.filter((scope) => (scopes ?? credential.scopes).includes(scope));
      const end = Math.min(credential.expiresAt, expiresAt ?? Infinity);
      if (remaining.length === 0) this.end(credential, 'revoked');
      else if (remaining.length < credential.scopes.length || end < credential.expiresAt) {
        Object.assign(credential, { scopes: remaining, expiresAt: end });
        credential.history.push('narrowed');
      }
    }
    return DONE.ok;
  }

  /** Also tells where the replacement belongs and until when, if there is one. */
  rotate(
    caller: ModelCredential | null,
    target: ModelCredential,
    limits: Limits,
  ): Outcome & { heir?: Partial<ModelCredential> } {
    const refused = this.admitted(caller) ?? changeable(target) ?? narrower(target, limits);
    if (refused) return refused;
    const scopes = limits.scopes ?? target.scopes;
    const expiresAt = limits.expiresAt ?? Math.min(target.expiresAt, caller?.expiresAt ?? Infinity);
    if (caller && (!within(scopes, caller.scopes) || expiresAt > caller.expiresAt)) {
      return refusal(409, 'authority_exceeded');
    }
    if (caller && this.descendants(target).includes(caller)) return refusal(409, 'authority_exceeded');
    const foreign = caller !== null && caller !== target && !this.descendants(caller).includes(target);
    const place = foreign
      ? { parent: caller, session: caller.session }
      : { parent: target.parent, session: target.session };
    this.end(target, 'rotated');
    return { ...DONE.issued, heir: { ...place, scopes, expiresAt } };
  }

  revoke(caller: ModelCredential | null, target: ModelCredential): Outcome {
    const refused = this.admitted(caller);
    if (refused) return refused;
    if (target.ended !== 'revoked') this.end(target, 'revoked');
    return DONE.ok;
  }

  /** Those that end with it, which are the ones whose time is to be moved. */
  expire(target: ModelCredential): ModelCredential[] {
    const expiring = [target, ...this.descendants(target)].filter((one) => statusOf(one) === 'active');
    for (const credential of expiring) credential.expired = true;
    return expiring;
  }

  descendants(ancestor: ModelCredential): ModelCredential[] {
    return this.credentials
      .filter(({ parent }) => parent === ancestor)
      .flatMap((child) => [child, ...this.descendants(child)]);
  }

  private end(credential: ModelCredential, how: 'rotated' | 'revoked'): void {
    credential.ended = how;
    credential.history.push(how);
    for (const child of this.descendants(credential)) {
      if (statusOf(child) !== 'active') continue;
      child.ended = 'revoked';
      child.history.push('revoked');
    }
  }
}

function changeable(target: ModelCredential): Outcome | null {
  const status = statusOf(target);
  if (status === 'active') return null;
  return refusal(409, status === 'rotated' ? 'credential_already_rotated' : 'credential_inactive');
}

function narrower(target: ModelCredential, { scopes, expiresAt }: Limits): Outcome | null {
  const wider = (scopes && !within(scopes, target.scopes)) || (expiresAt ?? 0) > target.expiresAt;
  return wider ? refusal(409, 'authority_exceeded') : null;
}

function within(scopes: readonly AccountScope[], bounds: readonly AccountScope[]): boolean {
  return scopes.every((scope) => bounds.includes(scope));
}
