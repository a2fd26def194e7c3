import { Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../common/database/whole-number';

/** The spent credits of a workspace in a calendar month, in UTC: the workspace's own time zone can change. */
@Entity('credit_months')
export class CreditMonth {
  @PrimaryColumn('uuid')
  workspaceId: string;

  /** The first day of the month. */
  @PrimaryColumn('date')
  month: string;

  @Column('bigint', { transformer: wholeNumber })
  spent: number;
}
