import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '../../common/operations/access';

/** An account's place in a workspace. */
@Entity('members')
export class Membership {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  accountId: string;

  @Column('uuid')
  id: string;

  @Column('text')
  role: Role;

  /** The agents that a member may see; null: every agent. Only for the role member. */
  @Column('uuid', { array: true, nullable: true })
  restrictedAgentIds: string[] | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}

/** A membership with what the account says of the person. */
export type NamedMembership = Membership & { name: string; email: string };
