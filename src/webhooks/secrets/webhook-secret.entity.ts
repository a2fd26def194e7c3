import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A secret that requests of a webhook are signed with. */
@Entity('webhook_secrets')
export class WebhookSecret {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  webhookId: string;

  @Column('bytea')
  sealedSecret: Buffer;

  /** The last four characters. */
  @Column('text')
  hint: string;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** The end of its grace after a rotation. Null: the newest secret. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expiresAt: Date | null;
}
