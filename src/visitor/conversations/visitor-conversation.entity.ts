import { Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../../common/database/whole-number';
import type { Surface } from '../../common/request/principal';

/** A conversation as its visitor has it: where it began, their claims about themselves, and how far it was shown and read. */
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

  /** The customer's server had signed who writes, when it began or later. */
  @Column('boolean')
  verified: boolean;

  /** Origin of the page that showed the widget. */
  @Column('text', { nullable: true })
  site: string | null;

  @Column('text', { nullable: true })
  pageUrl: string | null;

  @Column('text', { nullable: true })
  locale: string | null;

  /** A claim: it is unverified, and makes no contact. */
  @Column('text', { nullable: true })
  email: string | null;

  /** The same. */
  @Column('text', { nullable: true })
  name: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  consentedAt: Date | null;

  /** SHA-256 of the text that the visitor accepted before they spoke; null: they have not. */
  @Column('bytea', { nullable: true })
  voiceConsentHash: Buffer | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  voiceConsentedAt: Date | null;

  /** The place of the newest message or change that the visitor sees. */
  @Column('bigint', { transformer: wholeNumber, default: 0 })
  lastSeq: number;

  /** How far the visitor has read. */
  @Column('bigint', { transformer: wholeNumber, default: 0 })
  readSeq: number;

  /** Since when there is something of people that the visitor may not have seen; a trigger of `messages` writes it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  unseenSince: Date | null;

  /** How far they were sent by mail what they had not seen. */
  @Column('bigint', { transformer: wholeNumber, default: 0 })
  mailedSeq: number;

  @Column('integer', { default: 0 })
  mailCount: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt: Date;
}
