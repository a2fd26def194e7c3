import { RoleInsufficient } from '../../common/auth/auth.errors';
import { type Role, roleReaches } from '../../common/operations/access';
import { OwnersOnly } from './members.errors';

/**
 * Who may give or take a role: admins may, but what is an owner's before or after only owners touch.
 *
 * @throws RoleInsufficient, OwnersOnly 403
 */
export function ensureMayChange(actor: Role, ...roles: (Role | null | undefined)[]): void {
  if (!roleReaches(actor, 'admin')) throw new RoleInsufficient('admin');
  if (actor !== 'owner' && roles.includes('owner')) throw new OwnersOnly();
}
