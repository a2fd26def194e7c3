import { hostname } from 'node:os';
import { call, operationIn } from '../commands/operations';
import { headerSafe } from '../connection/credential';
import { sendHttp, textOf } from '../connection/http-client';
import type { Listing } from '../connection/listing';
import { Service } from '../connection/service';
import { siteOf } from '../environment';
import { CommandError } from '../errors';
import { EXIT } from '../exit-codes';
import { fieldOf } from '../output/fields';
import type { McpAccess } from '../profiles/profile-store';
import { jsonOf } from './json-of';

export interface McpSignIn {
  baseUrl: string;
  listing: Listing;
  email: string;
  currentPassword: string;
  scopes: readonly string[];
}

/** In milliseconds, for the metadata. */
const LONGEST_MS = 10_000;

/** Obtains an account credential for MCP, which is valid for 24 hours. @throws Refusal, Unavailable */
export async function issueMcpAccess({ baseUrl, listing, ...proof }: McpSignIn): Promise<McpAccess> {
  const bootstrap = operationIn(listing, 'bootstrapAccountCredential');
  const { body } = await call(new Service(baseUrl, null), bootstrap, {
    ...proof,
    name: `parley mcp on ${hostname()}`.slice(0, 100),
    audience: await audienceOf(baseUrl),
  });
  const [secret, id, expiresAt, scopes] = ['secret', 'credential.id', 'credential.expiresAt', 'credential.scopes'].map(
    (field) => fieldOf(body, field),
  );
  if (typeof secret !== 'string' || typeof id !== 'string' || typeof expiresAt !== 'string' || !Array.isArray(scopes)) {
    throw new CommandError('The answer has no credential. Check that the address is that of Parley.', EXIT.unavailable);
  }
  return { secret: headerSafe(secret), id, scopes: scopes.map(String), expiresAt };
}

/** Without those for credentials: a model must not issue or revoke them, unless a person names these scopes. */
export function scopesForModels(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => !scope.startsWith('credentials:'));
}

/** The service's own name for its MCP endpoint (RFC 9728 §3), which may differ from the address that was typed. */
async function audienceOf(baseUrl: string): Promise<string> {
  const { origin } = new URL(baseUrl);
  const path = `${siteOf(baseUrl)}/mcp`.slice(origin.length);
  const { status, body } = await sendHttp({
    method: 'GET',
    url: new URL(`${origin}/.well-known/oauth-protected-resource${path}`),
    headers: { accept: 'application/json' },
    body: null,
    deadline: AbortSignal.timeout(LONGEST_MS),
  });
  const text = await textOf(body);
  const resource = status === 200 ? fieldOf(jsonOf(text), 'resource') : undefined;
  return typeof resource === 'string' ? resource : `${origin}${path}`;
}
