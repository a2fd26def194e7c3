import { uuidOrNil } from '../database/uuid';
import type { Role } from '../operations/access';
import type { Member } from '../request/principal';

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
  m.id AS member_id, m.workspace_id, m.role, m.restricted_agent_ids::text[] AS restricted_agent_ids, w.plan_id`;

export interface MembershipRow {
  member_id: string | null;
  workspace_id: string;
  role: Role;
  restricted_agent_ids: string[] | null;
  plan_id: string;
}

export function memberOf(accountId: string, row: MembershipRow): Member | null {
  if (row.member_id === null) return null;
  return {
    memberId: row.member_id,
    accountId,
    role: row.role,
    workspaceId: row.workspace_id,
    planId: row.plan_id,
    agentIds: row.restricted_agent_ids,
  };
}
