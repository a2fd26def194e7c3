import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId } from '../../common/database/uuid';
import { ExpiredRows } from '../../common/jobs/expired-rows';
import type { PreparedPassword } from '../identity/identity.port';

/** How long a registration and each of its mails can be answered, in hours. */
export const OPEN_HOURS = 24;

/** Open registrations of one address at most: so many passwords are compared to find somebody's own. */
export const MOST_OPEN = 5;

/** What somebody typed to register an address; it counts once the mailbox's owner proves that it was them. */
export interface Registration {
  id: string;
  password: PreparedPassword;
  name: string;
  /** Made the account: its password opens the sessions that there are before the email is verified. */
  founding: boolean;
  createdAt: Date;
}

export type NewRegistration = Pick<Registration, 'password' | 'name' | 'founding'>;

const COLUMNS = 'id, password_hash AS password, name, founding, created_at AS "createdAt"';

/** The table registrations. */
@Injectable()
export class RegistrationsRepository {
  constructor(
    private readonly work: UnitOfWork,
    expired: ExpiredRows,
  ) {
    expired.register({ table: 'registrations', key: 'id', condition: `expires_at < now() - interval '7 days'` });
  }

  /**
   * Null where the account has as many open ones as it may have, so that nobody's own is pushed out by those of others,
   * and for nobody's account. Needs a lock on the account.
   */
  async open(accountId: string | null, { password, name, founding }: NewRegistration): Promise<Registration | null> {
    const [opened] = await this.work.query<Registration>(
      `INSERT INTO registrations (id, account_id, password_hash, name, founding, expires_at)
       SELECT $1, id, $3, $4, $5, now() + make_interval(hours => $6) FROM accounts a
       WHERE id = $2 AND $7 > (SELECT count(*) FROM registrations WHERE account_id = a.id AND expires_at > now())
       RETURNING ${COLUMNS}`,
      [newId(), accountId ?? NIL, password, name, founding, OPEN_HOURS, MOST_OPEN],
    );
    return opened ?? null;
  }

  /** Those of an address that can still be answered, newest first. */
  async openOf(email: string): Promise<Registration[]> {
    return this.work.query<Registration>(
      `SELECT ${COLUMNS} FROM registrations
       WHERE account_id = (SELECT id FROM accounts WHERE email = $1) AND expires_at > now()
       ORDER BY id DESC LIMIT $2`,
      [email, MOST_OPEN],
    );
  }

  async find(id: string): Promise<Registration | null> {
    const [found] = await this.work.query<Registration>(`SELECT ${COLUMNS} FROM registrations WHERE id = $1`, [id]);
    return found ?? null;
  }

  async countOpen(accountId: string | null): Promise<number> {
    const [row] = await this.work.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM registrations WHERE account_id = $1 AND expires_at > now()',
      [accountId ?? NIL],
    );
    return row?.count ?? 0;
  }

  /** Gives it the time of a new mail; null where it is open no longer. */
  async renew(id: string | null): Promise<Registration | null> {
    const [renewed] = await this.work.query<Registration>(
      `WITH renewed AS (
         UPDATE registrations SET expires_at = now() + make_interval(hours => $2)
         WHERE id = $1 AND expires_at > now() RETURNING *
       ) SELECT ${COLUMNS} FROM renewed`,
      [id ?? NIL, OPEN_HOURS],
    );
    return renewed ?? null;
  }

  /** Forgets every registration of the account, with the tokens of their mails. */
  async discard(accountId: string): Promise<void> {
    await this.work.query('DELETE FROM registrations WHERE account_id = $1', [accountId]);
  }
}
