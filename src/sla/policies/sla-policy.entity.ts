import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../../common/database/whole-number';
import type { WorkingCalendar } from '../../common/time/working-calendar.types';
import type { Priority, WaitingOn } from '../../support/support-request.types';
import type { SlaTarget } from './sla-policy.types';

/** What a workspace promises its customers, and for which of their requests. */
@Entity('sla_policies')
export class SlaPolicy {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** From 1 without gaps; the first enabled policy that matches a request is the one that holds. */
  @Column('integer')
  position: number;

  @Column('boolean')
  enabled: boolean;

  /** The agents of its requests; empty: all. One that is purged stays, so that the others do not come to match. */
  @Column('uuid', { array: true })
  agentIds: string[];

  /** Empty: all. */
  @Column('text', { array: true })
  priorities: Priority[];

  @Column('jsonb')
  targets: SlaTarget[];

  /** For targets that do not say it themselves. Null: each milestone has its own default. */
  @Column('text', { array: true, nullable: true })
  pauseOn: WaitingOn[] | null;

  @Column('jsonb')
  calendar: WorkingCalendar;

  /** Rises with every change but of the positions of other policies. */
  @Column('bigint', { transformer: wholeNumber })
  version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}

/** What a member says about a policy. */
export type PolicyContent = Omit<SlaPolicy, 'workspaceId' | 'id' | 'version' | 'createdAt' | 'updatedAt'>;
