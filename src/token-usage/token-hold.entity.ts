import { Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../common/database/whole-number';

/** Tokens of a request in progress. They are free again when the lease ends, as after the death of a process. */
@Entity('agent_token_holds')
export class TokenHold {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  agentId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('bigint', { transformer: wholeNumber })
  tokens: number;

  @Column({ type: 'timestamptz', precision: 3 })
  leaseEndsAt: Date;
}
