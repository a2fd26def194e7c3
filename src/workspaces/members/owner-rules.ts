import { Injectable } from '@nestjs/common';
import { RoleInsufficient } from '../../common/auth/auth.errors';
import { type Role, roleReaches } from '../../common/operations/access';
import type { Member } from '../../common/request/principal';
import { OwnersOnly } from './members.errors';
import { MembersRepository } from './members.repository';

/**
 * Who may give or take a role: admins may, but what is an owner's before or after only owners touch.
 *
 * @throws RoleInsufficient, OwnersOnly 403
 */
export function ensureMayChange(actor: Role, ...roles: (Role | null | undefined)[]): void {
  if (!roleReaches(actor, 'admin')) throw new RoleInsufficient('admin');
  if (actor !== 'owner' && roles.includes('owner')) throw new OwnersOnly();
}

/** The same by the role of now, under the lock of the workspace: its last holder may have taken the actor's role away. */
@Injectable()
export class OwnerRules {
  constructor(private readonly members: MembersRepository) {}

  /** @throws RoleInsufficient, OwnersOnly 403, NotFound where the actor has left */
  async ensureStillMayChange({ workspaceId, accountId }: Member, ...roles: (Role | null | undefined)[]): Promise<void> {
    const { role } = await this.members.requireByAccount(workspaceId, accountId);
    ensureMayChange(role, ...roles);
  }
}
