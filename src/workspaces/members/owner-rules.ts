import { Injectable } from '@nestjs/common';
import { RoleInsufficient } from '../../common/auth/auth.errors';
import { type Role, roleReaches } from '../../common/operations/access';
import type { Member } from '../../common/request/principal';
import { OwnersOnly } from './members.errors';
import { MembersRepository } from './members.repository';

/**
 * Who may grant or remove a role: admins, except that only owners may grant or remove the role owner.
 *
 * @throws RoleInsufficient, OwnersOnly 403
 */
export function ensureMayChange(actor: Role, ...roles: (Role | null | undefined)[]): void {
  if (!roleReaches(actor, 'admin')) throw new RoleInsufficient('admin');
  if (actor !== 'owner' && roles.includes('owner')) throw new OwnersOnly();
}

/** The same check by the current role, under the lock of the workspace: the actor may have lost the role meanwhile. */
@Injectable()
export class OwnerRules {
  constructor(private readonly members: MembersRepository) {}

  /** @throws RoleInsufficient, OwnersOnly 403, NotFound if the actor has left */
  async ensureStillMayChange({ workspaceId, accountId }: Member, ...roles: (Role | null | undefined)[]): Promise<void> {
    const { role } = await this.members.requireByAccount(workspaceId, accountId);
    ensureMayChange(role, ...roles);
  }
}
