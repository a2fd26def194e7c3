import { uuidOrNil } from '../database/uuid';
import type { Role } from '../operations/access';
import type { Member, WorkspaceScope } from '../request/principal';

/**
 * The current membership of account `a` in the workspace `$2` (null: no workspace), as a join for the single statement of a
 * strategy. Expects the table of accounts under the alias `a`.
 */
export const MEMBERSHIP_JOIN = `
  LEFT JOIN members m ON m.workspace_id = $2::uuid AND m.account_id = a.id
  LEFT JOIN workspaces w ON w.id = m.workspace_id`;

/** `$2` for {@link MEMBERSHIP_JOIN}. Null if the id is not a UUID. */
export function workspaceParameter(workspaceId: string | null): string | null {
  return workspaceId === null ? null : uuidOrNil(workspaceId);
}

export const MEMBERSHIP_COLUMNS = `
  m.id AS "memberId", m.workspace_id AS "workspaceId", m.role, m.restricted_agent_ids::text[] AS "agentIds",
  w.plan_id AS "planId"`;

export interface MembershipRow {
  /** Null if the account is not a member. The other columns are null then, too. */
  memberId: string | null;
  workspaceId: string;
  role: Role;
  agentIds: string[] | null;
  planId: string;
}

/** The access of an account in the workspace of the path. */
export function memberOf(accountId: string, row: MembershipRow): Member | null {
  const { memberId, workspaceId, role, planId, agentIds } = row;
  return memberId === null ? null : { memberId, accountId, role, workspaceId, planId, agentIds };
}

/** The access of a workspace secret in the workspace of the path: everything in its own workspace, and nothing elsewhere. */
export function scopeOf(
  pathWorkspaceId: string | null,
  { workspaceId, planId }: Pick<WorkspaceScope, 'workspaceId' | 'planId'>,
): WorkspaceScope | null {
  return pathWorkspaceId?.toLowerCase() === workspaceId ? { workspaceId, planId, agentIds: null } : null;
}
