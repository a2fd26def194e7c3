import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/**
 * What a member wrote about a conversation for the others. In a table of its own, so that nothing that customers are shown
 * or models answer from can read it by mistake. Ids are in the order of writing, as those of messages are.
 */
@Entity('inbox_notes')
export class InboxNote {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  conversationId: string;

  @PrimaryColumn('uuid')
  id: string;

  /** Kept when the member leaves. */
  @Column('uuid')
  authorMemberId: string;

  @Column('text')
  content: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
