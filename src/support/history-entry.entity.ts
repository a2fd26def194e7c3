import { Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../common/database/whole-number';
import type { HistoryDetails, HistoryKind, RequestState } from './support-request.types';

/** Something that was done about a support request. Each raises its version by 1, so that a history has no gaps. */
@Entity('support_request_history')
export class HistoryEntry {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  supportRequestId: string;

  /** Of the request, from then on. */
  @PrimaryColumn('bigint', { transformer: wholeNumber })
  version: number;

  @Column('uuid')
  id: string;

  @Column('text')
  kind: HistoryKind;

  /** Null: it was opened. */
  @Column('text', { nullable: true })
  fromState: RequestState | null;

  @Column('text')
  toState: RequestState;

  @Column('bigint', { transformer: wholeNumber })
  episodeNumber: number;

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('jsonb')
  details: HistoryDetails;

  /** Null: the service itself. */
  @Column('uuid', { nullable: true })
  actorMemberId: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  occurredAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  recordedAt: Date;
}
