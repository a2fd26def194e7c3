import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AllowedFiles } from '../file.types';

/** Which files an agent receives. */
@Entity('agent_file_settings')
export class AgentFileSettings {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  agentId: string;

  @Column('text')
  visitorFiles: AllowedFiles;

  @Column('text')
  chatFiles: AllowedFiles;
}
