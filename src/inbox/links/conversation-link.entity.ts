import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A conversation that its workspace has shown to another one, whose members may label it and see nothing else of it. */
@Entity('conversation_links')
export class ConversationLink {
  /** To which it is linked. */
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  conversationId: string;

  /** Whose conversation it is. */
  @Column('uuid')
  sourceWorkspaceId: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
