import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A label of a workspace on a conversation, its own or one that is linked to it: nobody sees another workspace's. */
@Entity('conversation_labels')
export class ConversationLabel {
  /** Whose label it is. */
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  conversationId: string;

  @PrimaryColumn('uuid')
  labelId: string;

  /** Whose conversation it is. */
  @Column('uuid')
  conversationWorkspaceId: string;
}
