import { uuidOrNil } from '../database/uuid';
import type { Role } from '../operations/access';
import type { Member, WorkspaceScope } from '../request/principal';

/**
 * The live membership of account `a` in the workspace `$2` (null: none), for joining into a strategy's one
 * statement. Expects the account's table under the alias `a`.
 */
export const MEMBERSHIP_JOIN = `
  LEFT JOIN members m ON m.workspace_id = $2::uuid AND m.account_id = a.id
  LEFT JOIN workspaces w ON w.id = m.workspace_id`;

/** `$2` for {@link MEMBERSHIP_JOIN}: what is no UUID names no workspace. */
export function workspaceParameter(workspaceId: string | null): string | null {
  return workspaceId === null ? null : uuidOrNil(workspaceId);
}

export const MEMBERSHIP_COLUMNS = `
  m.id AS "memberId", m.workspace_id AS "workspaceId", m.role, m.restricted_agent_ids::text[] AS "agentIds",
  w.plan_id AS "planId"`;

export interface MembershipRow {
  /** Null where the account is no member; then nothing else is there either. */
  memberId: string | null;
  workspaceId: string;
  role: Role;
  agentIds: string[] | null;
  planId: string;
}

/** What an account reaches in the workspace of the path. */
export function memberOf(accountId: string, row: MembershipRow): Member | null {
  const { memberId, workspaceId, role, planId, agentIds } = row;
  return memberId === null ? null : { memberId, accountId, role, workspaceId, planId, agentIds };
}

/** What a secret of one workspace reaches in the workspace of the path: all of its own one, and nothing elsewhere. */
export function scopeOf(
  pathWorkspaceId: string | null,
  { workspaceId, planId }: Pick<WorkspaceScope, 'workspaceId' | 'planId'>,
): WorkspaceScope | null {
  return pathWorkspaceId?.toLowerCase() === workspaceId ? { workspaceId, planId, agentIds: null } : null;
}
