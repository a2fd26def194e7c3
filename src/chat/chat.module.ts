import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AgentsModule } from '../agents/agents.module';
import { Feature } from '../common/feature/feature.decorator';
import { exported, LEASE_ENDED } from '../common/feature/table-policy';
import { ContactsModule } from '../contacts/contacts.module';
import { ConversationsModule } from '../conversations/conversations.module';
import { FilesModule } from '../files/files.module';
import { KnowledgeGapsModule } from '../knowledge-gaps/knowledge-gaps.module';
import { RetrievalModule } from '../retrieval/retrieval.module';
import { ModelsModule } from '../models/models.module';
import { SupportModule } from '../support/support.module';
import { AnsweringService } from './answering.service';
import { ChatFilesController } from './chat-files.controller';
import { ChatFilesService } from './chat-files.service';
import { ChatStreamsService } from './chat-streams.service';
import { CHAT_EVENTS } from './chat-turn-event.types';
import { ChatTurnResource } from './chat-turn-resource';
import { ChatTurn } from './chat-turn.entity';
import { ChatTurnsController } from './chat-turns.controller';
import { ChatTurnsRepository } from './chat-turns.repository';
import { ChatTurnsService } from './chat-turns.service';
import { TRIAL_LIMITS } from './trials/trial-limits';
import { TrialsController } from './trials/trials.controller';
import { TrialsService } from './trials/trials.service';
import { TurnLimits } from './turn-limits';
import { TurnWriter } from './turn-writer';

/** A retry may come for 24 hours. */
const NOT_RETRIED = `request_id IS NOT NULL AND created_at < now() - interval '25 hours'`;

@Feature({
  name: 'chat',
  tables: {
    chat_turns: exported({
      anew: LEASE_ENDED,
      erasedWith: { conversation: 'conversation_id' },
      countedAs: 'chatTurns',
      expires: [
        // A turn stays, as part of its conversation's history; what a retry would need goes.
        {
          key: 'workspace_id, id',
          condition: `${NOT_RETRIED} AND state = 'completed'`,
          forget: 'request_id = NULL, fingerprint = NULL, response = NULL',
        },
        // Claims of processes that died, which no client has retried.
        { key: 'workspace_id, id', condition: `${NOT_RETRIED} AND state = 'running' AND lease_ends_at < now()` },
      ],
      keptFor: {
        setting: 'turnDays',
        countedAs: 'chatTurns',
        since: 'created_at',
        key: 'id',
        condition: `state = 'completed'`,
      },
    }),
  },
  events: CHAT_EVENTS,
  limits: TRIAL_LIMITS,
})
@Module({
  imports: [
    TypeOrmModule.forFeature([ChatTurn]),
    AgentsModule,
    ContactsModule,
    ConversationsModule,
    FilesModule,
    RetrievalModule,
    KnowledgeGapsModule,
    ModelsModule,
    SupportModule,
  ],
  controllers: [ChatFilesController, ChatTurnsController, TrialsController],
  providers: [
    ChatFilesService,
    ChatTurnsService,
    ChatStreamsService,
    AnsweringService,
    TrialsService,
    TurnLimits,
    TurnWriter,
    ChatTurnsRepository,
    ChatTurnResource,
  ],
  exports: [ChatTurnsService, ChatStreamsService, AnsweringService],
})
export class ChatModule {}
