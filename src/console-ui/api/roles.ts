import roles from './roles.json';
import type { Schemas } from './client';

export type Role = Schemas['Member']['role'];

/** An operation for which a role is required. All others are open to every member of the workspace. */
export type OperationWithRole = keyof typeof roles;

const RANK: Readonly<Record<Role, number>> = { member: 0, admin: 1, owner: 2 };

/** Whether a member's role allows an operation. It decides what the console shows; the service decides alone what happens. */
export function mayUse(role: Role, operation: OperationWithRole): boolean {
  return RANK[role] >= RANK[roles[operation] as Role];
}
