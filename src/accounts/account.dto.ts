import { ApiProperty } from '@nestjs/swagger';
import type { Account } from './account.entity';

export class AccountDto {
  /** @example "019aa3f5-6c1e-7d2a-9f43-5b1f3c9e0a11" */
  id: string;
  /** @example "ada@example.com" */
  email: string;
  /** Whether the email address is verified. Most operations require it. */
  emailVerified: boolean;
  /** @example "Ada Lovelace" */
  name: string;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-20T09:30:00.000Z' })
  createdAt: string;

  static from(account: Account): AccountDto {
    return {
      id: account.id,
      email: account.email,
      emailVerified: account.emailVerifiedAt !== null,
      name: account.name,
      createdAt: account.createdAt.toISOString(),
    };
  }
}

/** The answer of operations that may send an email. It is the same whether or not an email was sent. */
export class MailSentDto {
  @ApiProperty({ enum: ['verification_sent', 'password_reset_sent'], example: 'verification_sent' })
  status: 'verification_sent' | 'password_reset_sent';

  static verification(): MailSentDto {
    return { status: 'verification_sent' };
  }

  static passwordReset(): MailSentDto {
    return { status: 'password_reset_sent' };
  }
}
