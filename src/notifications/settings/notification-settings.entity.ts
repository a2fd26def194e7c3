import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a member wants to hear of in one workspace. A member who never saved any has no row; it goes with the membership. */
@Entity('notification_settings')
export class NotificationSettings {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  accountId: string;

  /** Nothing at all. */
  @Column('boolean')
  muted: boolean;

  /** Whether notifications repeat what customers write: they are seen on lock screens and in mailboxes. */
  @Column('boolean')
  showContent: boolean;

  /** Agents that they want to hear nothing of; may name some that they do not reach any more. */
  @Column('uuid', { array: true })
  mutedAgentIds: string[];

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}

/** What holds for a member, whether they ever saved any or not: then `updatedAt` is null. */
export type MemberSettings = Pick<NotificationSettings, 'muted' | 'showContent' | 'mutedAgentIds'> & {
  updatedAt: Date | null;
};

export const DEFAULT_SETTINGS: MemberSettings = Object.freeze({
  muted: false,
  showContent: true,
  mutedAgentIds: [],
  updatedAt: null,
});
