import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The content that a source was made of, apart from it because lists never need it. */
@Entity('knowledge_contents')
export class StoredContent {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  agentId: string;

  @PrimaryColumn('uuid')
  sourceId: string;

  @Column('bytea')
  content: Buffer;

  /** The text that the offsets of the serving index point into; null until there is one. */
  @Column('text', { nullable: true })
  text: string | null;
}
