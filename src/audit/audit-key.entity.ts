import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A key pair by which the installation signs batches. Its private key is sealed. */
@Entity('audit_keys')
export class AuditKey {
  @PrimaryColumn('text')
  keyId: string;

  @Column('bytea')
  publicKey: Buffer;

  @Column('bytea')
  privateKeySealed: Buffer;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
