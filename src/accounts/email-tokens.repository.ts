import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { hashSecret, issueSecret } from '../common/secrets/token';
import type { PreparedPassword } from './identity/identity.port';

export type EmailPurpose = 'verification' | 'password_reset';

/** How long a mail can be answered, in hours. */
export const LIFETIME_HOURS = { verification: 24, password_reset: 1 } as const satisfies Record<EmailPurpose, number>;

/** What a registration brought along; it counts once its mail is answered. */
export interface Registration {
  password: PreparedPassword | null;
  name: string | null;
}

/** Single-use tokens of mails; only their hashes are stored. */
@Injectable()
export class EmailTokensRepository {
  constructor(private readonly work: UnitOfWork) {}

  async issue(accountId: string, purpose: EmailPurpose, registration?: Registration): Promise<string> {
    const token = issueSecret('cm_');
    await this.work.query(
      `INSERT INTO email_tokens (token_hash, account_id, purpose, password_hash, name, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(hours => $6))`,
      [
        hashSecret(token),
        accountId,
        purpose,
        registration?.password ?? null,
        registration?.name ?? null,
        LIFETIME_HOURS[purpose],
      ],
    );
    return token;
  }

  /** Locks the account and uses the token up; of two at the same time, the second gets null. Needs a transaction. */
  async redeem(token: string, purpose: EmailPurpose): Promise<({ accountId: string } & Registration) | null> {
    const tokenHash = hashSecret(token);
    // The account first, as everywhere: two tokens of one account then cannot wait for each other.
    await this.work.query(
      `SELECT a.id FROM accounts a JOIN email_tokens t ON t.account_id = a.id
       WHERE t.token_hash = $1 FOR NO KEY UPDATE OF a`,
      [tokenHash],
    );
    const [row] = await this.work.query<{ accountId: string } & Registration>(
      `WITH used AS (
         UPDATE email_tokens SET used_at = clock_timestamp()
         WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > clock_timestamp()
         RETURNING account_id, password_hash, name
       ) SELECT account_id AS "accountId", password_hash AS password, name FROM used`,
      [tokenHash, purpose],
    );
    return row ?? null;
  }

  /** What the account's newest registration brought, for sending its verification mail again. */
  async newestRegistration(accountId: string): Promise<Registration | undefined> {
    const [row] = await this.work.query<Registration>(
      `SELECT password_hash AS password, name FROM email_tokens
       WHERE account_id = $1 AND purpose = 'verification' AND password_hash IS NOT NULL
       ORDER BY created_at DESC LIMIT 1`,
      [accountId],
    );
    return row;
  }

  /** Makes the account's open tokens of these purposes unusable and forgets the passwords that they carry. */
  async discard(accountId: string, purposes: readonly EmailPurpose[]): Promise<void> {
    await this.work.query(
      `UPDATE email_tokens SET used_at = coalesce(used_at, clock_timestamp()), password_hash = NULL
       WHERE account_id = $1 AND purpose = ANY ($2)`,
      [accountId, purposes],
    );
  }
}
