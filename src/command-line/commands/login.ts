import { hostname } from 'node:os';
import { Service } from '../connection/service';
import { credential, headerSafe } from '../connection/credential';
import { baseUrlOf, listingAt, LOCAL_SERVICE, siteOf, type Environment } from '../environment';
import { UsageError } from '../errors';
import { type Host, NoTerminal, write } from '../host';
import type { Capability } from '../capability';
import { onOneLine } from '../output/printable';
import type { Profile } from '../profiles/profile-store';
import type { Context } from './context';
import { Directory } from '../names/directory';
import { call, operationIn } from './operations';
import { allOf, passwordOf } from './password';

import { issueMcpAccess, scopesForModels } from '../mcp/mcp-access';
import { revoked } from './revoke';

export interface LoginOptions {
  url?: string;
  email?: string;
  scopes?: string;
  name?: string;
  expiresAt?: string;
  passwordStdin?: boolean;
  withToken?: boolean;
  workspace?: string;
  /** With scopes, or true. */
  mcp?: string | boolean;
}

/** The fields of the answer that are saved. */
interface Receipt {
  secret: string;
  credential: { id: string; scopes: string[]; expiresAt: string };
}

/**
 * Saves a credential in the profile: one obtained with the account's password, or one read from stdin. Revokes the
 * profile's former credential, or warns that it stays valid.
 */
export async function login(options: LoginOptions, context: Context): Promise<void> {
  const { environment, host } = context;
  const { profiles, profileName, listedRows } = environment;
  const baseUrl = await addressFor(options, environment.profile, host);
  const url = siteOf(baseUrl);
  await warnOfPlainText(url, host);
  if (options.withToken) {
    const secret = headerSafe(await allOf(host.stdin));
    const former = await formerOf(context);
    const place = await placeFor(options, { former, baseUrl, secret, host, listedRows });
    await profiles.write(profileName, { url, secret, ...place });
    await print(host, `Saved the credential in the profile ${profileName}, for ${url}.`);
    await noteOfPlace(place, host);
    return warnOfFormer(former, host);
  }
  const listing = await listingAt(baseUrl, host.env).refresh();
  const email = options.email ?? (await host.ask('Email:'));
  const currentPassword = await passwordOf(options, host);
  const bootstrap = operationIn(listing, 'bootstrapAccountCredential');
  const scopes = options.scopes === undefined ? everyScope(bootstrap) : scopesIn(options.scopes);
  const { body } = await call(new Service(baseUrl, null), bootstrap, {
    email,
    currentPassword,
    name: options.name ?? `parley on ${hostname()}`.slice(0, 100),
    scopes,
    ...(options.expiresAt !== undefined && { expiresAt: options.expiresAt }),
  });
  const { credential: issued, ...receipt } = body as Receipt;
  const secret = headerSafe(receipt.secret);
  const { id, scopes: granted, expiresAt } = issued;
  // Read it now: another process may have signed in at the same time.
  const former = await formerOf(context);
  const profile: Profile = { url, secret, credential: { id, email, scopes: granted, expiresAt } };
  let place: Pick<Profile, 'workspace' | 'agent' | 'names'>;
  try {
    const mcpScopes = scopesForMcp(options, { former, baseUrl, granted });
    if (mcpScopes) profile.mcp = await issueMcpAccess({ baseUrl, listing, email, currentPassword, scopes: mcpScopes });
    place = await placeFor(options, { former, baseUrl, secret, host, listedRows });
    await profiles.write(profileName, { ...profile, ...place });
  } catch (error) {
    // A credential that cannot be saved must not stay valid.
    await revoked({ baseUrl, listing, profile, currentPassword }).catch(() => {});
    throw error;
  }
  await print(host, `Signed in at ${url} as ${email}, until ${expiresAt} (profile ${profileName}).`);
  await noteOfPlace(place, host);
  if (host.env['PARLEY_TOKEN']) await print(host, 'PARLEY_TOKEN is set, and takes precedence over the profile.');
  const own = former?.credential?.email === email && baseUrlOf(former.url) === baseUrl;
  const gone = own && (await revoked({ baseUrl, listing, profile: former, currentPassword }).catch(() => false));
  if (!gone) await warnOfFormer(former, host);
}

/** Null without a sign-in for MCP. One that the profile had at the same service is renewed. */
function scopesForMcp(
  { mcp }: LoginOptions,
  { former, baseUrl, granted }: { former: Profile | null; baseUrl: string; granted: readonly string[] },
): string[] | null {
  if (typeof mcp === 'string') return scopesIn(mcp);
  const known = former && baseUrlOf(former.url) === baseUrl ? former.mcp?.scopes : undefined;
  return known ?? (mcp ? scopesForModels(granted) : null);
}

function scopesIn(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** Null for an invalid profile, which is replaced. */
function formerOf({ environment: { profiles, profileName } }: Context): Promise<Profile | null> {
  return profiles.read(profileName).catch((error: unknown) => {
    if (error instanceof UsageError) return null;
    throw error;
  });
}

/** Warns of a credential that is no longer in the profile, but still valid. */
async function warnOfFormer(former: Profile | null, host: Host): Promise<void> {
  if (!former?.credential || Date.parse(former.credential.expiresAt) < Date.now()) return;
  const { email, expiresAt } = former.credential;
  await print(host, `The former credential, of ${email} at ${former.url}, stays valid until ${expiresAt}.`);
}

interface Former extends Pick<Environment, 'baseUrl' | 'listedRows'> {
  former: Profile | null;
  secret: string;
  host: Host;
}

/** The workspace in the options, the defaults of the former profile at the same service, or the only workspace there is. */
async function placeFor(
  { workspace }: LoginOptions,
  { former, baseUrl, secret, host, listedRows }: Former,
): Promise<Pick<Profile, 'workspace' | 'agent' | 'names'>> {
  const service = new Service(baseUrl, credential(secret));
  const environment = { listing: listingAt(baseUrl, host.env), service: async () => service, listedRows };
  const directory = new Directory(environment);
  if (workspace !== undefined) {
    const { id, name } = await directory.find('workspaceId', { text: workspace });
    return { workspace: id, names: { workspace: name ?? undefined } };
  }
  if (former?.workspace !== undefined && baseUrlOf(former.url) === baseUrl) {
    return { workspace: former.workspace, agent: former.agent, names: former.names };
  }
  return onlyWorkspace(directory);
}

/** Without permission to list workspaces, or with several, there is no default. */
async function onlyWorkspace(directory: Directory): Promise<Pick<Profile, 'workspace' | 'names'>> {
  const [only, ...others] = await directory.every('workspace').catch(() => []);
  return only && others.length === 0 ? { workspace: only.id, names: { workspace: only.names[0] } } : {};
}

async function noteOfPlace({ workspace, names }: Pick<Profile, 'workspace' | 'names'>, host: Host): Promise<void> {
  if (workspace === undefined) return;
  await print(
    host,
    `Commands use the workspace ${names?.workspace ?? workspace}. Another one: parley use --workspace NAME`,
  );
}

async function addressFor({ url }: LoginOptions, before: Profile | null, host: Host): Promise<string> {
  const known = url ?? (host.env['PARLEY_URL'] || before?.url);
  if (known) return baseUrlOf(known);
  const answer = host.ask('Address of the service:', { fallback: LOCAL_SERVICE }).catch((error: unknown) => {
    // The default of every command.
    if (error instanceof NoTerminal) return LOCAL_SERVICE;
    throw error;
  });
  return baseUrlOf(await answer);
}

function everyScope({ inputSchema }: Capability): string[] {
  const scopes = inputSchema.properties?.['scopes']?.items?.enum;
  if (!scopes) throw new UsageError('The service does not list its scopes.', 'Pass them: --scopes');
  return scopes.map(String);
}

async function warnOfPlainText(url: string, host: Host): Promise<void> {
  const { protocol, hostname: name } = new URL(url);
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(name);
  if (protocol === 'http:' && !local)
    await print(host, `Warning: ${url} is not encrypted; others may read the traffic.`);
}

async function print({ stderr }: Host, text: string): Promise<void> {
  await write(stderr, `${onOneLine(text)}\n`);
}
