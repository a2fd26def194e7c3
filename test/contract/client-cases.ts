import { issueSecret } from '../../src/common/secrets/token';
import { type Case, refused } from './case';
import type { Cast } from './cast';

/** Who is no client of the token endpoint; a good client would be given a token, so it is not among these. */
export async function clients(cast: Cast): Promise<Case[]> {
  const { home, foreign } = cast;
  const basic = (id: string, secret: string): string => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const credentials: [name: string, authorization: string | null][] = [
    ['no credential', null],
    ['the secret as bearer', `Bearer ${home.key.secret}`],
    ['an account credential', `Bearer ${home.admin.secret}`],
    ['half a pair', `Basic ${Buffer.from(home.key.id).toString('base64')}`],
    ['an unknown client', basic('nobody', issueSecret('ck_'))],
    ['another secret', basic(home.key.id, issueSecret('ck_'))],
    ['another client’s secret', basic(home.key.id, foreign.key.secret)],
    ['a person', basic(home.owner.email, home.owner.password)],
  ];
  return credentials.map(([name, authorization]) => ({
    name,
    send: {
      body: 'grant_type=client_credentials',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(authorization && { authorization }) },
    },
    ids: home.ids,
    expected: refused(401, 'invalid_client', 'Basic realm="parley"'),
  }));
}
