import { Module } from '@nestjs/common';
import { AgentsModule } from '../../agents/agents.module';
import { ConversationsModule } from '../../conversations/conversations.module';
import { AssignmentsService } from './assignments.service';

@Module({
  imports: [AgentsModule, ConversationsModule],
  providers: [AssignmentsService],
  exports: [AssignmentsService],
})
export class AssignmentsModule {}
