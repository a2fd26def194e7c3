import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { NotificationSettings } from './notification-settings.entity';
import { UPSERT_SETTINGS } from './notification-settings.sql';

export type SettingsChange = Partial<Pick<NotificationSettings, 'muted' | 'showContent' | 'mutedAgentIds'>>;

/** The table notification_settings. */
@Injectable()
export class NotificationSettingsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** The settings of those accounts that saved any. */
  list(workspaceId: string, accountIds: readonly string[]): Promise<NotificationSettings[]> {
    return this.work.manager.findBy(NotificationSettings, { workspaceId, accountId: In([...accountIds]) });
  }

  /** Null if the member never saved any. */
  find(workspaceId: string, accountId: string): Promise<NotificationSettings | null> {
    return this.work.manager.findOneBy(NotificationSettings, { workspaceId, accountId });
  }

  /** Fields that are not sent keep their value, or get the default. */
  async upsert(
    { workspaceId, accountId }: Pick<NotificationSettings, 'workspaceId' | 'accountId'>,
    { muted, showContent, mutedAgentIds }: SettingsChange,
  ): Promise<void> {
    const values = [workspaceId, accountId, muted ?? null, showContent ?? null, mutedAgentIds ?? null];
    await this.work.query(UPSERT_SETTINGS, values);
  }
}
