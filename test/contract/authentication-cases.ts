import { issueSecret } from '../../src/common/secrets/token';
import type { RegisteredOperation } from '../../src/common/operations/registered-operation';
import { type Case, lacking, refused, ADMITTED, takes, unauthenticated, WRONG_KIND } from './case';
import type { Cast } from './cast';
import { ACCOUNT_SCOPES, KEY_SCOPES } from '../../src/common/operations/access';
import { idsOf } from './tenant';

const TRUSTED = 'http://localhost:3000';

/**
 * Credentials that authenticate no caller: none, nonsense, and secrets that were never issued, were withdrawn, or
 * belong elsewhere.
 */
export async function strangers(cast: Cast): Promise<Case[]> {
  const { ids, owner } = cast.home;
  const good = await cast.credential(owner);
  const mistyped = good.slice(0, -1) + (good.endsWith('0') ? '1' : '0');
  const header = (authorization: string): Case['send'] => ({ headers: { authorization } });
  const cases: [name: string, send: Case['send'], code: string][] = [
    ['a Basic header', header('Basic dXNlcjpwYXNz'), 'api_key_invalid'],
    ['Bearer and nothing', header('Bearer '), 'api_key_invalid'],
    ['two secrets', header(`Bearer ${good} ${good}`), 'api_key_invalid'],
    ['nonsense', header('Bearer nonsense'), 'api_key_invalid'],
    ['a mistyped credential', { token: mistyped }, 'api_key_invalid'],
    ['a secret from a mail', { token: issueSecret('cm_') }, 'api_key_invalid'],
    ['a session secret as bearer', { token: owner.cookie }, 'api_key_invalid'],
    ['a credential as cookie', { cookie: good, origin: TRUSTED }, 'api_key_invalid'],
    ['an unknown credential', { token: issueSecret('ca_') }, 'credential_invalid'],
    ['an unknown key', { token: issueSecret('ck_') }, 'api_key_invalid'],
    ['an unknown token', { token: issueSecret('ct_') }, 'token_invalid'],
    ['an unknown visitor', { token: issueSecret('cv_') }, 'token_invalid'],
    ['an unknown session', { cookie: issueSecret('cs_'), origin: TRUSTED }, 'session_expired'],
    ['a wrong bearer beside a good cookie', { token: issueSecret('ca_'), cookie: owner.cookie }, 'credential_invalid'],
    ['a token for MCP', { token: await cast.token(cast.home, KEY_SCOPES, 'mcp') }, 'token_audience_mismatch'],
    ...Object.entries(await cast.spoiled()).map(([code, token]): [string, Case['send'], string] => [
      code,
      { token },
      code,
    ]),
  ];
  return [
    {
      name: 'no credential',
      send: {},
      ids,
      expected: refused(401, 'api_key_missing', 'Bearer realm="parley", resource_metadata='),
    },
    ...cases.map(([name, send, code]) => ({ name, send, ids, expected: unauthenticated(code) })),
  ];
}

/** The owner of everything, signed in: from a trusted page, from elsewhere, and with an unverified email. */
export function sessions(operation: RegisteredOperation, cast: Cast): Case[] {
  const { owner } = cast.home;
  const ids = idsOf(cast.home, operation.pathParameters);
  const { access, readOnly } = operation;
  const expected = takes(operation).sessions ? ADMITTED : WRONG_KIND;
  const elsewhere = !takes(operation).sessions || readOnly ? expected : refused(403, 'origin_not_trusted');
  const unverified = 'unverified' in access && access.unverified;
  const { cookie } = owner;
  return [
    { name: 'a session', send: { cookie, origin: TRUSTED }, ids, expected },
    { name: 'a session without Origin', send: { cookie }, ids, expected: elsewhere },
    { name: 'a session of another page', send: { cookie, origin: 'https://evil.example' }, ids, expected: elsewhere },
    { name: 'a session with a longer Origin', send: { cookie, origin: `${TRUSTED}.evil` }, ids, expected: elsewhere },
    { name: 'a session of no page', send: { cookie, origin: 'null' }, ids, expected: elsewhere },
    // What belongs to the owner alone is not this account's; that case is among the foreign ones.
    ...(unverified && operation.pathParameters.length > 0
      ? []
      : [
          {
            name: 'an unverified session',
            send: { cookie: cast.unverified.cookie, origin: TRUSTED },
            ids,
            expected: !takes(operation).sessions || unverified ? expected : refused(403, 'email_not_verified'),
          },
        ]),
  ];
}

/** The owner's credentials: with every scope, with exactly the needed ones, and without one of them. */
export async function credentials(operation: RegisteredOperation, cast: Cast): Promise<Case[]> {
  const { owner } = cast.home;
  const ids = idsOf(cast.home, operation.pathParameters);
  const taken = takes(operation).credentials;
  const { access } = operation;
  const needed = access.kind === 'account' || access.kind === 'account_or_workspace' ? access.scopes : [];
  const orScope = 'orScope' in access ? access.orScope : undefined;
  const made = async (name: string, scopes: typeof needed, expected: Case['expected']): Promise<Case> => ({
    name,
    send: { token: await cast.credential(owner, scopes) },
    ids,
    expected: taken ? expected : WRONG_KIND,
  });
  return Promise.all([
    made('a credential with every scope', ACCOUNT_SCOPES, ADMITTED),
    ...(needed.length > 0 ? [made(`a credential with ${needed.join()} alone`, needed, ADMITTED)] : []),
    ...(orScope ? [made(`a credential with ${orScope} alone`, [orScope], ADMITTED)] : []),
    ...needed.map((scope) =>
      made(
        `a credential without ${scope}`,
        ACCOUNT_SCOPES.filter((other) => other !== scope && other !== orScope),
        lacking(scope),
      ),
    ),
  ]);
}

/** The workspace's key and its token: with every scope, and without one that is needed. */
export async function keysAndTokens(operation: RegisteredOperation, cast: Cast): Promise<Case[]> {
  const { home } = cast;
  const { access } = operation;
  const needed =
    access.kind === 'workspace' ? access.scopes : access.kind === 'account_or_workspace' ? access.keyScopes : [];
  const variants = [
    { name: 'with every scope', scopes: KEY_SCOPES, expected: ADMITTED },
    ...needed.map((scope) => ({
      name: `without ${scope}`,
      scopes: KEY_SCOPES.filter((other) => other !== scope),
      expected: lacking(scope),
    })),
  ];
  const cases = variants.map(async ({ name, scopes, expected }): Promise<Case[]> => {
    const outcome = takes(operation).keys ? expected : WRONG_KIND;
    return [
      { name: `a key ${name}`, send: { token: await cast.key(home, scopes) }, ids: home.ids, expected: outcome },
      { name: `a token ${name}`, send: { token: await cast.token(home, scopes) }, ids: home.ids, expected: outcome },
    ];
  });
  return (await Promise.all(cases)).flat();
}

/** Visitors: on a page of the service, without a page, and on a site that the agent may be used on, as it may on all. */
export async function visitors(operation: RegisteredOperation, cast: Cast): Promise<Case[]> {
  const ids = idsOf(cast.home, operation.pathParameters);
  const expected = takes(operation).visitors ? ADMITTED : WRONG_KIND;
  const token = await cast.visitor(cast.home);
  return [
    { name: 'a visitor', send: { token }, ids, expected },
    { name: 'a visitor on a page of the service', send: { token, origin: TRUSTED }, ids, expected },
    { name: 'a visitor on some site', send: { token, origin: 'https://shop.example' }, ids, expected },
  ];
}
