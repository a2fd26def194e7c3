import { Module } from '@nestjs/common';
import { ConversationsModule } from '../../conversations/conversations.module';
import { WorkspacesModule } from '../../workspaces/workspaces.module';
import { ConversationLinksModule } from '../links/conversation-links.module';
import { ConversationPath } from './conversation-path';
import { ConversationsController } from './conversations.controller';
import { ConversationsService } from './conversations.service';
import { InboxConversationsRepository } from './inbox-conversations.repository';

@Module({
  imports: [ConversationLinksModule, ConversationsModule, WorkspacesModule],
  controllers: [ConversationsController],
  providers: [ConversationPath, ConversationsService, InboxConversationsRepository],
  exports: [ConversationsService],
})
export class InboxConversationsModule {}
