import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A member's notification settings in one workspace. A member who never saved any has no row. The row is deleted with
 * the membership.
 */
@Entity('notification_settings')
export class NotificationSettings {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  accountId: string;

  /** Mutes all notifications of the workspace. */
  @Column('boolean')
  muted: boolean;

  /** Whether notifications quote customers. Lock screens and mailboxes show them. */
  @Column('boolean')
  showContent: boolean;

  /** Agents that the member has muted. Can contain agents that they no longer have access to. */
  @Column('uuid', { array: true })
  mutedAgentIds: string[];

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}

/** The effective settings of a member. If the member never saved any, they are the defaults and `updatedAt` is null. */
export type MemberSettings = Pick<NotificationSettings, 'muted' | 'showContent' | 'mutedAgentIds'> & {
  updatedAt: Date | null;
};

export const DEFAULT_SETTINGS: MemberSettings = Object.freeze({
  muted: false,
  showContent: true,
  mutedAgentIds: [],
  updatedAt: null,
});
