import { Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../../common/database/whole-number';

export interface VisitorCitation {
  index: number;
  title: string;
  url: string | null;
  quote: string;
}

export interface VisitorSuggestion {
  title: string;
  url: string | null;
}

/** The place of a message among those that its visitor sees. A trigger of `messages` writes it, in the order of commits. */
@Entity('visitor_messages')
export class VisitorMessage {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  conversationId: string;

  @PrimaryColumn('uuid')
  messageId: string;

  @Column('bigint', { transformer: wholeNumber })
  seq: number;

  /** Of its last change; the same as `seq` where there was none. */
  @Column('bigint', { transformer: wholeNumber })
  changedSeq: number;

  @Column('boolean')
  fromVisitor: boolean;

  @Column('jsonb', { default: [] })
  citations: VisitorCitation[];

  /** Of a message without an answer: what comes close to the question. null for every other message. */
  @Column('jsonb', { nullable: true })
  suggestions: VisitorSuggestion[] | null;
}
