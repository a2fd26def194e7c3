import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { CreditPurpose } from './credits.types';

/** Spent credits. Entries are only added, and their sum is the use of a month. */
@Entity('credit_entries')
export class CreditEntry {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('date')
  month: string;

  @Column('integer')
  credits: number;

  @Column('text')
  purpose: CreditPurpose;

  @Column('uuid')
  referenceId: string;

  @Column('uuid')
  memberId: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
