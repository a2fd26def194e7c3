import { LOCAL_SESSION_COOKIE, SESSION_COOKIE } from '../common/auth/presented-secret';
import type { Access } from '../common/operations/access';
import type { SecurityRequirement } from './document.types';

/** Relative, so that the document is the same for every installation; OpenAPI resolves them against its own address. */
const TOKEN_URL = '/api/v1/oauth/token';

/** All ways to say who calls. Swagger UI's dialog «Authorize» shows them in this order. */
export const SECURITY_SCHEMES = {
  accountCredential: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ca_…',
    description:
      'An account credential: acts for its user within its scopes, at most 24 hours. From `bootstrapAccountCredential`.',
  },
  workspaceKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ck_…',
    description: 'A workspace key: reaches the agents of one workspace within its scopes. From `createWorkspaceKey`.',
  },
  accessToken: {
    type: 'oauth2',
    description:
      'Exchanges a workspace key for an access token of one hour: the client id is the key’s id, the client secret is ' +
      'the `ck_` secret.',
    flows: {
      clientCredentials: {
        tokenUrl: TOKEN_URL,
        scopes: { 'agents:read': 'List the agents of the workspace', 'chat:write': 'Send chat turns' },
      },
    },
  },
  clientBasic: {
    type: 'http',
    scheme: 'basic',
    description: 'For the token endpoint alone: the key’s id as user name, its `ck_` secret as password.',
  },
  session: cookie(
    SESSION_COOKIE,
    'The application session. `createSession` sets the cookie, so signing in there with «Try it out» is enough.',
  ),
  localSession: cookie(
    LOCAL_SESSION_COOKIE,
    'The local application session: takes the other cookie’s place where the service runs as plain http on this machine.',
  ),
};

function cookie(name: string, description: string): object {
  return { type: 'apiKey', in: 'cookie', name, description };
}

/** Who may call, as alternatives. Only OAuth has scopes there; {@link accessSentence} names those of all kinds. */
export function securityOf(access: Access): SecurityRequirement[] {
  switch (access.kind) {
    case 'public':
      return [];
    case 'client':
      return [{ clientBasic: [] }];
    case 'session':
      return sessions();
    case 'account':
      return [{ accountCredential: [] }, ...sessions()];
    case 'workspace':
      return keys(access.scopes);
    case 'account_or_workspace':
      return [{ accountCredential: [] }, ...sessions(), ...keys(access.keyScopes)];
  }
}

function sessions(): SecurityRequirement[] {
  return [{ session: [] }, { localSession: [] }];
}

function keys(scopes: readonly string[]): SecurityRequirement[] {
  return [{ workspaceKey: [] }, { accessToken: scopes }];
}

/** The same in a sentence for people. */
export function accessSentence(access: Access): string {
  switch (access.kind) {
    case 'public':
      return 'Needs no credential.';
    case 'client':
      return 'The client authenticates with HTTP Basic.';
    case 'session':
      return `Needs a session${access.unverified ? ', with the email address verified or not' : ''}.`;
    case 'account':
      return `Needs ${account(access.scopes)}${role(access.role)}${access.unverified ? '; the email address need not be verified' : ''}.`;
    case 'workspace':
      return `Needs ${key(access.scopes)}.`;
    case 'account_or_workspace':
      return `Needs ${account(access.scopes)}${role(access.role)}, or ${key(access.keyScopes)}.`;
  }
}

function account(scopes: readonly string[]): string {
  return `an account credential${scopes.length > 0 ? ` with ${named(scopes)}` : ''} or a session`;
}

function key(scopes: readonly string[]): string {
  return `a workspace key or access token${scopes.length > 0 ? ` with ${named(scopes)}` : ''}`;
}

function role(least: string | undefined): string {
  return least ? `, and at least the role ${least} in the workspace` : '';
}

function named(scopes: readonly string[]): string {
  return scopes.map((scope) => `\`${scope}\``).join(' and ');
}
