import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The key pair that identifies this installation to push services (RFC 8292): one row, created once. */
@Entity('push_keys')
export class PushKey {
  /** Always 1. */
  @PrimaryColumn('smallint')
  id: number;

  /** Base64url of the uncompressed point. */
  @Column('text')
  publicKey: string;

  @Column('bytea')
  privateKeySealed: Buffer;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt: Date;
}
