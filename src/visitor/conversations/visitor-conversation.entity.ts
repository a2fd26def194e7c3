import { Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../../common/database/whole-number';
import type { Surface } from '../../common/request/principal';

/** A conversation as its visitor has it: where it began, what they said of themselves, and how far it was told and read. */
@Entity('visitor_conversations')
export class VisitorConversation {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  conversationId: string;

  @Column('uuid')
  agentId: string;

  /** Null: the session has gone, or it began elsewhere and belongs to a contact. */
  @Column('uuid', { nullable: true })
  sessionId: string | null;

  @Column('text')
  surface: Surface;

  /** The customer's server had signed who writes when it began. */
  @Column('boolean')
  verified: boolean;

  /** Origin of the page that showed the widget. */
  @Column('text', { nullable: true })
  site: string | null;

  @Column('text', { nullable: true })
  pageUrl: string | null;

  @Column('text', { nullable: true })
  locale: string | null;

  /** A claim: nobody has checked it, and it makes nobody a contact. */
  @Column('text', { nullable: true })
  email: string | null;

  /** The same. */
  @Column('text', { nullable: true })
  name: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  consentedAt: Date | null;

  /** The last place that was given to what the visitor is told of. */
  @Column('bigint', { transformer: wholeNumber, default: 0 })
  lastSeq: number;

  /** How far the visitor has read. */
  @Column('bigint', { transformer: wholeNumber, default: 0 })
  readSeq: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt: Date;
}
