import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId } from '../../common/database/uuid';
import { ExpiredRows } from '../../common/jobs/expired-rows';
import { Registration } from './registration.entity';
import { INSERT_REGISTRATION, PROLONG_REGISTRATION } from './registrations.sql';

/** How long a registration and each of its mails can be answered, in hours. */
export const OPEN_HOURS = 24;

/** Open registrations of one address at most: so many passwords are compared to find somebody's own. */
export const MOST_OPEN = 5;

export type NewRegistration = Pick<Registration, 'password' | 'name' | 'founding'>;

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
  async insert(accountId: string | null, { password, name, founding }: NewRegistration): Promise<Registration | null> {
    const values = [newId(), accountId ?? NIL, password, name, founding, OPEN_HOURS, MOST_OPEN];
    const [inserted] = await this.work.query<Registration>(INSERT_REGISTRATION, values);
    return inserted ?? null;
  }

  /** Those of an address that can still be answered, newest first; {@link MOST_OPEN} at most. */
  async listOpen(email: string): Promise<Registration[]> {
    return this.work.manager
      .createQueryBuilder(Registration, 'r')
      .where('r.accountId = (SELECT id FROM accounts WHERE email = :email) AND r.expiresAt > now()', { email })
      .orderBy('r.id', 'DESC')
      .limit(MOST_OPEN)
      .getMany();
  }

  async find(id: string): Promise<Registration | null> {
    return this.work.manager.findOneBy(Registration, { id });
  }

  async countOpen(accountId: string | null): Promise<number> {
    return this.work.manager
      .createQueryBuilder(Registration, 'r')
      .where('r.accountId = :accountId AND r.expiresAt > now()', { accountId: accountId ?? NIL })
      .getCount();
  }

  /** Gives it the time of a new mail; null where it is open no longer, and for none. */
  async updateExpiry(id: string | null): Promise<Registration | null> {
    const [prolonged] = await this.work.query<Registration>(PROLONG_REGISTRATION, [id ?? NIL, OPEN_HOURS]);
    return prolonged ?? null;
  }

  /** Every registration of the account, with the tokens of their mails. */
  async deleteAll(accountId: string): Promise<void> {
    await this.work.manager.delete(Registration, { accountId });
  }
}
