import type { Capability } from '../capability';
import type { Refusal } from '../errors';

/** What a person can do about a refusal. */
export function hintFor({ status, body, context }: Refusal): string | undefined {
  const { capability, credentialFrom, retryAfter, neededScopes } = context;
  switch (body.code) {
    case 'api_key_missing':
      return 'Sign in: parley login. Programs set PARLEY_TOKEN.';
    case 'password_proof_failed':
      return 'The password was not the right one, or the address.';
    case 'scope_missing':
      return `The credential needs ${neededScopes ?? scopesOf(capability)}. Sign in with them: parley login --scopes`;
    case 'credential_kind_not_allowed':
      return KINDS[capability.credentialKind];
    case 'token_audience_mismatch':
      return 'The credential is for MCP. Sign in for the API: parley login';
    case 'version_conflict':
      return 'It has changed in the meantime: read it again.';
    case 'idempotency_key_reused':
      return 'The key was used for another request: leave --idempotency-key out.';
    case 'validation_failed':
    case 'malformed_json':
      return `See: ${capability.cli.command} --help`;
    case 'not_found':
      return 'It does not exist, or you may not see it. Who you are: parley whoami';
  }
  if (status === 401 && credentialFrom !== null && credentialFrom !== 'profile')
    return `It is that of ${credentialFrom}.`;
  if (status === 401) return 'Sign in again: parley login';
  if (retryAfter !== null) return `Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`;
  return undefined;
}

function scopesOf({ scopes, scopeAlternatives = [scopes] }: Capability): string {
  return scopeAlternatives.map((all) => all.join(' ')).join(' or ');
}

const KINDS: Readonly<Partial<Record<Capability['credentialKind'], string>>> = {
  account: 'It takes an account credential: parley login',
  session: 'It is for people who are signed in with a browser.',
  workspace: 'It takes a workspace key: parley keys create, then PARLEY_TOKEN or parley login --with-token.',
};
