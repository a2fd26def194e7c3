import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { PreparedPassword } from './identity.port';
import { UPSERT_IDENTITY } from './local-identities.sql';
import { LocalIdentity } from './local-identity.entity';

/** The table local_identities. Methods accept null for no account, which has no row, at the same cost. */
@Injectable()
export class LocalIdentitiesRepository {
  constructor(private readonly work: UnitOfWork) {}

  find(accountId: string | null): Promise<LocalIdentity | null> {
    return this.work.manager.findOneBy(LocalIdentity, { accountId: accountId ?? NIL });
  }

  async upsert(accountId: string | null, passwordHash: PreparedPassword): Promise<void> {
    await this.work.query(UPSERT_IDENTITY, [accountId ?? NIL, passwordHash]);
  }
}
