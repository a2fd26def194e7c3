import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** The text of a reply as somebody wrote it once; never changed. */
@Entity('reply_revisions')
export class ReplyRevision {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  conversationId: string;

  @PrimaryColumn('uuid')
  messageId: string;

  /** 0: as it was first written. */
  @PrimaryColumn('integer')
  revision: number;

  @Column('text')
  content: string;

  @Column('uuid')
  authorMemberId: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
