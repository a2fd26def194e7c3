import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { AuditKey } from './audit-key.entity';

/** The table audit_keys. */
@Injectable()
export class AuditKeysRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** The oldest first: one, and one more for each SECRET_KEY that was lost. */
  list(): Promise<AuditKey[]> {
    return this.work.manager.find(AuditKey, { order: { createdAt: 'ASC', keyId: 'ASC' } });
  }

  async insert(key: Omit<AuditKey, 'createdAt'>): Promise<void> {
    await this.work.manager.insert(AuditKey, key);
  }
}
