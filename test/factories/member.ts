import type { Role } from '../../src/common/operations/access';
import { MembersRepository } from '../../src/workspaces/members/members.repository';
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
  const { id: memberId } = await members.requireByAccount(workspace.id, account.id);
  return { ...account, memberId };
}
