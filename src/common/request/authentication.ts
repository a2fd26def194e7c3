import type { Member, Principal, WorkspaceScope } from './principal';

/** What a credential is checked against, besides being good at all. */
export interface AuthenticationRequest {
  /** The workspace of the path, so that its membership is read in the same statement; null where the path has none. */
  workspaceId: string | null;
  /** The URL that the credential must be meant for: `{base_url}` or `{mcp_url}`. */
  audience: string;
  /** The Origin header, for cookies. */
  origin: string | null;
}

/** What a strategy answers. */
export interface Authentication {
  principal: Principal;
  /** The caller's reach in the workspace of the path; null where there is none, which the caller sees as 404. */
  scope: WorkspaceScope | Member | null;
}
