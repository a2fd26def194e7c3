import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CallingProgram } from '../../accounts/sessions/calling-program.decorator';
import type { Program } from '../../accounts/sessions/sessions.service';
import { CurrentAccount, CurrentMember } from '../../common/auth/current.decorators';
import { REMOVED, RemovalDto } from '../../common/operations/removal.dto';
import { Operation } from '../../common/registry/operation.decorator';
import type { AccountPrincipal, Member } from '../../common/request/principal';
import { MemberDto } from '../members/member.dto';
import {
  AcceptInvitationAsNewInput,
  AcceptInvitationInput,
  InvitationDto,
  InvitationListDto,
  InviteMemberInput,
  NewcomerDto,
} from './invitation.dto';
import { InvitationsService } from './invitations.service';
import { NewcomersService } from './newcomers.service';

@ApiTags('Members')
@Controller()
export class InvitationsController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly newcomers: NewcomersService,
  ) {}

  @Post('workspaces/:workspaceId/invitations')
  @Operation({
    operationId: 'inviteMember',
    summary: 'Invite a member',
    description:
      'Sends an email with a single-use token that is valid for seven days. An earlier open invitation to the ' +
      'same address ends. Members and open invitations together count toward the plan’s limit. Daily limits ' +
      'apply and include revoked invitations. A recipient who has reached the daily limit gets no further ' +
      'email; the response does not reveal this.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: {
      subject: ['invitation', 'response.id'],
      fields: { email: 'personal', role: 'plain', restrictedAgentIds: 'plain' },
    },
    returns: InvitationDto,
    status: 201,
    errors: ['association_invalid', 'plan_limit_reached', 'rate_limited'],
    idempotent: true,
    cli: { name: 'members invite', examples: ['members invite bea@example.com --role member'] },
  })
  async invite(@CurrentMember() actor: Member, @Body() input: InviteMemberInput): Promise<InvitationDto> {
    return InvitationDto.from(await this.invitations.invite(actor, input), actor);
  }

  @Get('workspaces/:workspaceId/invitations')
  @Operation({
    operationId: 'listInvitations',
    summary: 'List open invitations',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: InvitationListDto,
  })
  async list(@CurrentMember() reader: Member): Promise<InvitationListDto> {
    return InvitationListDto.from(await this.invitations.list(reader.workspaceId), reader);
  }

  @Delete('workspaces/:workspaceId/invitations/:invitationId')
  @Operation({
    operationId: 'revokeInvitation',
    summary: 'Revoke an invitation',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['invitation', 'path.invitationId'] },
    returns: RemovalDto,
    destructive: true,
    cli: { consequence: 'The link in the email stops working. You can invite the person again.' },
  })
  async revoke(@CurrentMember() actor: Member, @Param('invitationId') invitationId: string): Promise<RemovalDto> {
    await this.invitations.revoke(actor, invitationId);
    return REMOVED;
  }

  @Post('invitations/accept')
  @Operation({
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation',
    description:
      'Only the account with the verified email address that received the invitation can accept it. All other ' +
      'accounts get a 404. A repeated call returns the membership that the first call created.',
    access: { kind: 'account', scopes: ['workspaces:write'] },
    audit: { subject: ['member', 'response.id'], workspace: 'response.workspaceId' },
    returns: MemberDto,
    errors: ['not_found', 'plan_limit_reached'],
  })
  async accept(@CurrentAccount() account: AccountPrincipal, @Body() input: AcceptInvitationInput): Promise<MemberDto> {
    return MemberDto.from(await this.invitations.accept(account.accountId, input), null);
  }

  @Post('invitations/accept-as-new')
  @Operation({
    operationId: 'acceptInvitationAsNew',
    summary: 'Accept an invitation and create your account',
    description:
      'For a person without an account. The token proves the email address of the invitation, so that address needs no ' +
      'verification. Creates the account, makes it a member, opens a session and sets its cookie. If the request has ' +
      'an `Origin` header, the origin must be trusted. A token that has been used gets a 404.',
    access: { kind: 'public' },
    audit: { subject: ['member', 'noted'], transaction: 'service' },
    returns: NewcomerDto,
    status: 201,
    checks: ['trusted_origin'],
    errors: ['not_found', 'plan_limit_reached', 'account_exists', 'identity_unavailable'],
    limit: 'sign_up_per_address',
    noStore: true,
    idempotent: true,
    mcp: false,
    cli: 'invitations accept-as-new',
  })
  async acceptAsNew(
    @Body() input: AcceptInvitationAsNewInput,
    @CallingProgram() program: Program,
  ): Promise<NewcomerDto> {
    return NewcomerDto.from(await this.newcomers.accept(input, program));
  }
}
