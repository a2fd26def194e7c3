import { Injectable } from '@nestjs/common';
import { advisoryLock } from '../common/database/advisory-lock';
import { databaseTime } from '../common/database/database-time';
import { UnitOfWork } from '../common/database/unit-of-work';
import { RetentionSettings } from './retention-settings.entity';
import { CLAIM_DUE } from './retention-settings.sql';

export type DueRetention = Omit<RetentionSettings, 'updatedAt' | 'updatedBy' | 'dueAt'>;

/** The table retention_settings. */
@Injectable()
export class RetentionSettingsRepository {
  constructor(private readonly work: UnitOfWork) {}

  find(workspaceId: string): Promise<RetentionSettings | null> {
    return this.work.manager.findOneBy(RetentionSettings, { workspaceId });
  }

  /** The same, and nobody else changes them until the transaction ends, whether or not there are any. */
  async findLocked(workspaceId: string): Promise<RetentionSettings | null> {
    await advisoryLock(this.work, JSON.stringify(['retention', workspaceId]));
    return this.find(workspaceId);
  }

  /** They are due from then on. */
  async upsert(settings: Omit<RetentionSettings, 'updatedAt' | 'dueAt'>): Promise<RetentionSettings> {
    const now = await databaseTime(this.work);
    const written = this.work.manager.create(RetentionSettings, { ...settings, updatedAt: now, dueAt: now });
    await this.work.manager.upsert(RetentionSettings, written, ['workspaceId']);
    return written;
  }

  /** Null: none is due that nobody else is at. */
  async claimDue(): Promise<DueRetention | null> {
    const [due] = await this.work.query<DueRetention>(CLAIM_DUE);
    return due ?? null;
  }

  /** The caller has claimed it. */
  async postpone(workspaceId: string, seconds: number): Promise<void> {
    const dueAt = (): string => `statement_timestamp() + make_interval(secs => ${Math.trunc(seconds)})`;
    await this.work.manager.update(RetentionSettings, { workspaceId }, { dueAt });
  }
}
