import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Credential, credential, credentialFromFile } from './connection/credential';
import { Service } from './connection/service';
import { ListingCache } from './connection/listing';
import { repeatable } from './discreet-command';
import { UsageError } from './errors';
import type { Host } from './host';
import { DEFAULT_PROFILE, type Profile, ProfileStore } from './profiles/profile-store';

/** Where nothing else is said. */
export const LOCAL_SERVICE = 'http://localhost:3000';

/** Which service a command speaks to, as whom, and what it may leave out. */
export interface Environment {
  profiles: ProfileStore;
  profileName: string;
  profile: Profile | null;
  baseUrl: string;
  listing: ListingCache;
  /** Null where there is none. @throws UsageError where it cannot be one */
  credential(): Promise<Credential | null>;
  /** With the credential. @throws UsageError */
  service(): Promise<Service>;
  /** Where a command works that does not say where. */
  defaults: { workspace: Default | null; agent: Default | null };
}

export interface Default {
  /** An id; that of a variable may be a name. */
  text: string;
  /** Of the environment; undefined: it is that of the profile. */
  variable?: string;
}

export interface Choice {
  /** That the command line names. */
  profile?: string | undefined;
  /** The command makes profiles. */
  mayBeNew: boolean;
}

/**
 * `PARLEY_URL`, `PARLEY_TOKEN` (or `PARLEY_TOKEN_FILE`), `PARLEY_WORKSPACE`, `PARLEY_AGENT` and `PARLEY_PROFILE` come before
 * the profile.
 *
 * @throws UsageError where one of them cannot be what it is
 */
export async function environmentOf({ env }: Host, { profile: chosen, mayBeNew }: Choice): Promise<Environment> {
  const profiles = new ProfileStore(configFolderOf(env));
  const named = chosen ?? (env['PARLEY_PROFILE'] || (await profiles.current()));
  const profileName = named ?? DEFAULT_PROFILE;
  const profile = await profiles.read(profileName).catch((error: unknown) => {
    // One that is not in order is what such commands are for.
    if (mayBeNew && error instanceof UsageError) return null;
    throw error;
  });
  if (named !== null && !profile && !mayBeNew) await ensureKnown(profiles, named);
  const baseUrl = baseUrlOf(env['PARLEY_URL'] || profile?.url || LOCAL_SERVICE);
  // What a profile keeps is of its service only, whatever PARLEY_URL says.
  const own = profile && baseUrlOf(profile.url) === baseUrl ? profile : null;
  // Once: a file may be a pipe.
  let read: Promise<Credential | null> | undefined;
  const used = (): Promise<Credential | null> => (read ??= credentialOf(env, own));
  return {
    profiles,
    profileName,
    profile,
    baseUrl,
    listing: listingAt(baseUrl, env),
    credential: used,
    service: async () => new Service(baseUrl, await used()),
    defaults: {
      workspace: defaultOf(env, 'PARLEY_WORKSPACE', own?.workspace),
      agent: defaultOf(env, 'PARLEY_AGENT', own?.agent),
    },
  };
}

function defaultOf(env: Host['env'], variable: string, kept: string | undefined): Default | null {
  const text = env[variable];
  if (text) return { text, variable };
  return kept === undefined ? null : { text: kept };
}

/** The listing of the service at an address, as this machine keeps it. */
export function listingAt(baseUrl: string, env: Host['env']): ListingCache {
  return new ListingCache(baseUrl, cacheFolderOf(env));
}

/** The address of the service, or that of its API. */
export function baseUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.search !== '') {
    // Not shown: it may have a password in it, or be one.
    throw new UsageError('What is given is no address of a service.', 'Such as https://parley.example.com');
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
  const known = names.length > 0 ? `There are: ${names.join(', ')}.` : 'There are none yet.';
  const shown = repeatable(name);
  throw new UsageError(`There is no profile ${shown}. ${known}`, `Make it: parley login --profile ${shown}`);
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
