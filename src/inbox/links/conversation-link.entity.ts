import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A conversation that its workspace shows to another one, whose members may label it and see nothing else of it. */
@Entity('conversation_links')
export class ConversationLink {
  /** The workspace that the conversation is linked to. */
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  conversationId: string;

  /** The workspace of the conversation. */
  @Column('uuid')
  sourceWorkspaceId: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
