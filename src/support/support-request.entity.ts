import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../common/database/whole-number';
import type { Priority, RequestState } from './support-request.types';

/** Work for people that a conversation asks for; live until it is given a disposition. */
@Entity('support_requests')
export class SupportRequest {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  conversationId: string;

  @Column('uuid')
  agentId: string;

  @Column('text', { nullable: true })
  subject: string | null;

  @Column('text')
  state: RequestState;

  @Column('text')
  priority: Priority;

  @Column('bigint', { transformer: wholeNumber })
  episodeNumber: number;

  @Column({ type: 'timestamptz', precision: 3 })
  openedAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  stateSince: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  endedAt: Date | null;

  @Column('bigint', { transformer: wholeNumber })
  version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
