import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AGENTS_MIGRATIONS } from '../../migrations/agents';
import { Feature } from '../common/feature/feature.decorator';
import { exported } from '../common/feature/table-policy';
import { ModelSettingsModule } from '../model-settings/model-settings.module';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { AGENT_EVENTS } from './agent-event.types';
import { Agent } from './agent.entity';
import { AgentCountersService } from './agent-counters.service';
import { AgentsOperatorService } from './agents-operator.service';
import { AgentPath } from './agent-path';
import { AgentPurge } from './agent-purge';
import { AgentsController } from './agents.controller';
import { AgentsRepository } from './agents.repository';
import { AgentsService } from './agents.service';
import { AgentResource } from './agent-resource';

@Feature({
  name: 'agents',
  tables: {
    agent_counters: exported(),
    agents: exported(),
  },
  migrations: AGENTS_MIGRATIONS,
  events: AGENT_EVENTS,
})
@Module({
  imports: [TypeOrmModule.forFeature([Agent]), ModelSettingsModule, WorkspacesModule],
  controllers: [AgentsController],
  providers: [
    AgentResource,
    AgentsOperatorService,
    AgentsService,
    AgentsRepository,
    AgentCountersService,
    AgentPath,
    AgentPurge,
  ],
  exports: [AgentsService, AgentCountersService],
})
export class AgentsModule {}
