import { ApiProperty } from '@nestjs/swagger';
import {
  DELIVERY_FAILURE_CLASSES,
  type DeliveryFailure,
  type DeliveryFailureClass,
} from '../../common/mail/delivery.types';
import { replyCode } from '../../common/mail/reply-code';

/** Why an attempt to send a message failed. */
export class DeliveryFailureDto {
  @ApiProperty({ enum: DELIVERY_FAILURE_CLASSES })
  class: DeliveryFailureClass;
  /** The mail server’s reply code. null if it gave none. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 200, maximum: 599, example: 550 })
  smtpCode: number | null;
  /** The mail server’s enhanced status code (RFC 3463). null if it gave none. */
  @ApiProperty({ type: String, nullable: true, example: '5.1.1' })
  enhancedCode: string | null;
  /**
   * The answer of the mail server, or a sentence of the service if there was no answer.
   *
   * @example "Mailbox does not exist"
   */
  text: string;

  static from({ class: failureClass, smtpCode, enhancedCode, text }: DeliveryFailure): DeliveryFailureDto {
    return { class: failureClass, smtpCode: replyCode(smtpCode), enhancedCode, text };
  }
}
