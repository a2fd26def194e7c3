import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Credits that are taken for work under way. Where the lease ends first, nobody comes back for them, and they are free. */
@Entity('credit_holds')
export class CreditHold {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  /** That which pays, even if the work ends in the next one. */
  @Column('date')
  month: string;

  @Column('integer')
  credits: number;

  @Column({ type: 'timestamptz', precision: 3 })
  leaseEndsAt: Date;
}
