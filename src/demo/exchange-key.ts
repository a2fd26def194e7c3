import type { Demonstration, RequestHeaders } from './demonstration';
import type { AgentPlace } from './make-agent';

interface Token {
  access_token: string;
}

/** Exchanges the workspace key of this or an earlier run for an access token (RFC 6749 §4.4). */
export async function exchangeKey(
  demo: Demonstration,
  person: RequestHeaders,
  agent: AgentPlace,
): Promise<RequestHeaders> {
  const token = (await tokenFor(demo)) ?? (await makeKeyAndExchange(demo, person, agent));
  return { Authorization: `Bearer ${token.access_token}` };
}

async function makeKeyAndExchange(demo: Demonstration, person: RequestHeaders, { workspaceId }: AgentPlace) {
  const { body } = await demo.api.call<{ key: { id: string }; secret: string }>(
    'POST',
    `/workspaces/${workspaceId}/keys`,
    { headers: person, body: { name: 'Demo', scopes: ['agents:read', 'chat:write'] } },
  );
  demo.state.remember({ key: { id: body.key.id, secret: body.secret } });
  const token = await tokenFor(demo);
  if (!token) throw new Error('The service refused a new key.');
  return token;
}

/** Null if there is no key, or it is no longer valid. */
async function tokenFor({ api, state }: Demonstration): Promise<Token | null> {
  const { key } = state.values;
  if (!key) return null;
  const basic = Buffer.from(`${key.id}:${key.secret}`).toString('base64');
  const reply = await api.call<Token>('POST', '/oauth/token', {
    headers: { Authorization: `Basic ${basic}` },
    form: { grant_type: 'client_credentials' },
    expect: [200, 401],
  });
  return reply.status === 200 ? reply.body : null;
}
