import { ApiProperty } from '@nestjs/swagger';
import type { Page } from '../../common/database/page';
import { type Role, ROLES } from '../../common/operations/access';
import { canAccessAgent, type WorkspaceScope } from '../../common/request/principal';
import { IdCursor, NextCursor, PageLimit } from '../../common/http/page-query';
import { Field } from '../../common/validation/field-rules';
import { RestrictionField, RoleField } from './member-fields';
import type { NamedMembership } from './membership.entity';

export class MemberDto {
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c" */
  id: string;
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3d" */
  workspaceId: string;
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3e" */
  accountId: string;
  /** @example "Ada Lovelace" */
  name: string;
  /** @example "ada@example.com" */
  email: string;
  @ApiProperty({ enum: ROLES, example: 'member' })
  role: Role;
  /**
   * The only agents that the member can see. null means all agents. A restricted member sees only their own agents
   * here.
   */
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, nullable: true, example: null })
  restrictedAgentIds: string[] | null;
  /** @example "2026-03-01T09:30:00.000Z" */
  createdAt: string;

  /** `reader` is null if the member reads their own membership. */
  static from(member: NamedMembership, reader: WorkspaceScope | null): MemberDto {
    const visible = (id: string): boolean => reader === null || canAccessAgent(reader, id);
    return {
      id: member.id,
      workspaceId: member.workspaceId,
      accountId: member.accountId,
      name: member.name,
      email: member.email,
      role: member.role,
      restrictedAgentIds: member.restrictedAgentIds?.filter(visible) ?? null,
      createdAt: member.createdAt.toISOString(),
    };
  }
}

export class ListMembersQuery {
  @PageLimit({ fallback: 500, max: 500 })
  limit: number;

  @IdCursor()
  cursor?: string;
}

export class MemberPageDto {
  /** Oldest first. */
  members: MemberDto[];
  @NextCursor('uuid')
  nextCursor: string | null;

  static from({ rows, nextCursor }: Page<NamedMembership>, reader: WorkspaceScope): MemberPageDto {
    return { members: rows.map((member) => MemberDto.from(member, reader)), nextCursor };
  }
}

export class UpdateMemberInput {
  /** Only an owner can promote a member to owner or demote an owner. */
  @Field({ optional: true })
  @RoleField({ required: false })
  role?: Role;
  /** The only agents that the member can see. Allowed only for the role member. null means all agents. */
  @RestrictionField()
  restrictedAgentIds?: string[] | null;
}
