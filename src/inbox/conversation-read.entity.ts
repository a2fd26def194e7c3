import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far a member has read a conversation. No row: not at all. */
@Entity('inbox_reads')
export class ConversationRead {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  conversationId: string;

  @PrimaryColumn('uuid')
  memberId: string;

  /** The time of the newest message that they have read. */
  @Column({ type: 'timestamptz', precision: 3 })
  readUpTo: Date;

  /** When they last looked. */
  @Column({ type: 'timestamptz', precision: 3 })
  readAt: Date;
}
