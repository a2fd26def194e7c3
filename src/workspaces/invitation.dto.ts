import { ApiProperty } from '@nestjs/swagger';
import { canAccessAgent, type Member } from '../common/auth/principal';
import { EmailAddress } from '../common/mail/email-address';
import { type Role, ROLES } from '../common/operations/access';
import { Text } from '../common/validation/field-rules';
import { SecretField } from '../common/operations/secret-field';
import type { Invitation } from './invitation.entity';
import { RestrictionField, RoleField } from './role.decorator';

export class InvitationDto {
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c" */
  id: string;
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3d" */
  workspaceId: string;
  /** @example "grace@example.com" */
  email: string;
  @ApiProperty({ enum: ROLES, example: 'member' })
  role: Role;
  /** The only agents that the member will see; null: every agent. A restricted reader is shown their own agents only. */
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, nullable: true, example: null })
  restrictedAgentIds: string[] | null;
  /**
   * The account that sent it.
   * @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3e"
   */
  invitedByAccountId: string;
  /** @example "2026-03-01T09:30:00.000Z" */
  createdAt: string;
  /**
   * Seven days after it was sent.
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
  /** The open ones, newest first. */
  invitations: InvitationDto[];

  static from(invitations: readonly Invitation[], reader: Member): InvitationListDto {
    return { invitations: invitations.map((invitation) => InvitationDto.from(invitation, reader)) };
  }
}

export class InviteMemberDto {
  /** Gets the mail, and must be the verified address of the account that accepts. */
  @EmailAddress()
  email: string;
  /** Only an owner invites an owner. */
  @RoleField()
  role: Role;
  /** Only for the role member; absent or null: every agent. */
  @RestrictionField()
  restrictedAgentIds?: string[] | null;
}

export class AcceptInvitationDto {
  /**
   * As it stands in the mail.
   * @example "cm_0f6ZkPq…"
   */
  @SecretField()
  @Text({ max: 200 })
  token: string;
}
