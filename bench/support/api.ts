import type { Key } from './tenant';

/** Calls that prepare a bench. Throws if the answer is not a success. */
export async function api<Body>(
  serviceUrl: string,
  method: string,
  path: string,
  { token, body }: { token: string; body?: object },
): Promise<Body> {
  const response = await fetch(`${serviceUrl}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text) as Body;
}

export function basic({ id, secret }: Key): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

export async function accessToken(serviceUrl: string, key: Key): Promise<string> {
  const response = await fetch(`${serviceUrl}/api/v1/oauth/token`, {
    method: 'POST',
    headers: { authorization: basic(key) },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The token endpoint answered ${response.status}: ${text}`);
  return (JSON.parse(text) as { access_token: string }).access_token;
}
