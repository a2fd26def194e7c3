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

  /** Locked until the transaction ends, even if the workspace has none. */
  async findLocked(workspaceId: string): Promise<RetentionSettings | null> {
    await advisoryLock(this.work, JSON.stringify(['retention', workspaceId]));
    return this.find(workspaceId);
  }

  /** They are due at once. */
  async upsert(settings: Omit<RetentionSettings, 'updatedAt' | 'dueAt'>): Promise<RetentionSettings> {
    const now = await databaseTime(this.work);
    const written = this.work.manager.create(RetentionSettings, { ...settings, updatedAt: now, dueAt: now });
    await this.work.manager.upsert(RetentionSettings, written, ['workspaceId']);
    return written;
  }

  /** Null if none is due, or other processes hold those that are. */
  async claimDue(): Promise<DueRetention | null> {
    const [due] = await this.work.query<DueRetention>(CLAIM_DUE);
    return due ?? null;
  }

  /** The caller must have claimed it. */
  async postpone(workspaceId: string, seconds: number): Promise<void> {
    const dueAt = (): string => `statement_timestamp() + make_interval(secs => ${Math.trunc(seconds)})`;
    await this.work.manager.update(RetentionSettings, { workspaceId }, { dueAt });
  }
}
