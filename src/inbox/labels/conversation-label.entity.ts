import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A label of a workspace on a conversation of its own, or on one that is linked to it. No other workspace sees it. */
@Entity('conversation_labels')
export class ConversationLabel {
  /** The workspace of the label. */
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  conversationId: string;

  @PrimaryColumn('uuid')
  labelId: string;

  /** The workspace of the conversation. */
  @Column('uuid')
  conversationWorkspaceId: string;
}
