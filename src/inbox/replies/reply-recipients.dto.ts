import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsUUID } from 'class-validator';
import type { ReplyToAll } from './reply-mail.port';

export class GetReplyRecipientsQuery {
  /** The email to answer. Default: the newest one of a person of the conversation. */
  @ApiPropertyOptional({ type: String, format: 'uuid', example: '01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f' })
  @IsOptional()
  @IsUUID('loose')
  messageId?: string;
}

/** The sender that an email shows. */
export class MailSenderDto {
  /** @example "Help desk" */
  name: string;
  /** @example "support@example.com" */
  address: string;
}

/** Whom a reply to everyone goes to. */
export class ReplyRecipientsDto {
  /**
   * The `Reply-To` of the email, otherwise its sender. Empty if there is no address.
   * @example ["ann@example.com"]
   */
  to: string[];
  /**
   * The other recipients whom the email names, without addresses of the service and support addresses of agents.
   * @example ["ben@example.com"]
   */
  cc: string[];
  from: MailSenderDto;

  static from({ to, cc, from: { name, address } }: ReplyToAll): ReplyRecipientsDto {
    return { to, cc, from: { name, address } };
  }
}
