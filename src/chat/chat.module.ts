import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OwnsTables } from '../common/database/table-owner';
import { AgentsModule } from '../agents/agents.module';
import { ContactsModule } from '../contacts/contacts.module';
import { InboxModule } from '../inbox/inbox.module';
import { KnowledgeGapsModule } from '../knowledge/gaps/knowledge-gaps.module';
import { KnowledgeModule } from '../knowledge/knowledge.module';
import { ModelsModule } from '../models/models.module';
import { SupportModule } from '../support/support.module';
import { AnsweringService } from './answering.service';
import { ChatController } from './chat.controller';
import { ChatTurn } from './chat-turn.entity';
import { ChatTurnsRepository } from './chat-turns.repository';
import { ChatTurnsService } from './chat-turns.service';
import { TurnLimits } from './turn-limits';
import { TurnRecorder } from './turn-recorder';

@OwnsTables('chat_turns')
@Module({
  imports: [
    TypeOrmModule.forFeature([ChatTurn]),
    AgentsModule,
    ContactsModule,
    InboxModule,
    KnowledgeModule,
    KnowledgeGapsModule,
    ModelsModule,
    SupportModule,
  ],
  controllers: [ChatController],
  providers: [ChatTurnsService, AnsweringService, TurnLimits, TurnRecorder, ChatTurnsRepository],
  exports: [ChatTurnsService],
})
export class ChatModule {}
