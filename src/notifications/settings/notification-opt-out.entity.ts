import { CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { NotificationEvent } from '../notices/member-notification.types';

/** A member gets no mail about an event of a workspace, regardless of their preferences. */
@Entity('notification_opt_outs')
export class NotificationOptOut {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  memberId: string;

  @PrimaryColumn('text')
  event: NotificationEvent;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
