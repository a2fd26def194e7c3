import { hostname } from 'node:os';
import { Service } from '../connection/service';
import { baseUrlOf, headerSafe, listingAt } from '../environment';
import { UsageError } from '../errors';
import { type Host, write } from '../host';
import type { Capability } from '../capability';
import { onOneLine } from '../output/printable';
import type { Profile } from '../profiles/profile-store';
import type { Context } from './context';
import { call, operationIn } from './operations';
import { allOf, passwordOf } from './password';
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
}

/** The answer to bootstrapping, as far as it is kept. */
interface Receipt {
  secret: string;
  credential: { id: string; scopes: string[]; expiresAt: string };
}

/**
 * Keeps a credential in the profile: one that it obtains with the account's password, or one that is given. A credential
 * that the profile had from here before is revoked, so that none stays behind unseen.
 */
export async function login(options: LoginOptions, { environment, host }: Context): Promise<void> {
  const { profiles, profileName } = environment;
  const before = await profiles.read(profileName);
  const baseUrl = await addressFor(options, before, host);
  const url = baseUrl.replace(/\/api\/v1$/, '');
  await warnOfPlainText(url, host);
  const workspace = options.workspace ?? (before && baseUrlOf(before.url) === baseUrl ? before.workspace : undefined);
  if (options.withToken) {
    const secret = headerSafe(await allOf(host.stdin));
    await profiles.write(profileName, { url, secret, workspace });
    return said(host, `The credential is kept in the profile ${profileName}, for ${url}.`);
  }
  const listing = await listingAt(baseUrl, host.env).refresh();
  const email = options.email ?? (await host.ask('Email:'));
  const currentPassword = await passwordOf(options, host);
  const bootstrap = operationIn(listing, 'bootstrapAccountCredential');
  const scopes = options.scopes?.split(/[\s,]+/).filter(Boolean) ?? everyScope(bootstrap);
  const { body } = await call(new Service(baseUrl, null), bootstrap, {
    email,
    currentPassword,
    name: options.name ?? `parley on ${hostname()}`.slice(0, 100),
    scopes,
    ...(options.expiresAt !== undefined && { expiresAt: options.expiresAt }),
  });
  const { secret, credential } = body as Receipt;
  const { id, expiresAt } = credential;
  const profile = { url, secret, workspace, credential: { id, email, scopes: credential.scopes, expiresAt } };
  await profiles.write(profileName, profile).catch(async (error: unknown) => {
    // What cannot be kept should not stay valid.
    await revoked({ baseUrl, listing, profile, currentPassword }).catch(() => {});
    throw error;
  });
  await said(host, `Signed in at ${url} as ${email}, until ${expiresAt} (profile ${profileName}).`);
  if (!before?.credential || baseUrlOf(before.url) !== baseUrl || before.credential.id === id) return;
  const gone = await revoked({ baseUrl, listing, profile: before, currentPassword }).catch(() => false);
  if (!gone) await said(host, `The credential before stays valid until ${before.credential.expiresAt}.`);
}

async function addressFor({ url }: LoginOptions, before: Profile | null, host: Host): Promise<string> {
  const known = url ?? (host.env['PARLEY_URL'] || before?.url);
  if (known) return baseUrlOf(known);
  return baseUrlOf(await host.ask('Address of the service:', { fallback: 'http://localhost:3000' }));
}

function everyScope({ inputSchema }: Capability): string[] {
  const scopes = inputSchema.properties?.['scopes']?.items?.enum;
  if (!scopes) throw new UsageError('The service does not say which scopes there are.', 'Say which: --scopes');
  return scopes.map(String);
}

async function warnOfPlainText(url: string, host: Host): Promise<void> {
  const { protocol, hostname: name } = new URL(url);
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(name);
  if (protocol === 'http:' && !local) await said(host, `Careful: ${url} is not encrypted; others may read along.`);
}

async function said({ stderr }: Host, text: string): Promise<void> {
  await write(stderr, `${onOneLine(text)}\n`);
}
