import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What answers to an incoming mail are recognised and written by; the mail itself is a message of the inbox. */
@Entity('message_mails')
export class MessageMail {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  conversationId: string;

  @PrimaryColumn('uuid')
  messageId: string;

  @Column('uuid')
  agentId: string;

  /** Its Message-ID with angle brackets; null where it has none that can be referred to. */
  @Column('text', { nullable: true })
  mailId: string | null;

  /** Message-IDs of what it answers, oldest first. */
  @Column('text', { array: true })
  referenceIds: string[];

  @Column('text', { nullable: true })
  subject: string | null;

  /** One bare address: its Reply-To, or else its From. */
  @Column('text', { nullable: true })
  replyTo: string | null;

  @Column('boolean')
  automatic: boolean;

  /** Whether replies go to its sender: a person who belongs to the conversation. */
  @Column('boolean')
  answerable: boolean;
}
