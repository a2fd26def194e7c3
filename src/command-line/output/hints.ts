import type { Capability } from '../capability';
import type { Refusal } from '../errors';

/** A suggestion for the user after a refusal. */
export function hintFor({ status, body, context }: Refusal): string | undefined {
  const { capability, credentialFrom, retryAfter, neededScopes } = context;
  switch (body.code) {
    case 'api_key_missing':
      return 'Sign in: parley login. Programs set PARLEY_TOKEN.';
    case 'password_proof_failed':
      return 'The email address or the password is wrong.';
    case 'scope_missing':
      return `The credential needs ${neededScopes ?? scopesOf(capability)}. Sign in with these scopes: parley login --scopes`;
    case 'credential_kind_not_allowed':
      return KINDS[capability.credentialKind];
    case 'token_audience_mismatch':
      return 'The credential is for MCP. Sign in for the API: parley login';
    case 'version_conflict':
      return 'It was changed in the meantime. Read it again.';
    case 'live_requests_remain':
      return 'End them too: --disposition resolved';
    case 'idempotency_key_reused':
      return 'The key was used for another request. Omit --idempotency-key.';
    case 'validation_failed':
    case 'malformed_json':
      return `See: ${capability.cli.command} --help`;
    case 'not_found':
      return 'It does not exist, or you cannot see it. Show your account: parley whoami';
  }
  if (status === 401 && credentialFrom !== null && credentialFrom !== 'profile')
    return `The credential is from ${credentialFrom}.`;
  if (status === 401) return 'Sign in again: parley login';
  if (retryAfter !== null) return `Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`;
  return undefined;
}

function scopesOf({ scopes, scopeAlternatives = [scopes] }: Capability): string {
  return scopeAlternatives.map((all) => all.join(' ')).join(' or ');
}

const KINDS: Readonly<Partial<Record<Capability['credentialKind'], string>>> = {
  account: 'The command needs an account credential: parley login',
  session: 'The command is for users who are signed in with a browser.',
  workspace: 'The command needs a workspace key: parley keys create, then PARLEY_TOKEN or parley login --with-token.',
};
