import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { InboxHappening } from '../../conversations/inbox-event.types';

/** What has happened in a conversation, or to a label, by ids: what a member may see of it is looked up when it is told. */
@Entity('inbox_events')
export class InboxEvent {
  @PrimaryColumn('uuid')
  workspaceId: string;

  /** PostgreSQL's, of 64 bits. Events are read in its order, once no earlier transaction is under way. */
  @PrimaryColumn('bigint', { default: () => 'pg_current_xact_id()::text::bigint' })
  transactionId: string;

  /** In the order of writing within a transaction. */
  @PrimaryColumn('bigint', { generated: 'identity', generatedIdentity: 'ALWAYS' })
  id: string;

  /** Null with the conversation. */
  @Column('uuid', { nullable: true })
  agentId: string | null;

  /** Null: it happened to the label. */
  @Column('uuid', { nullable: true })
  conversationId: string | null;

  @Column('uuid', { nullable: true })
  labelId: string | null;

  @Column('uuid', { nullable: true })
  messageId: string | null;

  @Column('text')
  type: InboxHappening['type'];

  /** Who types. */
  @Column('uuid', { nullable: true })
  memberId: string | null;

  /** Whether they still do; null for everything else. */
  @Column('boolean', { nullable: true })
  typing: boolean | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'clock_timestamp()' })
  createdAt: Date;
}
