import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { NIL } from 'uuid';
import { UnitOfWork } from '../common/database/unit-of-work';
import { type EmailPurpose, EmailToken, LIFETIME_HOURS } from './email-token.entity';
import { INSERT_TOKEN, LOCK_ACCOUNT_OF_TOKEN, USE_TOKEN } from './email-tokens.sql';

/** The subject of an email that can be answered. */
export type OpenMail = Pick<EmailToken, 'accountId' | 'registrationId'>;

/** The table email_tokens. */
@Injectable()
export class EmailTokensRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Stores nothing for null, which stands for no account, at the same cost. */
  async insert(
    tokenHash: Buffer,
    accountId: string | null,
    purpose: EmailPurpose,
    registrationId: string | null = null,
  ): Promise<void> {
    const values = [tokenHash, accountId ?? NIL, purpose, registrationId, LIFETIME_HOURS[purpose]];
    await this.work.query(INSERT_TOKEN, values);
  }

  /** Does not use up the token. Null for a token that cannot be answered. */
  async find(tokenHash: Buffer, purpose: EmailPurpose): Promise<OpenMail | null> {
    return this.work.manager
      .createQueryBuilder(EmailToken, 't')
      .where('t.tokenHash = :tokenHash AND t.purpose = :purpose', { tokenHash, purpose })
      .andWhere('t.usedAt IS NULL AND t.expiresAt > clock_timestamp()')
      .getOne();
  }

  /**
   * Uses up the token. Of two concurrent callers, the second gets null. Needs a transaction, and other changes of the
   * account wait until it ends.
   */
  async use(tokenHash: Buffer, purpose: EmailPurpose): Promise<OpenMail | null> {
    // Lock the account first, as everywhere, so that two tokens of one account cannot deadlock.
    await this.work.query(LOCK_ACCOUNT_OF_TOKEN, [tokenHash]);
    const [mail] = await this.work.query<OpenMail>(USE_TOKEN, [tokenHash, purpose]);
    return mail ?? null;
  }

  /** Makes the account's open tokens of these purposes unusable. */
  async useAll(accountId: string, purposes: readonly EmailPurpose[]): Promise<void> {
    await this.work.manager.update(
      EmailToken,
      { accountId, purpose: In(purposes), usedAt: IsNull() },
      { usedAt: () => 'clock_timestamp()' },
    );
  }
}
