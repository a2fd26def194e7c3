import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The headers of an incoming email that replies to it need. The email itself is a message of the inbox. */
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

  /** Its Message-ID with angle brackets. Null if it has none, or one that replies cannot refer to. */
  @Column('text', { nullable: true })
  mailId: string | null;

  /** Message-IDs of the emails that it answers, oldest first. */
  @Column('text', { array: true })
  referenceIds: string[];

  @Column('text', { nullable: true })
  subject: string | null;

  /** One bare address: its Reply-To, otherwise its From. */
  @Column('text', { nullable: true })
  replyTo: string | null;

  /** The addresses in its To and Cc, in lower case. Empty for emails from before this was stored. */
  @Column('text', { array: true, default: () => `'{}'` })
  receivers: string[];

  @Column('boolean')
  automatic: boolean;

  /** Whether replies go to its sender, who is a person of the conversation. */
  @Column('boolean')
  answerable: boolean;
}
