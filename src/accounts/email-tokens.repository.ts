import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { NIL } from 'uuid';
import { UnitOfWork } from '../common/database/unit-of-work';
import { ExpiredRows } from '../common/jobs/expired-rows';
import { hashSecret, issueSecret } from '../common/secrets/token';
import { type EmailPurpose, EmailToken } from './email-token.entity';
import { INSERT_TOKEN, LOCK_ACCOUNT_OF_TOKEN, USE_TOKEN } from './email-tokens.sql';
import { OPEN_HOURS } from './registrations/registrations.repository';

/** How long a mail can be answered, in hours. */
export const LIFETIME_HOURS = { verification: OPEN_HOURS, password_reset: 1 } as const satisfies Record<
  EmailPurpose,
  number
>;

/** A mail that can be answered. */
export type OpenMail = Pick<EmailToken, 'accountId' | 'registrationId'>;

/** The table email_tokens. */
@Injectable()
export class EmailTokensRepository {
  constructor(
    private readonly work: UnitOfWork,
    expired: ExpiredRows,
  ) {
    expired.register({ table: 'email_tokens', key: 'token_hash', condition: `expires_at < now() - interval '7 days'` });
  }

  /** Returns the new token; for nobody's account, null, one that was never stored, at the same costs. */
  async insert(accountId: string | null, purpose: EmailPurpose, registrationId: string | null = null): Promise<string> {
    const token = issueSecret('cm_');
    const values = [hashSecret(token), accountId ?? NIL, purpose, registrationId, LIFETIME_HOURS[purpose]];
    await this.work.query(INSERT_TOKEN, values);
    return token;
  }

  /** Without using it up; null for a token that cannot be answered. */
  async find(token: string, purpose: EmailPurpose): Promise<OpenMail | null> {
    return this.work.manager
      .createQueryBuilder(EmailToken, 't')
      .where('t.tokenHash = :tokenHash AND t.purpose = :purpose', { tokenHash: hashSecret(token), purpose })
      .andWhere('t.usedAt IS NULL AND t.expiresAt > clock_timestamp()')
      .getOne();
  }

  /** Locks the account and uses the token up; of two at the same time, the second gets null. Needs a transaction. */
  async updateUsed(token: string, purpose: EmailPurpose): Promise<OpenMail | null> {
    const tokenHash = hashSecret(token);
    // The account first, as everywhere: two tokens of one account then cannot wait for each other.
    await this.work.query(LOCK_ACCOUNT_OF_TOKEN, [tokenHash]);
    const [mail] = await this.work.query<OpenMail>(USE_TOKEN, [tokenHash, purpose]);
    return mail ?? null;
  }

  /** Makes the account's open tokens of these purposes unusable. */
  async updateAllUsed(accountId: string, purposes: readonly EmailPurpose[]): Promise<void> {
    await this.work.manager.update(
      EmailToken,
      { accountId, purpose: In(purposes), usedAt: IsNull() },
      { usedAt: () => 'clock_timestamp()' },
    );
  }
}
