import { ApiProperty } from '@nestjs/swagger';
import { MAIL_OUTCOMES, MAIL_REASONS, type MailOutcome, type MailReason } from '../inbound/inbound-mail.types';
import type { MailTest } from './mail-tests.service';

export const SENDING_STATUSES = ['queued', 'sending', 'sent', 'failed', 'uncertain'] as const;
export type SendingStatus = (typeof SENDING_STATUSES)[number];

export class MailTestArrivalDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-3a2b3c4d5e6f" */
  inboundMailId: string;
  /** @example "2026-03-01T09:30:04.000Z" */
  receivedAt: string;
  /** `ignored` with the reason `own_mail` is the expected result: an email from MAIL_FROM opens no conversation. */
  @ApiProperty({ enum: MAIL_OUTCOMES, example: 'ignored' })
  outcome: MailOutcome;
  @ApiProperty({ enum: MAIL_REASONS, nullable: true, example: 'own_mail' })
  reason: MailReason | null;
}

export class MailTestDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  id: string;
  /**
   * The address that the email was sent to.
   * @example "caaaqeayeaudaocajbifqydiob4ibceqtcqkrmfyydenbwha5dypsa@in.example.com"
   */
  address: string;
  /** `smtp`: by the mail server of the installation. `file`: written to a file, so that it cannot arrive. */
  @ApiProperty({ enum: ['smtp', 'file'], example: 'smtp' })
  sentBy: 'smtp' | 'file';
  @ApiProperty({ enum: SENDING_STATUSES, example: 'sent' })
  sending: SendingStatus;
  /** null until the email has arrived. */
  @ApiProperty({ type: MailTestArrivalDto, nullable: true })
  arrival: MailTestArrivalDto | null;
  /** @example "2026-03-01T09:30:00.000Z" */
  createdAt: string;

  static from({ id, address, sentBy, sending, arrival, createdAt }: MailTest): MailTestDto {
    const arrived = arrival && {
      inboundMailId: arrival.id,
      receivedAt: arrival.receivedAt.toISOString(),
      outcome: arrival.outcome,
      reason: arrival.reason,
    };
    return { id, address, sentBy, sending, arrival: arrived, createdAt: createdAt.toISOString() };
  }
}
