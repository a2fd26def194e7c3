import { Body, Controller, Delete, Get, Param, Patch, Query } from '@nestjs/common';
import { CurrentMember } from '../../common/auth/current.decorators';
import { REMOVED, RemovalDto } from '../../common/operations/removal.dto';
import { Section } from '../../common/operations/section.decorator';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { ListMembersQuery, MemberDto, MemberPageDto, UpdateMemberInput } from './member.dto';
import { MembersService } from './members.service';

@Section('The members of a workspace, their roles and agents, and open invitations.')
@Controller('workspaces/:workspaceId/members')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Get()
  @Operation({
    operationId: 'listMembers',
    summary: 'List members',
    description: 'Oldest first. Without `limit`, a page has up to 500 members.',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: MemberPageDto,
    inDefaultToolset: true,
  })
  async list(@CurrentMember() reader: Member, @Query() page: ListMembersQuery): Promise<MemberPageDto> {
    return MemberPageDto.from(await this.members.page(reader.workspaceId, page), reader);
  }

  @Get('me')
  @Operation({
    operationId: 'getOwnMember',
    summary: 'Get your own membership',
    description:
      'Your role and your agents in this workspace. `me` names this member wherever an input takes the id of one.',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: MemberDto,
    cli: 'members me',
  })
  async getOwn(@CurrentMember() { workspaceId, memberId }: Member): Promise<MemberDto> {
    return MemberDto.from(await this.members.get(workspaceId, memberId), null);
  }

  @Patch(':memberId')
  @Operation({
    operationId: 'updateMember',
    summary: 'Update a member',
    description:
      'Changes the role or the agents of a member. Only an owner can promote a member to owner or demote an ' +
      'owner. The last owner cannot be demoted. A role above member removes the restriction to agents. The ' +
      'member’s conversations with agents that they no longer see are unassigned.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['member', 'path.memberId'], fields: { role: 'plain', restrictedAgentIds: 'plain' } },
    returns: MemberDto,
    errors: ['association_invalid', 'last_owner', 'workspace_name_taken'],
  })
  async update(
    @CurrentMember() actor: Member,
    @Param('memberId') memberId: string,
    @Body() input: UpdateMemberInput,
  ): Promise<MemberDto> {
    return MemberDto.from(await this.members.update(actor, memberId, input), actor);
  }

  @Delete(':memberId')
  @Operation({
    operationId: 'removeMember',
    summary: 'Remove a member or leave a workspace',
    description:
      'You can always remove yourself, unless you are the last owner. To remove someone else, your role must be ' +
      'at least admin; to remove an owner, it must be owner. Access ends immediately, and the ' +
      'member’s conversations are unassigned.',
    access: { kind: 'account', scopes: ['workspaces:write'] },
    audit: { subject: ['member', 'path.memberId'] },
    returns: RemovalDto,
    errors: ['role_insufficient', 'last_owner', 'workspace_name_taken'],
    destructive: true,
    cli: {
      consequence: 'Access ends now, and conversations of the member are unassigned. You can invite the person again.',
    },
  })
  async remove(@CurrentMember() actor: Member, @Param('memberId') memberId: string): Promise<RemovalDto> {
    await this.members.remove(actor, memberId);
    return REMOVED;
  }
}
