import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { COPILOT_MIGRATIONS } from '../../migrations/copilot';
import { AgentsModule } from '../agents/agents.module';
import { Feature } from '../common/feature/feature.decorator';
import { leftOut } from '../common/feature/table-policy';
import { CreditsModule } from '../credits/credits.module';
import { ConversationsModule } from '../conversations/conversations.module';
import { TranscriptsModule } from '../inbox/transcripts/transcripts.module';
import { RetrievalModule } from '../retrieval/retrieval.module';
import { ModelsModule } from '../models/models.module';
import { CopilotSuggestion } from './copilot-suggestion.entity';
import { CopilotSuggestionsRepository } from './copilot-suggestions.repository';
import { CopilotWritingService } from './copilot-writing.service';
import { CopilotController } from './copilot.controller';
import { IS_FORGOTTEN_SUGGESTION } from './copilot-suggestions.sql';
import { CopilotService } from './copilot.service';

/** What helps members to answer, and never answers by itself. */
@Feature({
  name: 'copilot',
  tables: {
    copilot_suggestions: leftOut('they are kept for retries of requests only', {
      erasedWith: { conversation: 'conversation_id' },
      countedAs: 'suggestions',
      expires: [{ key: 'workspace_id, id', condition: IS_FORGOTTEN_SUGGESTION }],
    }),
  },
  migrations: COPILOT_MIGRATIONS,
})
@Module({
  imports: [
    TypeOrmModule.forFeature([CopilotSuggestion]),
    AgentsModule,
    CreditsModule,
    ConversationsModule,
    TranscriptsModule,
    RetrievalModule,
    ModelsModule,
  ],
  controllers: [CopilotController],
  providers: [CopilotService, CopilotSuggestionsRepository, CopilotWritingService],
  exports: [CopilotService],
})
export class CopilotModule {}
