import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The code that creates the first account. There is at most one. */
@Entity('setup_codes')
export class SetupCode {
  /** Always 1. */
  @PrimaryColumn('integer')
  place: number;

  @Column('bytea')
  codeHash: Buffer;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
