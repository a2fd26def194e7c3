import { Module } from '@nestjs/common';
import { AgentsModule } from '../../agents/agents.module';
import { FilesModule } from '../../files/files.module';
import { VisitorLimitsModule } from '../visitor-limits.module';
import { VisitorAgentPath } from './visitor-agent-path';
import { VisitorAgentsController } from './visitor-agents.controller';
import { VisitorAgentsService } from './visitor-agents.service';

@Module({
  imports: [AgentsModule, FilesModule, VisitorLimitsModule],
  controllers: [VisitorAgentsController],
  providers: [VisitorAgentsService, VisitorAgentPath],
  exports: [VisitorAgentsService],
})
export class VisitorAgentsModule {}
