import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PreparedPassword } from './identity.port';

/** The password of an account, where the service keeps passwords itself. */
@Entity('local_identities')
export class LocalIdentity {
  @PrimaryColumn('uuid')
  accountId: string;

  @Column('text')
  passwordHash: PreparedPassword;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}
