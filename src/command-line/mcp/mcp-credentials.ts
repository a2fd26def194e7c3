import { credential, credentialFromFile } from '../connection/credential';
import { baseUrlOf, type Environment, listingAt, siteOf } from '../environment';
import { CommandError, Refusal } from '../errors';
import { EXIT } from '../exit-codes';
import { type Host, write } from '../host';
import { onOneLine } from '../output/printable';
import { DEFAULT_PROFILE, type McpAccess, type Profile } from '../profiles/profile-store';
import { issueMcpAccess, scopesForModels } from './mcp-access';
import { passwordFrom } from './password-command';

export interface McpCredentialsOptions {
  environment: Environment;
  host: Host;
  passwordCommand: string | undefined;
}

/** In milliseconds: how long before its end a credential is replaced, where that needs no person. */
const EARLY_MS = 600_000;
/** In milliseconds: how long to leave the service alone after it refused to sign in. */
const AFTER_REFUSAL_MS = 60_000;

/**
 * The credential of the bridge. It is read anew for each message, so that a sign-in in another terminal takes effect
 * at once. With a command for the password, the bridge signs in by itself.
 */
export class McpCredentials {
  private renewing: Promise<McpAccess> | undefined;
  /** The last one that this process obtained, in case that the profile cannot be written. */
  private obtained: McpAccess | undefined;
  /** Whether the service has accepted it. One that refuses it at once would refuse the next one too. */
  private isProven = false;
  private refusal: { error: unknown; at: number } | undefined;

  constructor(private readonly options: McpCredentialsOptions) {}

  /**
   * `refused`: the secret that the service has just refused.
   *
   * @throws CommandError with what a person must do
   */
  async current(refused?: string): Promise<string> {
    const { environment, host, passwordCommand } = this.options;
    const { PARLEY_TOKEN: token, PARLEY_TOKEN_FILE: file } = host.env;
    if (token || file) {
      const { secret, from } = token ? credential(token, 'PARLEY_TOKEN') : await credentialFromFile(file!);
      if (secret !== refused) return secret;
      throw new SignInNeeded(
        `The service refuses the credential of ${from}.`,
        `It must be one for MCP that has not expired.`,
      );
    }
    const profile = await this.profile();
    const reserve = passwordCommand === undefined ? 0 : EARLY_MS;
    const valid = [profile?.mcp, this.obtained].find(
      (access) => access && access.secret !== refused && Date.parse(access.expiresAt) > Date.now() + reserve,
    );
    if (valid) return credential(valid.secret).secret;
    if (refused !== undefined && refused === this.obtained?.secret && !this.isProven) {
      throw new SignInNeeded('The service refuses the sign-in that it has just issued.', remedyFor(environment));
    }
    if (passwordCommand !== undefined) return (await this.renew(profile, passwordCommand)).secret;
    throw new SignInNeeded(reasonOf(profile, refused), remedyFor(environment));
  }

  /** The service has accepted this secret. */
  accepted(secret: string): void {
    this.isProven ||= secret === this.obtained?.secret;
  }

  /** That of the service that is called. */
  private async profile(): Promise<Profile | null> {
    const { profiles, profileName, baseUrl } = this.options.environment;
    const profile = await profiles.read(profileName);
    return profile && baseUrlOf(profile.url) === baseUrl ? profile : null;
  }

  /** Once for all messages that wait for it. */
  private async renew(profile: Profile | null, command: string): Promise<McpAccess> {
    if (this.refusal && Date.now() - this.refusal.at < AFTER_REFUSAL_MS) throw this.refusal.error;
    this.renewing ??= this.signIn(profile, command).finally(() => (this.renewing = undefined));
    return this.renewing;
  }

  private async signIn(profile: Profile | null, command: string): Promise<McpAccess> {
    const { environment, host } = this.options;
    const { profiles, profileName, baseUrl } = environment;
    if (!profile?.credential) throw new SignInNeeded('The profile has no account yet.', remedyFor(environment));
    const { email, scopes } = profile.credential;
    try {
      const access = await issueMcpAccess({
        baseUrl,
        listing: await listingAt(baseUrl, host.env).get(),
        email,
        currentPassword: await passwordFrom(command),
        scopes: profile.mcp?.scopes ?? scopesForModels(scopes),
      });
      const latest = await this.profile();
      // Signed out meanwhile: a profile that is gone stays so.
      if (!latest) throw new SignInNeeded('You are not signed in for MCP.', remedyFor(environment));
      this.obtained = access;
      this.isProven = false;
      await profiles.write(profileName, { ...latest, mcp: access }).catch(async (error: unknown) => {
        if (!(error instanceof CommandError)) throw error;
        await write(host.stderr, `parley: ${onOneLine(error.message)} The new credential is not saved.\n`);
      });
      return access;
    } catch (error) {
      // A wrong password would soon lock the account out of signing in.
      if (error instanceof Refusal) this.refusal = { error, at: Date.now() };
      throw error;
    }
  }
}

class SignInNeeded extends CommandError {
  constructor(reason: string, remedy: string) {
    super(reason, EXIT.authentication, remedy);
  }
}

function reasonOf(profile: Profile | null, refused: string | undefined): string {
  if (!profile?.mcp) return 'You are not signed in for MCP.';
  return refused === profile.mcp.secret && Date.parse(profile.mcp.expiresAt) > Date.now()
    ? 'The service no longer accepts the sign-in for MCP: it was revoked.'
    : 'The sign-in for MCP has expired.';
}

function remedyFor({ profileName, baseUrl }: Environment): string {
  const profile = profileName === DEFAULT_PROFILE ? '' : ` --profile ${profileName}`;
  const url = siteOf(baseUrl);
  return `Nothing has to be restarted. In a terminal: parley login --mcp --url ${url}${profile}`;
}
