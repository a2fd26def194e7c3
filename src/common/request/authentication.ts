import type { Member, Principal, WorkspaceScope } from './principal';

/** The parts of a request that a strategy checks a credential against. */
export interface AuthenticationRequest {
  /** The workspace of the path, so that the membership is read in the same statement. Null if the path has none. */
  workspaceId: string | null;
  /** The URL that the credential must be valid for: `{base_url}` or `{mcp_url}`. */
  audience: string;
  /** The Origin header, for cookies. */
  origin: string | null;
}

/** A caller that was authenticated a moment ago, with its access in one workspace, or in none if null. */
export interface KnownCaller extends Authentication {
  workspaceId: string | null;
}

/** The result of a strategy. */
export interface Authentication {
  principal: Principal;
  /** The caller's access in the workspace of the path. Null without access, which the caller sees as 404. */
  scope: WorkspaceScope | Member | null;
}
