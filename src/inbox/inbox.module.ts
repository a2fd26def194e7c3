import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OwnsTables } from '../common/database/table-owner';
import { Conversation } from './conversation.entity';
import { ConversationsRepository } from './conversations.repository';
import { ConversationsService } from './conversations.service';
import { Message } from './message.entity';

@OwnsTables('conversations', 'messages')
@Module({
  imports: [TypeOrmModule.forFeature([Conversation, Message])],
  providers: [ConversationsRepository, ConversationsService],
  exports: [ConversationsService],
})
export class InboxModule {}
