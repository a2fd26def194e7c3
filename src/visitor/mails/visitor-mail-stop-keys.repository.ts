import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { VisitorMailStopKey } from './visitor-mail-stop-key.entity';

/** The table visitor_mail_stop_keys. */
@Injectable()
export class VisitorMailStopKeysRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** As many as SECRET_KEY has been changed. */
  list(): Promise<VisitorMailStopKey[]> {
    return this.work.manager.find(VisitorMailStopKey);
  }

  /** One that is there already stays as it is. */
  async insertIfNew(key: VisitorMailStopKey): Promise<void> {
    const insert = this.work.manager.createQueryBuilder().insert().into(VisitorMailStopKey);
    await insert.values(key).orIgnore().updateEntity(false).execute();
  }
}
