import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** The account of a user. */
@Entity('accounts')
export class Account {
  @PrimaryColumn('uuid')
  id: string;

  /** Normalized: one spelling for each mailbox. */
  @Column('text', { unique: true })
  email: string;

  @Column('text')
  name: string;

  /** When the user proved that they own the mailbox. Null if they have not. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  emailVerifiedAt: Date | null;

  /** Grows with every change of the password: a proof of an earlier password no longer opens a session. */
  @Column('integer', { default: 0 })
  passwordVersion: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
