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
  /** @example "orders@shop.example" */
  address: string;
  /**
   * The member who released an email of the sender.
   * @example "01995a3e-4c1f-7d5e-9a51-2a2b3c4d5e6f"
   */
  acceptedByMemberId: string;
  /** @example "2026-03-01T09:30:00.000Z" */
  createdAt: string;

  static from({ id, workspaceId, address, acceptedByMemberId, createdAt }: AcceptedMailSender): AcceptedMailSenderDto {
    return { id, workspaceId, address, acceptedByMemberId, createdAt: createdAt.toISOString() };
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
