import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { PushKey } from './push-key.entity';

/** The table push_keys. */
@Injectable()
export class PushKeysRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Null if none was created yet. */
  find(): Promise<PushKey | null> {
    return this.work.manager.findOneBy(PushKey, { id: 1 });
  }

  /** If several processes insert one, the first key pair stays. */
  async insertIfFirst(key: Pick<PushKey, 'publicKey' | 'privateKeySealed'>): Promise<void> {
    const insert = this.work.manager.createQueryBuilder().insert().into(PushKey);
    await insert
      .values({ id: 1, ...key })
      .orIgnore()
      .updateEntity(false)
      .execute();
  }
}
