import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConversationQueriesRepository } from './conversation-queries.repository';
import { ConversationQueries } from './conversation-queries.service';
import { ConversationWriter } from './conversation-writer.service';
import { Conversation } from './conversation.entity';
import { ConversationsEraser } from './conversations-eraser';
import { ConversationsRepository } from './conversations.repository';
import { Message } from './message.entity';

/** The record of conversations, without an operation of its own. Its tables belong to the feature inbox. */
@Module({
  imports: [TypeOrmModule.forFeature([Conversation, Message])],
  providers: [
    ConversationQueries,
    ConversationQueriesRepository,
    ConversationsEraser,
    ConversationsRepository,
    ConversationWriter,
  ],
  exports: [ConversationQueries, ConversationWriter],
})
export class ConversationsModule {}
