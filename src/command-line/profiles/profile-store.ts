import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../errors';
import { readJson, writePrivately } from '../private-files';

/** An account credential for the service's MCP endpoint. */
export interface McpAccess {
  secret: string;
  id: string;
  scopes: string[];
  expiresAt: string;
}

/** A service, and a credential for it. */
export interface Profile {
  /** The base address of the service. */
  url: string;
  /** An account credential, or a workspace key. */
  secret: string;
  /** The id for commands that do not name a workspace, or an agent. */
  workspace?: string | undefined;
  agent?: string | undefined;
  /** The names of the two, if they were chosen by name. */
  names?: { workspace?: string | undefined; agent?: string | undefined } | undefined;
  /** Only for account credentials that `parley login` obtained. */
  credential?: { id: string; email: string; scopes: string[]; expiresAt: string } | undefined;
  /** For `parley mcp`. Only if `parley login --mcp` or the bridge obtained one. */
  mcp?: McpAccess | undefined;
  /** Signs what `parley webhooks listen` sends to programs of this machine. */
  webhookSecret?: string | undefined;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
export const DEFAULT_PROFILE = 'default';

/** One file for each profile, with mode 0600, and one file with the name of the current profile. */
export class ProfileStore {
  constructor(private readonly folder: string) {}

  async read(name: string): Promise<Profile | null> {
    const file = this.fileOf(name);
    const profile = (await readJson(file)) as Partial<Profile> | null;
    if (!profile) return null;
    await ensurePrivate(file);
    if (typeof profile.url !== 'string' || typeof profile.secret !== 'string') return null;
    return { ...profile, url: profile.url, secret: profile.secret };
  }

  async write(name: string, profile: Profile): Promise<void> {
    await writePrivately(this.fileOf(name), `${JSON.stringify(profile, null, 2)}\n`);
  }

  async remove(name: string): Promise<void> {
    await rm(this.fileOf(name), { force: true });
    if ((await this.current()) === name) await rm(this.chosen(), { force: true });
  }

  /** Sorted. */
  async names(): Promise<string[]> {
    const files = await readdir(join(this.folder, 'profiles')).catch(() => []);
    return files
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, -'.json'.length))
      .filter((name) => NAME.test(name))
      .sort();
  }

  /** Null if none was chosen. */
  async current(): Promise<string | null> {
    const chosen = (await readJson(this.chosen())) as { profile?: unknown } | null;
    return typeof chosen?.profile === 'string' ? chosen.profile : null;
  }

  async use(name: string): Promise<void> {
    await writePrivately(this.chosen(), `${JSON.stringify({ profile: name })}\n`);
  }

  private chosen(): string {
    return join(this.folder, 'current.json');
  }

  private fileOf(name: string): string {
    if (!NAME.test(name)) {
      throw new UsageError('The name of a profile may contain only letters, digits, dots and dashes.');
    }
    return join(this.folder, 'profiles', `${name}.json`);
  }
}

async function ensurePrivate(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await stat(file);
  if ((mode & 0o077) === 0) return;
  throw new UsageError(`${file} contains a secret, and others can read it.`, `Restrict it: chmod 600 '${file}'`);
}
