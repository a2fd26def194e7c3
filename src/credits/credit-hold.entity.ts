import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Credits held for work in progress. They are free again when the lease ends, as after the death of a process. */
@Entity('credit_holds')
export class CreditHold {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  /** The month that pays, even if the work ends in the next one. */
  @Column('date')
  month: string;

  @Column('integer')
  credits: number;

  @Column({ type: 'timestamptz', precision: 3 })
  leaseEndsAt: Date;
}
