import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/**
 * A note of a member about a conversation, for the other members. It has a table of its own, so that no statement for customers
 * or models reads it by mistake. Ids are in the order of writing, and sort together with those of messages.
 */
@Entity('inbox_notes')
export class InboxNote {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  conversationId: string;

  @PrimaryColumn('uuid')
  id: string;

  /** Stays when the member leaves. */
  @Column('uuid')
  authorMemberId: string;

  @Column('text')
  content: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
