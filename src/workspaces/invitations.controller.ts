import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentAccount, CurrentMember } from '../common/auth/current.decorators';
import type { AccountPrincipal, Member } from '../common/auth/principal';
import { Operation } from '../common/operations/operation.decorator';
import { DeletedDto } from './deleted.dto';
import { AcceptInvitationDto, InvitationDto, InvitationListDto, InviteMemberDto } from './invitation.dto';
import { InvitationsService } from './invitations.service';
import { MemberDto } from './member.dto';

@ApiTags('Members')
@Controller()
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Post('workspaces/:workspaceId/invitations')
  @Operation({
    operationId: 'inviteMember',
    summary: 'Invite somebody to a workspace',
    description:
      'Sends a mail with a single-use token that is good for seven days. An earlier open invitation of the address ends. ' +
      'Members and open invitations together count against the plan. There are limits for a day, in which revoked ' +
      'invitations count; a mailbox that has got enough of them gets no further mail, and the answer does not tell.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    returns: InvitationDto,
    status: 201,
    errors: ['association_invalid', 'plan_limit_reached', 'rate_limited'],
    idempotent: true,
  })
  async invite(@CurrentMember() actor: Member, @Body() input: InviteMemberDto): Promise<InvitationDto> {
    const { email, role, restrictedAgentIds = null } = input;
    return InvitationDto.from(await this.invitations.invite(actor, { email, role, restrictedAgentIds }), actor);
  }

  @Get('workspaces/:workspaceId/invitations')
  @Operation({
    operationId: 'listInvitations',
    summary: 'List the open invitations of a workspace',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: InvitationListDto,
  })
  async list(@CurrentMember() reader: Member): Promise<InvitationListDto> {
    return InvitationListDto.from(await this.invitations.list(reader.workspaceId), reader);
  }

  @Delete('workspaces/:workspaceId/invitations/:invitationId')
  @Operation({
    operationId: 'revokeInvitation',
    summary: 'Revoke an open invitation',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    returns: DeletedDto,
    destructive: true,
  })
  async revoke(@CurrentMember() actor: Member, @Param('invitationId') invitationId: string): Promise<DeletedDto> {
    await this.invitations.revoke(actor, invitationId);
    return { deleted: true };
  }

  @Post('invitations/accept')
  @Operation({
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation that was sent to you',
    description:
      'Only the account whose verified email is the recipient; for everybody else the invitation does not exist. ' +
      'A second call answers with the membership that the first one made.',
    access: { kind: 'account', scopes: ['workspaces:write'] },
    returns: MemberDto,
    errors: ['not_found', 'plan_limit_reached'],
  })
  async accept(@CurrentAccount() account: AccountPrincipal, @Body() input: AcceptInvitationDto): Promise<MemberDto> {
    return MemberDto.from(await this.invitations.accept(account.accountId, input.token), null);
  }
}
