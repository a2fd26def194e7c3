import { Column, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { PreparedPassword } from './identity.port';

/** The password of an account, if the service stores passwords itself. */
@Entity('local_identities')
export class LocalIdentity {
  @PrimaryColumn('uuid')
  accountId: string;

  @Column('text')
  passwordHash: PreparedPassword;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
