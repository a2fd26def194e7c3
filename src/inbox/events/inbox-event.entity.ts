import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { InboxHappening } from './inbox-event.types';

/** What has happened in a conversation, by ids: what a member may see of it is looked up when it is told. */
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

  @Column('uuid')
  agentId: string;

  @Column('uuid')
  conversationId: string;

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
