import { KEY_SCOPES, type KeyScope } from '../../src/common/operations/access';
import { KeysService } from '../../src/workspaces/keys/keys.service';
import type { Parley } from '../support/parley';

export interface TestKey {
  /** The OAuth client id. */
  id: string;
  secret: string;
}

/** A workspace key. Has every scope by default. */
export async function aKey(
  parley: Parley,
  workspace: { id: string },
  { scopes = KEY_SCOPES, name = 'Website' }: { scopes?: readonly KeyScope[]; name?: string } = {},
): Promise<TestKey> {
  const { key, secret } = await parley.get(KeysService).create(workspace.id, { name, scopes: [...scopes] });
  return { id: key.id, secret };
}

/** An access token of the key, exchanged over HTTP. */
export async function aToken(
  parley: Parley,
  key: TestKey,
  parameters: { scope?: string; resource?: string } = {},
): Promise<string> {
  const reply = await parley.call('POST', '/oauth/token', {
    headers: {
      authorization: `Basic ${Buffer.from(`${key.id}:${key.secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...parameters }).toString(),
  });
  if (reply.status !== 200) throw new Error(`exchangeToken answered ${reply.status}: ${reply.text}`);
  return reply.body.access_token as string;
}
