import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A sender whose email opens conversations even if a program sends it. */
@Entity('accepted_mail_senders')
export class AcceptedMailSender {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  /** The agent whose conversations it opens. Null: all agents of the workspace. */
  @Column('uuid', { nullable: true })
  agentId: string | null;

  /** In lower case. */
  @Column('text')
  address: string;

  /** Stays when the member leaves. */
  @Column('uuid')
  acceptedByMemberId: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
