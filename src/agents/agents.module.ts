import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OwnsTables } from '../common/database/table-owner';
import { ModelSettingsModule } from '../model-settings/model-settings.module';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { Agent } from './agent.entity';
import { AgentCountersService } from './agent-counters.service';
import { AgentsOperatorService } from './agents-operator.service';
import { AgentPath } from './agent-path';
import { AgentPurge } from './agent-purge';
import { AgentsController } from './agents.controller';
import { AgentsRepository } from './agents.repository';
import { AgentsService } from './agents.service';

@OwnsTables('agents', 'agent_counters')
@Module({
  imports: [TypeOrmModule.forFeature([Agent]), ModelSettingsModule, WorkspacesModule],
  controllers: [AgentsController],
  providers: [AgentsOperatorService, AgentsService, AgentsRepository, AgentCountersService, AgentPath, AgentPurge],
  exports: [AgentsService, AgentCountersService],
})
export class AgentsModule {}
