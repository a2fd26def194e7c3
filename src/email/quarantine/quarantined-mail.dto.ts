import { ApiProperty } from '@nestjs/swagger';
import { FlagQuery } from '../../common/http/flag-query.decorator';
import type { Page } from '../../common/database/page';
import { IdCursor, NextCursor, PageLimit } from '../../common/http/page-query';
import type { InboundMail } from '../inbound/inbound-mail.entity';
import { AUTOMATIC_MARKS, type AutomaticMark } from '../inbound/reading/parsed-mail.types';
import type { ReplayedMail } from './quarantine.service';
import { MAIL_REASONS, type MailReason } from '../inbound/inbound-mail.types';

export class ListQuarantinedMailQuery {
  @PageLimit({ fallback: 50, max: 200 })
  limit: number;

  @IdCursor()
  cursor?: string;
}

export class QuarantinedMailDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  id: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-1a2b3c4d5e6f" */
  workspaceId: string;
  /** The agent that the email was sent to. */
  @ApiProperty({ type: String, nullable: true, example: '01995a3e-4c1f-7d5e-9a51-2a2b3c4d5e6f' })
  agentId: string | null;
  /** @example "2026-03-01T09:30:00.000Z" */
  receivedAt: string;
  /** The sender in the From header. null without a sender, or if the email could not be read. */
  @ApiProperty({ type: String, nullable: true, example: 'newsletter@example.com' })
  fromAddress: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Our offers this week' })
  subject: string | null;
  @ApiProperty({ type: 'integer', minimum: 0, example: 48_213 })
  sizeBytes: number;
  /** Why the email is in quarantine. null if it is being processed again. */
  @ApiProperty({ enum: MAIL_REASONS, nullable: true, example: 'automatic_without_conversation' })
  reason: MailReason | null;
  /** What marked it as the email of a program, if that is the reason. null for other reasons. */
  @ApiProperty({ type: String, enum: [...AUTOMATIC_MARKS, null], nullable: true, example: 'no_reply_sender' })
  mark: AutomaticMark | null;

  static from(mail: InboundMail): QuarantinedMailDto {
    return {
      id: mail.id,
      workspaceId: mail.workspaceId ?? '',
      agentId: mail.agentId,
      receivedAt: mail.receivedAt.toISOString(),
      fromAddress: mail.fromAddress,
      subject: mail.subject,
      sizeBytes: mail.sizeBytes,
      reason: mail.reason,
      mark: mail.mark,
    };
  }
}

export class ReplayQuarantinedMailQuery {
  /** `false`: later email of this sender is quarantined again if a program sends it. Default: the sender is accepted from now on. */
  @FlagQuery()
  remember?: boolean;
}

/** An email as it was before its release. */
export class ReplayedMailDto extends QuarantinedMailDto {
  /**
   * Whether later email of its sender is accepted even if a program sends it. false if the email was quarantined for another reason.
   * @example true
   */
  senderRemembered: boolean;

  static of({ mail, isRemembered }: ReplayedMail): ReplayedMailDto {
    return Object.assign(new ReplayedMailDto(), QuarantinedMailDto.from(mail), { senderRemembered: isRemembered });
  }
}

export class QuarantinedMailPageDto {
  /** Oldest first. */
  mails: QuarantinedMailDto[];
  @NextCursor('uuid')
  nextCursor: string | null;

  static from({ rows, nextCursor }: Page<InboundMail>): QuarantinedMailPageDto {
    return { mails: rows.map((mail) => QuarantinedMailDto.from(mail)), nextCursor };
  }
}
