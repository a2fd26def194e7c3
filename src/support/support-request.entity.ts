import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../common/database/whole-number';
import type { DispositionCode, Priority, RequestOrigin, RequestState, WaitingOn } from './support-request.types';

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

  @Column('text')
  origin: RequestOrigin;

  @Column('text', { nullable: true })
  subject: string | null;

  @Column('text')
  state: RequestState;

  @Column('text')
  priority: Priority;

  @Column('uuid', { nullable: true })
  assigneeMemberId: string | null;

  /** Rises each time the request is reopened. */
  @Column('bigint', { transformer: wholeNumber })
  episodeNumber: number;

  @Column('text', { nullable: true })
  waitingOn: WaitingOn | null;

  /** When the request becomes active by itself. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  resumeAt: Date | null;

  @Column('text', { nullable: true })
  dispositionCode: DispositionCode | null;

  @Column('text', { nullable: true })
  dispositionNote: string | null;

  @Column('uuid', { nullable: true })
  dispositionMemberId: string | null;

  /** Of this episode. */
  @Column({ type: 'timestamptz', precision: 3 })
  openedAt: Date;

  /** When the last transition occurred. */
  @Column({ type: 'timestamptz', precision: 3 })
  stateSince: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  endedAt: Date | null;

  /** The earliest that one of its clocks runs out; null: none runs. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  dueAt: Date | null;

  @Column('bigint', { transformer: wholeNumber })
  version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
