import { CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { NotificationEvent } from '../notices/member-notification.types';

/** That a member gets no mail of an event of a workspace, whatever their preferences say. */
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
