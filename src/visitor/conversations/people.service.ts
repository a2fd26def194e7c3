import { Injectable } from '@nestjs/common';
import { MembersService } from '../../workspaces/members/members.service';

/** The people behind an agent as visitors know them: by their names, and by nothing else. */
@Injectable()
export class PeopleService {
  constructor(private readonly members: MembersService) {}

  /** Of messages, by member. Who has left the workspace has no name any more. */
  names(workspaceId: string, memberIds: readonly string[]): Promise<Map<string, string>> {
    return memberIds.length === 0
      ? Promise.resolve(new Map<string, string>())
      : this.members.listNames(workspaceId, memberIds);
  }

  /** Who takes care of a conversation; null: the agent. A person without a name: no member has taken it yet. */
  async answering(
    workspaceId: string,
    { handler, assigneeMemberId }: { handler: 'agent' | 'human'; assigneeMemberId: string | null },
  ): Promise<{ name: string | null } | null> {
    if (handler === 'agent') return null;
    if (assigneeMemberId === null) return { name: null };
    return { name: (await this.names(workspaceId, [assigneeMemberId])).get(assigneeMemberId) ?? null };
  }
}
