import type { Role } from '../../src/common/operations/access';
import { MembersRepository } from '../../src/workspaces/members.repository';
import type { Parley } from '../support/parley';

/** Makes the account a member, without an invitation. */
export async function aMember<Account extends { id: string }>(
  parley: Parley,
  workspace: { id: string },
  account: Account,
  { role = 'member', restrictedAgentIds = null }: { role?: Role; restrictedAgentIds?: string[] | null } = {},
): Promise<Account & { memberId: string }> {
  const members = parley.get(MembersRepository);
  await members.insert(workspace.id, { accountId: account.id, role, restrictedAgentIds });
  const member = await members.findAccount(workspace.id, account.id);
  if (!member) throw new Error('The member was not stored');
  return { ...account, memberId: member.id };
}
