import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConversationsModule } from '../../conversations/conversations.module';
import { WorkspacesModule } from '../../workspaces/workspaces.module';
import { LabelsModule } from '../labels/labels.module';
import { ConversationLink } from './conversation-link.entity';
import { ConversationLinksController } from './conversation-links.controller';
import { ConversationLinksRepository } from './conversation-links.repository';
import { ConversationLinksService } from './conversation-links.service';
import { LinkPath } from './link-path';
import { LinkedConversationsController } from './linked-conversations.controller';

@Module({
  imports: [ConversationsModule, LabelsModule, TypeOrmModule.forFeature([ConversationLink]), WorkspacesModule],
  controllers: [ConversationLinksController, LinkedConversationsController],
  providers: [ConversationLinksRepository, ConversationLinksService, LinkPath],
  exports: [ConversationLinksRepository],
})
export class ConversationLinksModule {}
