import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { StaffForwarding } from './mail-address.types';

/** The settings of an agent's address for incoming email. */
@Entity('agent_mail_settings')
export class AgentMailSettings {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  agentId: string;

  @Column('text')
  staffForwarding: StaffForwarding;
}
