import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** A person. */
@Entity('accounts')
export class Account {
  @PrimaryColumn('uuid')
  id: string;

  /** Normalised: one spelling for each mailbox. */
  @Column('text', { unique: true })
  email: string;

  @Column('text')
  name: string;

  /** Since when it is known that the mailbox is theirs; null: not yet. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  emailVerifiedAt: Date | null;

  /** Grows with every change of the password: a proof of an earlier one opens no session any more. */
  @Column('integer', { default: 0 })
  passwordVersion: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
