import { Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../common/database/whole-number';

/** What one model has cost an agent on a day, in UTC. */
@Entity('agent_token_days')
export class TokenDay {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  agentId: string;

  @PrimaryColumn('date')
  day: string;

  @PrimaryColumn('text')
  model: string;

  /** How often its server was asked, and took the request. */
  @Column('bigint', { transformer: wholeNumber })
  requests: number;

  @Column('bigint', { transformer: wholeNumber })
  inputTokens: number;

  @Column('bigint', { transformer: wholeNumber })
  outputTokens: number;
}
