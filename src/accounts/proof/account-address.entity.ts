import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A network address from which an account recently proved its password. */
@Entity('account_addresses')
export class AccountAddress {
  @PrimaryColumn('uuid')
  accountId: string;

  /** Keyed, and different for each account. */
  @PrimaryColumn('bytea')
  addressHash: Buffer;

  @Column({ type: 'timestamptz', precision: 3 })
  knownUntil: Date;
}
