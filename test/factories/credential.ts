import { ACCOUNT_SCOPES, type AccountScope } from '../../src/common/operations/access';
import type { CallOptions, Reply } from '../support/call';
import type { Parley } from '../support/parley';

export interface IssuedCredential {
  id: string;
  secret: string;
}

export interface CredentialOptions {
  scopes?: readonly AccountScope[];
  name?: string;
  expiresAt?: string;
  audience?: string;
  /** Secret of the credential that issues it; absent: bootstrap, with an issuer session of its own. */
  parent?: string;
}

type Caller = Pick<Parley, 'call'>;

/** An account credential, issued over HTTP: by default with every scope and for as long as possible. */
export async function aCredential(
  parley: Caller,
  account: { email: string; password: string },
  { scopes = ACCOUNT_SCOPES, name = 'test', parent, ...rest }: CredentialOptions = {},
): Promise<IssuedCredential> {
  const settings = { name, scopes, currentPassword: account.password, ...rest };
  const { status, body, text } =
    parent === undefined
      ? await parley.call('POST', '/account-credentials/bootstrap', { body: { ...settings, email: account.email } })
      : await parley.call('POST', '/account-credentials', { body: settings, token: parent });
  if (status !== 201) throw new Error(`No credential was issued: ${status} ${text}`);
  return { id: body.credential.id as string, secret: body.secret as string };
}

/** Calls on one credential as its account would make them; `by` is who calls. */
export function credentialCalls(
  parley: Caller,
  password: string,
  by: Pick<CallOptions, 'token' | 'cookie' | 'origin'>,
) {
  const send = (method: string, path: string, body: object): Promise<Reply> =>
    parley.call(method, `/account-credentials${path}`, { ...by, body: { currentPassword: password, ...body } });
  return {
    create: (body: object) => send('POST', '', body),
    edit: (id: string, body: object) => send('PATCH', `/${id}`, body),
    revoke: (id: string, body: object = {}) => send('DELETE', `/${id}`, body),
    rotate: (id: string, body: object = {}) => send('POST', `/${id}/rotate`, body),
    list: (query: Record<string, string | number> = {}) => parley.call('GET', '/account-credentials', { ...by, query }),
    /** The metadata of one credential, out of the list. */
    get: async (id: string) => {
      const { body } = await parley.call('GET', '/account-credentials', { ...by, query: { limit: 100 } });
      // oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies of every shape
      return (body.credentials as any[]).find((credential) => credential.id === id);
    },
  };
}
