import { Injectable } from '@nestjs/common';
import type { SecretPrefix } from '../secrets/token';
import type { Member, Principal, WorkspaceScope } from './principal';

/** What an authenticator may look at besides the secret. */
export interface AuthenticationRequest {
  /** The workspace of the path, so that its membership is read in the same statement; null where the path has none. */
  workspaceId: string | null;
  /** The URL that the credential must be meant for: `{base_url}` or `{mcp_url}`. */
  audience: string;
  /** The Origin header, for cookies. */
  origin: string | null;
}

export interface Authentication {
  principal: Principal;
  /** The caller's reach in the workspace of the path; null where there is none, which the caller sees as 404. */
  scope: WorkspaceScope | Member | null;
}

/** Turns one kind of secret into a principal with one SQL statement, or throws the 401 that says what is wrong with it. */
export interface Authenticator {
  readonly prefix: SecretPrefix;
  authenticate(secret: string, request: AuthenticationRequest): Promise<Authentication>;
}

/** The authenticators of all features, by prefix; each registers itself, so that this folder knows none of them. */
@Injectable()
export class Authenticators {
  private readonly byPrefix = new Map<SecretPrefix, Authenticator>();

  register(authenticator: Authenticator): void {
    if (this.byPrefix.has(authenticator.prefix)) {
      throw new Error(`Two authenticators for the prefix ${authenticator.prefix}`);
    }
    this.byPrefix.set(authenticator.prefix, authenticator);
  }

  for(prefix: SecretPrefix): Authenticator | undefined {
    return this.byPrefix.get(prefix);
  }
}
