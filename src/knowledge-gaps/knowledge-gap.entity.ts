import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A customer's question that the agent's sources could not answer. */
@Entity('knowledge_gaps')
export class KnowledgeGap {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  agentId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  conversationId: string;

  @Column('text')
  question: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
