import { ACCOUNT_SCOPES } from '../common/operations/access';
import type { Demonstration } from './demonstration';
import type { AgentPlace } from './make-agent';
import { openShop } from './shop';

/** Shows how to continue by hand. */
export async function showHowToTryIt(demo: Demonstration, { workspaceId, agentId, path }: AgentPlace): Promise<void> {
  const { screen, state, publicUrl, api } = demo;
  screen.heading('Your turn');
  const credential = await accountCredential(demo);
  const { email, password, key } = state.values;
  screen.blank();
  screen.labelled('shop', await openShop(publicUrl, agentId), 'strong');
  screen.labelled('', 'a sample shop with the widget on it', 'faint');
  screen.labelled('page', `${publicUrl}/c/${agentId}`, 'strong');
  screen.labelled('browser', `${publicUrl}/docs`, 'strong');
  screen.labelled('', 'Swagger UI: Authorize with one of these, then Try it out.', 'faint');
  screen.labelled('prompt', `PARLEY_URL=${publicUrl} bin/parley.js login --email ${email}`, 'strong');
  screen.labelled('', 'then `bin/parley.js --help`: a command for each operation', 'faint');
  screen.blank();
  screen.labelled('email', email ?? '');
  screen.labelled('password', password ?? '');
  screen.labelled('account', credential);
  screen.labelled('', 'account credential, valid for a day', 'faint');
  screen.labelled('key id', key?.id ?? '');
  screen.labelled('key', key?.secret ?? '');
  screen.labelled('', 'workspace key; id and key are the OAuth client id and secret', 'faint');
  screen.blank();
  screen.verbatim(
    [
      `curl ${api.baseUrl}/workspaces/${workspaceId}/agents \\`,
      `  -H 'Authorization: Bearer ${credential}'`,
      '',
      `curl ${api.baseUrl}/oauth/token -d grant_type=client_credentials \\`,
      `  -u ${key?.id}:${key?.secret}`,
      '',
      `curl ${api.baseUrl}${path}/chat \\`,
      `  -H 'Authorization: Bearer ${key?.secret}' -H 'Content-Type: application/json' \\`,
      `  -d '{"message": "How do I run more than one process?"}'`,
    ].join('\n'),
  );
}

/** The credential of an earlier run while it is valid, else a new one. */
async function accountCredential({ api, state }: Demonstration): Promise<string> {
  const { credential, email, password } = state.values;
  if (credential) {
    const headers = { Authorization: `Bearer ${credential}` };
    if ((await api.call('GET', '/account', { headers, expect: [200, 401] })).status === 200) return credential;
  }
  const { body } = await api.call<{ secret: string }>('POST', '/account-credentials/bootstrap', {
    body: { email, currentPassword: password, name: 'Demo', scopes: ACCOUNT_SCOPES },
  });
  state.remember({ credential: body.secret });
  return body.secret;
}
