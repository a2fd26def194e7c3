import { Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../common/database/whole-number';

/** What a workspace has spent in a calendar month, in UTC whatever its time zone, which can be edited. */
@Entity('credit_months')
export class CreditMonth {
  @PrimaryColumn('uuid')
  workspaceId: string;

  /** Its first day. */
  @PrimaryColumn('date')
  month: string;

  @Column('bigint', { transformer: wholeNumber })
  spent: number;
}
