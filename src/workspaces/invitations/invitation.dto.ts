import { ApiProperty } from '@nestjs/swagger';
import { ChosenPassword, PersonName } from '../../accounts/account-fields';
import { SignedInDto } from '../../accounts/sessions/session.dto';
import { EmailAddress } from '../../common/mail/email-address';
import { type Role, ROLES } from '../../common/operations/access';
import { RequestExamples } from '../../common/operations/request-examples';
import { SecretField } from '../../common/operations/secret-field';
import { canAccessAgent, type Member } from '../../common/request/principal';
import { Text } from '../../common/validation/field-rules';
import { MemberDto } from '../members/member.dto';
import { RestrictionField, RoleField } from '../members/member-fields';
import type { Invitation } from './invitation.entity';
import type { Newcomer } from './newcomer.types';

export class InvitationDto {
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c" */
  id: string;
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3d" */
  workspaceId: string;
  /** @example "grace@example.com" */
  email: string;
  @ApiProperty({ enum: ROLES, example: 'member' })
  role: Role;
  /**
   * The only agents that the member will see. null means all agents. A restricted member sees only their own agents
   * here.
   */
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, nullable: true, example: null })
  restrictedAgentIds: string[] | null;
  /**
   * Id of the account that sent the invitation.
   * @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3e"
   */
  invitedByAccountId: string;
  /** @example "2026-03-01T09:30:00.000Z" */
  createdAt: string;
  /**
   * Seven days after the invitation was sent.
   * @example "2026-03-08T09:30:00.000Z"
   */
  expiresAt: string;

  static from(invitation: Invitation, reader: Member): InvitationDto {
    return {
      id: invitation.id,
      workspaceId: invitation.workspaceId,
      email: invitation.email,
      role: invitation.role,
      restrictedAgentIds: invitation.restrictedAgentIds?.filter((id) => canAccessAgent(reader, id)) ?? null,
      invitedByAccountId: invitation.invitedByAccountId,
      createdAt: invitation.createdAt.toISOString(),
      expiresAt: invitation.expiresAt.toISOString(),
    };
  }
}

export class InvitationListDto {
  /** Open invitations, newest first. */
  invitations: InvitationDto[];

  static from(invitations: readonly Invitation[], reader: Member): InvitationListDto {
    return { invitations: invitations.map((invitation) => InvitationDto.from(invitation, reader)) };
  }
}

@RequestExamples({ 'a member': { email: 'grace@example.com', role: 'member' } })
export class InviteMemberInput {
  /** The recipient. Must be the verified email address of the account that accepts. */
  @EmailAddress()
  email: string;
  /** Only an owner can invite an owner. */
  @RoleField()
  role: Role;
  /**
   * The only agents that the member will see. Allowed only for the role member. null means all agents. Default: null.
   */
  @RestrictionField()
  restrictedAgentIds?: string[] | null;
}

export class InvitationTokenInput {
  /**
   * The token from the email.
   * @example "cm_0f6ZkPq…"
   */
  @SecretField()
  @Text({ max: 200 })
  token: string;
}

export class AcceptInvitationInput extends InvitationTokenInput {}

export class AcceptInvitationAsNewInput extends InvitationTokenInput {
  /**
   * Your name. Must not contain line breaks; surrounding white space is removed.
   * @example "Grace Hopper"
   */
  @PersonName()
  name: string;

  /**
   * Becomes the account's password. Must be 12 to 200 characters.
   * @example "correct horse battery staple"
   */
  @ChosenPassword()
  password: string;
}

export class NewcomerDto extends SignedInDto {
  member: MemberDto;

  static override from(newcomer: Newcomer): NewcomerDto {
    const { session, account } = SignedInDto.from(newcomer);
    return { session, account, member: MemberDto.from(newcomer.member, null) };
  }
}
