import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import { UnitOfWork } from '../common/database/unit-of-work';
import { ExpiredRows } from '../common/jobs/expired-rows';
import { hashSecret, issueSecret } from '../common/secrets/token';
import { OPEN_HOURS } from './registrations/registrations.repository';

export type EmailPurpose = 'verification' | 'password_reset';

/** How long a mail can be answered, in hours. */
export const LIFETIME_HOURS = { verification: OPEN_HOURS, password_reset: 1 } as const satisfies Record<
  EmailPurpose,
  number
>;

/** A mail that can be answered. */
export interface OpenMail {
  accountId: string;
  /** The registration that the mail belongs to; null: none, so that whoever answers says everything anew. */
  registrationId: string | null;
}

/** Single-use tokens of mails; only their hashes are stored. */
@Injectable()
export class EmailTokensRepository {
  constructor(
    private readonly work: UnitOfWork,
    expired: ExpiredRows,
  ) {
    expired.register({ table: 'email_tokens', key: 'token_hash', condition: `expires_at < now() - interval '7 days'` });
  }

  /** For nobody's account, null, a token that was never stored, at the same costs. */
  async issue(accountId: string | null, purpose: EmailPurpose, registrationId: string | null = null): Promise<string> {
    const token = issueSecret('cm_');
    await this.work.query(
      `INSERT INTO email_tokens (token_hash, account_id, purpose, registration_id, expires_at)
       SELECT $1, id, $3, $4, now() + make_interval(hours => $5) FROM accounts WHERE id = $2`,
      [hashSecret(token), accountId ?? NIL, purpose, registrationId, LIFETIME_HOURS[purpose]],
    );
    return token;
  }

  /** Without using it up; null for a token that cannot be answered. */
  async find(token: string, purpose: EmailPurpose): Promise<OpenMail | null> {
    const [mail] = await this.work.query<OpenMail>(
      `SELECT account_id AS "accountId", registration_id AS "registrationId" FROM email_tokens
       WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > clock_timestamp()`,
      [hashSecret(token), purpose],
    );
    return mail ?? null;
  }

  /** Locks the account and uses the token up; of two at the same time, the second gets null. Needs a transaction. */
  async redeem(token: string, purpose: EmailPurpose): Promise<OpenMail | null> {
    const tokenHash = hashSecret(token);
    // The account first, as everywhere: two tokens of one account then cannot wait for each other.
    await this.work.query(
      `SELECT a.id FROM accounts a JOIN email_tokens t ON t.account_id = a.id
       WHERE t.token_hash = $1 FOR NO KEY UPDATE OF a`,
      [tokenHash],
    );
    const [mail] = await this.work.query<OpenMail>(
      `WITH used AS (
         UPDATE email_tokens SET used_at = clock_timestamp()
         WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > clock_timestamp()
         RETURNING account_id, registration_id
       ) SELECT account_id AS "accountId", registration_id AS "registrationId" FROM used`,
      [tokenHash, purpose],
    );
    return mail ?? null;
  }

  /** Makes the account's open tokens of these purposes unusable. */
  async discard(accountId: string, purposes: readonly EmailPurpose[]): Promise<void> {
    await this.work.query(
      `UPDATE email_tokens SET used_at = clock_timestamp()
       WHERE account_id = $1 AND purpose = ANY ($2) AND used_at IS NULL`,
      [accountId, purposes],
    );
  }
}
