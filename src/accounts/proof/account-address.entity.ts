import { Column, Entity, PrimaryColumn } from 'typeorm';

/** From where an account has proved its password lately. */
@Entity('account_addresses')
export class AccountAddress {
  @PrimaryColumn('uuid')
  accountId: string;

  /** Keyed, and another one for each account. */
  @PrimaryColumn('bytea')
  addressHash: Buffer;

  @Column({ type: 'timestamptz', precision: 3 })
  knownUntil: Date;
}
