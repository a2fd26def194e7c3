import { Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../common/database/whole-number';

/** The limits of an agent's tokens at model servers. */
@Entity('agent_token_budgets')
export class TokenBudget {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  agentId: string;

  /** Null means no limit. */
  @Column('bigint', { nullable: true, transformer: wholeNumber })
  tokensPerDay: number | null;

  @Column('bigint', { nullable: true, transformer: wholeNumber })
  tokensPerMonth: number | null;
}
