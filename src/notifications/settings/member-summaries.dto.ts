import { ApiProperty } from '@nestjs/swagger';
import { ROLES, type Role } from '../../common/operations/access';
import { MAIL_FAILURES, type MailFailure } from '../notices/member-notification.types';
import type { AgentSummary, MemberSummary } from './member-summaries.service';

/** Number of devices by status. */
export class DeviceCountsDto {
  /** @example 1 */
  enabled: number;
  /** @example 0 */
  paused: number;
  /** @example 0 */
  failing: number;
  /** @example 0 */
  expired: number;
  /** @example 0 */
  revoked: number;
}

export class MemberNotificationSummaryDto {
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c" */
  memberId: string;
  /** @example "Ada Lovelace" */
  name: string;
  /** @example "ada@example.com" */
  email: string;
  @ApiProperty({ enum: ROLES, example: 'member' })
  role: Role;
  /** Whether the member has muted this workspace. */
  muted: boolean;
  devices: DeviceCountsDto;
  /** Whether one of the devices gets no notifications until the member acts. */
  needsAttention: boolean;
  /**
   * When a push service last accepted a notification for one of the devices.
   * @example "2026-03-01T09:30:00.000Z"
   */
  lastSuccessAt: string | null;
  /**
   * Why the newest email to the member did not arrive: the mail server refused it, or it bounced. null if it arrived,
   * as far as is known.
   */
  @ApiProperty({ enum: MAIL_FAILURES, nullable: true, example: null })
  emailFailure: MailFailure | null;
}

export class AgentNotificationSummaryDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f" */
  agentId: string;
  /** @example "Help desk" */
  name: string;
  /**
   * Number of members who can see the agent.
   * @example 4
   */
  memberCount: number;
  /**
   * Number of those members who have muted neither the agent nor the workspace.
   * @example 3
   */
  listeningCount: number;
  /**
   * Number of those members who have a device that is neither paused, expired nor revoked.
   * @example 2
   */
  reachableCount: number;
}

export class MemberNotificationSummaryListDto {
  /** Oldest first. */
  members: MemberNotificationSummaryDto[];
  /** Oldest first. */
  agents: AgentNotificationSummaryDto[];

  static from(summary: {
    members: readonly MemberSummary[];
    agents: readonly AgentSummary[];
  }): MemberNotificationSummaryListDto {
    return {
      members: summary.members.map((member) => ({
        memberId: member.memberId,
        name: member.name,
        email: member.email,
        role: member.role,
        muted: member.settings.muted,
        devices: { ...member.devices },
        needsAttention: member.needsAttention,
        lastSuccessAt: member.lastSuccessAt?.toISOString() ?? null,
        emailFailure: member.emailFailure,
      })),
      agents: summary.agents.map(({ agentId, name, members, listening, reachable }) => ({
        agentId,
        name,
        memberCount: members,
        listeningCount: listening,
        reachableCount: reachable,
      })),
    };
  }
}
