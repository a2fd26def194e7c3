import { Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../common/database/whole-number';

/** The tokens that an agent spent with one model on a day, in UTC. */
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

  /** Requests that the server has answered, or begun to answer. */
  @Column('bigint', { transformer: wholeNumber })
  requests: number;

  @Column('bigint', { transformer: wholeNumber })
  inputTokens: number;

  @Column('bigint', { transformer: wholeNumber })
  outputTokens: number;
}
