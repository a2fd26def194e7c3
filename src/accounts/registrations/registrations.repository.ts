import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId } from '../../common/database/uuid';
import { Account } from '../account.entity';
import { MOST_OPEN, OPEN_HOURS, Registration } from './registration.entity';
import { INSERT_REGISTRATION, PROLONG_REGISTRATION } from './registrations.sql';

export type NewRegistration = Pick<Registration, 'passwordHash' | 'name' | 'founding'>;

/** The table registrations. */
@Injectable()
export class RegistrationsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /**
   * Null if the account already has the most open registrations, so that those of strangers never displace the owner's,
   * and if `accountId` is null. Needs a lock on the account.
   */
  async insert(
    accountId: string | null,
    { passwordHash, name, founding }: NewRegistration,
  ): Promise<Registration | null> {
    const values = [newId(), accountId ?? NIL, passwordHash, name, founding, OPEN_HOURS, MOST_OPEN];
    const [inserted] = await this.work.query<Registration>(INSERT_REGISTRATION, values);
    return inserted ?? null;
  }

  /** The registrations of an address that can still be answered, newest first; at most {@link MOST_OPEN}. */
  async listOpen(email: string): Promise<Registration[]> {
    return this.work.manager
      .createQueryBuilder(Registration, 'r')
      .innerJoin(Account, 'a', 'a.id = r.accountId')
      .where('a.email = :email AND r.expiresAt > now()', { email })
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

  /** Keeps the registration open as long as a new email. Null if it is no longer open, or if `id` is null. */
  async prolong(id: string | null): Promise<Registration | null> {
    const [prolonged] = await this.work.query<Registration>(PROLONG_REGISTRATION, [id ?? NIL, OPEN_HOURS]);
    return prolonged ?? null;
  }

  /** Deletes every registration of the account and the tokens of their emails. */
  async deleteAll(accountId: string): Promise<void> {
    await this.work.manager.delete(Registration, { accountId });
  }
}
