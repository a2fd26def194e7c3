import { ApiProperty } from '@nestjs/swagger';
import type { Page } from '../../common/database/page';
import { IdCursor, NextCursor, PageLimit } from '../../common/http/page-query';
import type { AcceptedMailSender } from './accepted-mail-sender.entity';

export class ListAcceptedMailSendersQuery {
  @PageLimit({ fallback: 50, max: 200 })
  limit: number;

  @IdCursor()
  cursor?: string;
}

export class AcceptedMailSenderDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  id: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-1a2b3c4d5e6f" */
  workspaceId: string;
  /** The agent whose conversations its email opens. null for all agents, which only unrestricted members see. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true, example: '01995a3e-4c1f-7d5e-9a51-3a2b3c4d5e6f' })
  agentId: string | null;
  /** @example "orders@shop.example" */
  address: string;
  /**
   * The member who released an email of the sender.
   * @example "01995a3e-4c1f-7d5e-9a51-2a2b3c4d5e6f"
   */
  acceptedByMemberId: string;
  /** @example "2026-03-01T09:30:00.000Z" */
  createdAt: string;

  static from(sender: AcceptedMailSender): AcceptedMailSenderDto {
    const { id, workspaceId, agentId, address, acceptedByMemberId, createdAt } = sender;
    return { id, workspaceId, agentId, address, acceptedByMemberId, createdAt: createdAt.toISOString() };
  }
}

export class AcceptedMailSenderPageDto {
  /** Oldest first. */
  senders: AcceptedMailSenderDto[];
  @NextCursor('uuid')
  nextCursor: string | null;

  static from({ rows, nextCursor }: Page<AcceptedMailSender>): AcceptedMailSenderPageDto {
    return { senders: rows.map((sender) => AcceptedMailSenderDto.from(sender)), nextCursor };
  }
}
