import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '../../common/operations/access';

/** The membership of an account in a workspace. */
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

  /** The only agents that the member can see. Null means every agent. Only for the role member. */
  @Column('uuid', { array: true, nullable: true })
  restrictedAgentIds: string[] | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}

/** A membership with the name and the email of the account. */
export type NamedMembership = Membership & { name: string; email: string };
