import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AgentsModule } from '../agents/agents.module';
import { OwnsTables } from '../common/database/table-owner';
import { CreditsModule } from '../credits/credits.module';
import { InboxModule } from '../inbox/inbox.module';
import { KnowledgeModule } from '../knowledge/knowledge.module';
import { ModelsModule } from '../models/models.module';
import { CopilotSuggestion } from './copilot-suggestion.entity';
import { CopilotSuggestionsRepository } from './copilot-suggestions.repository';
import { CopilotWritingService } from './copilot-writing.service';
import { CopilotController } from './copilot.controller';
import { CopilotService } from './copilot.service';

/** What helps members to answer, and never answers by itself. */
@OwnsTables('copilot_suggestions')
@Module({
  imports: [
    TypeOrmModule.forFeature([CopilotSuggestion]),
    AgentsModule,
    CreditsModule,
    InboxModule,
    KnowledgeModule,
    ModelsModule,
  ],
  controllers: [CopilotController],
  providers: [CopilotService, CopilotSuggestionsRepository, CopilotWritingService],
  exports: [CopilotService],
})
export class CopilotModule {}
