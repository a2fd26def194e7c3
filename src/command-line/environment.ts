import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Credential, credential, credentialFromFile } from './connection/credential';
import { Service } from './connection/service';
import { ListingCache } from './connection/listing';
import { repeatable } from './discreet-command';
import { UsageError } from './errors';
import type { Host } from './host';
import { ListedRowStore } from './names/listed-rows';
import { DEFAULT_PROFILE, type Profile, ProfileStore } from './profiles/profile-store';

/** The default address of the service. */
export const LOCAL_SERVICE = 'http://localhost:3000';

/** The service that a command calls, its credential, and its defaults. */
export interface Environment {
  profiles: ProfileStore;
  profileName: string;
  profile: Profile | null;
  baseUrl: string;
  listing: ListingCache;
  listedRows: ListedRowStore;
  /** Null if there is none. @throws UsageError if the value cannot be a credential */
  credential(): Promise<Credential | null>;
  /** Sends the credential. @throws UsageError */
  service(): Promise<Service>;
  /** The workspace and the agent of commands that do not name one. */
  defaults: { workspace: Default | null; agent: Default | null };
}

export interface Default {
  /** An id. From a variable, it may also be a name. */
  text: string;
  /** The environment variable. Undefined if the default is from the profile. */
  variable?: string;
}

export interface Choice {
  /** The profile named on the command line. */
  profile?: string | undefined;
  /** The command creates profiles. */
  mayBeNew: boolean;
}

/**
 * `PARLEY_URL`, `PARLEY_TOKEN` (or `PARLEY_TOKEN_FILE`), `PARLEY_WORKSPACE`, `PARLEY_AGENT` and `PARLEY_PROFILE` take
 * precedence over the profile.
 *
 * @throws UsageError if one of them is invalid
 */
export async function environmentOf({ env }: Host, { profile: chosen, mayBeNew }: Choice): Promise<Environment> {
  const profiles = new ProfileStore(configFolderOf(env));
  const named = chosen ?? (env['PARLEY_PROFILE'] || (await profiles.current()));
  const profileName = named ?? DEFAULT_PROFILE;
  const profile = await profiles.read(profileName).catch((error: unknown) => {
    // Commands that create profiles also replace an invalid one.
    if (mayBeNew && error instanceof UsageError) return null;
    throw error;
  });
  if (named !== null && !profile && !mayBeNew) await ensureKnown(profiles, named);
  const baseUrl = baseUrlOf(env['PARLEY_URL'] || profile?.url || LOCAL_SERVICE);
  // The credential of a profile is only for the profile's service, even if PARLEY_URL names another.
  const own = profile && baseUrlOf(profile.url) === baseUrl ? profile : null;
  // Read it once: the file may be a pipe.
  let read: Promise<Credential | null> | undefined;
  const used = (): Promise<Credential | null> => (read ??= credentialOf(env, own));
  return {
    profiles,
    profileName,
    profile,
    baseUrl,
    listing: listingAt(baseUrl, env),
    listedRows: new ListedRowStore(configFolderOf(env), profileName, baseUrl),
    credential: used,
    service: async () => new Service(baseUrl, await used()),
    defaults: {
      workspace: defaultOf(env, 'PARLEY_WORKSPACE', own?.workspace),
      agent: defaultOf(env, 'PARLEY_AGENT', own?.agent),
    },
  };
}

function defaultOf(env: Host['env'], variable: string, saved: string | undefined): Default | null {
  const text = env[variable];
  if (text) return { text, variable };
  return saved === undefined ? null : { text: saved };
}

/** The cached listing of the service at an address. */
export function listingAt(baseUrl: string, env: Host['env']): ListingCache {
  return new ListingCache(baseUrl, cacheFolderOf(env));
}

/** Accepts the address of the service, or that of its API. */
export function baseUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.search !== '') {
    // Do not show the text: it may contain a password, or be one.
    throw new UsageError('The value is not the address of a service.', 'Example: https://parley.example.com');
  }
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith('/api/v1') ? path : `${path}/api/v1`}`;
}

async function credentialOf(env: Host['env'], profile: Profile | null): Promise<Credential | null> {
  const token = env['PARLEY_TOKEN'];
  if (token) return credential(token, 'PARLEY_TOKEN');
  const file = env['PARLEY_TOKEN_FILE'];
  if (file) return credentialFromFile(file);
  return profile && credential(profile.secret);
}

async function ensureKnown(profiles: ProfileStore, name: string): Promise<void> {
  const names = await profiles.names();
  const known = names.length > 0 ? `Profiles: ${names.join(', ')}.` : 'There are no profiles yet.';
  const shown = repeatable(name);
  throw new UsageError(`There is no profile ${shown}. ${known}`, `Create it: parley login --profile ${shown}`);
}

function configFolderOf(env: Host['env']): string {
  if (env['PARLEY_CONFIG_DIR']) return env['PARLEY_CONFIG_DIR'];
  const base = process.platform === 'win32' ? env['APPDATA'] : env['XDG_CONFIG_HOME'];
  return join(base || join(env['HOME'] ?? homedir(), '.config'), 'parley');
}

function cacheFolderOf(env: Host['env']): string {
  if (env['PARLEY_CONFIG_DIR']) return join(env['PARLEY_CONFIG_DIR'], 'cache');
  const base = process.platform === 'win32' ? env['LOCALAPPDATA'] : env['XDG_CACHE_HOME'];
  return join(base || join(env['HOME'] ?? homedir(), '.cache'), 'parley');
}

/** The address of the service itself, for its base URL. */
export function siteOf(baseUrl: string): string {
  return baseUrl.replace(/\/api\/v1$/, '');
}
