import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { Agent } from './agent.entity';
import { AgentCounters } from './agent-counters.service';
import { AgentPath } from './agent-path';
import { AgentPurge } from './agent-purge';
import { AgentsController } from './agents.controller';
import { AgentsRepository } from './agents.repository';
import { AgentsService } from './agents.service';

@Module({
  imports: [TypeOrmModule.forFeature([Agent]), WorkspacesModule],
  controllers: [AgentsController],
  providers: [AgentsService, AgentsRepository, AgentCounters, AgentPath, AgentPurge],
  exports: [AgentsService, AgentCounters],
})
export class AgentsModule {}
