import { LOCAL_SESSION_COOKIE, SESSION_COOKIE } from '../common/auth/presented-secret';
import { type Access, KEY_SCOPE_TEXTS, scopeAlternatives } from '../common/operations/access';
import type { AccessExtension, SecurityRequirement } from './document.types';

/**
 * Relative, so that the document is the same for every installation. OpenAPI resolves it against the address of the
 * document.
 */
const TOKEN_URL = '/api/v1/oauth/token';

/** All ways to authenticate, in the order of Swagger UI's dialog “Authorize”. */
export const SECURITY_SCHEMES = {
  accountCredential: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ca_…',
    description:
      'An account credential acts for a user, within its scopes, for at most 24 hours. Create one with ' +
      '`bootstrapAccountCredential`.',
  },
  workspaceKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ck_…',
    description:
      'A workspace key gives access to the agents of one workspace, within its scopes. Create one with ' +
      '`createWorkspaceKey`.',
  },
  accessToken: {
    type: 'oauth2',
    description:
      'Exchanges a workspace key for an access token that is valid for one hour. The client id is the id of the ' +
      'key; the client secret is its `ck_` secret.',
    flows: {
      clientCredentials: {
        tokenUrl: TOKEN_URL,
        scopes: KEY_SCOPE_TEXTS,
      },
    },
  },
  visitorSession: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'cv_…',
    description: 'The session of a website’s visitor with one agent. Create one with `createVisitorSession`.',
  },
  clientBasic: {
    type: 'http',
    scheme: 'basic',
    description:
      'For the token endpoint only. The user name is the id of a workspace key; the password is its `ck_` secret.',
  },
  session: cookie(
    SESSION_COOKIE,
    'The session cookie. `createSession` sets it: sign in there with “Try it out”, and you are authorized.',
  ),
  localSession: cookie(
    LOCAL_SESSION_COOKIE,
    'The session cookie of a service that runs locally over plain HTTP. `createSession` sets it.',
  ),
};

function cookie(name: string, description: string): object {
  return { type: 'apiKey', in: 'cookie', name, description };
}

/**
 * The credentials that an operation accepts, as alternatives. {@link accessSentence} has the same in words. Sessions
 * have all scopes.
 */
export function securityOf(access: Access): SecurityRequirement[] {
  switch (access.kind) {
    case 'public':
      return [];
    case 'client':
      return [{ clientBasic: [] }];
    case 'session':
      return sessions();
    case 'account':
      return [...scopeAlternatives(access).map((accountCredential) => ({ accountCredential })), ...sessions()];
    case 'workspace':
      return keys(access.scopes);
    case 'visitor':
      return [{ visitorSession: [] }];
    case 'account_or_workspace':
      return [{ accountCredential: access.scopes }, ...sessions(), ...keys(access.keyScopes)];
  }
}

function sessions(): SecurityRequirement[] {
  return [{ session: [] }, { localSession: [] }];
}

function keys(scopes: readonly string[]): SecurityRequirement[] {
  return [{ workspaceKey: scopes }, { accessToken: scopes }];
}

/** The access of an operation for programs, which cannot tell roles from {@link securityOf}. */
export function accessExtension(access: Access): AccessExtension {
  return { ...access, scopes: 'scopes' in access ? access.scopes : [] };
}

/** The access of an operation, in a sentence for people. */
export function accessSentence(access: Access): string {
  switch (access.kind) {
    case 'public':
      return 'Requires no credential.';
    case 'client':
      return 'Requires the client to authenticate with HTTP Basic.';
    case 'session':
      return `Requires a session.${unverified(access.unverified)}`;
    case 'account':
      return `Requires ${account(access.scopes, access.orScope)}.${role(access.role, access.orAuthorOf)}${unverified(access.unverified)}`;
    case 'workspace':
      return `Requires ${key(access.scopes)}.`;
    case 'visitor':
      return 'Requires the session of a visitor.';
    case 'account_or_workspace':
      return `Requires ${account(access.scopes)}, or ${key(access.keyScopes)}.${role(access.role)}`;
  }
}

function account(scopes: readonly string[], orScope?: string): string {
  const alternative = orScope ? ` or ${named([orScope])}` : '';
  return `an account credential${scopes.length > 0 ? ` with ${named(scopes)}${alternative}` : ''} or a session`;
}

function key(scopes: readonly string[]): string {
  return `a workspace key or access token${scopes.length > 0 ? ` with ${named(scopes)}` : ''}`;
}

function role(least: string | undefined, orAuthorOf?: string): string {
  const author = orAuthorOf ? ', unless you are the author' : '';
  return least ? ` Your role in the workspace must be at least ${least}${author}.` : '';
}

function unverified(accepted: boolean | undefined): string {
  return accepted ? ' The email address need not be verified.' : '';
}

function named(scopes: readonly string[]): string {
  return scopes.map((scope) => `\`${scope}\``).join(' and ');
}
