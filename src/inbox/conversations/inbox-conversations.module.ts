import { Module } from '@nestjs/common';
import { ConversationsModule } from '../../conversations/conversations.module';
import { WorkspacesModule } from '../../workspaces/workspaces.module';
import { InboxEventsModule } from '../events/inbox-events.module';
import { InboxStreamsController } from '../events/inbox-streams.controller';
import { ConversationLinksModule } from '../links/conversation-links.module';
import { ConversationCountsService } from './conversation-counts.service';
import { MessageSearchController } from '../search/message-search.controller';
import { MessageSearchModule } from '../search/message-search.module';
import { ViewsController } from '../views/views.controller';
import { ViewsModule } from '../views/views.module';
import { ConversationListsService } from './conversation-lists.service';
import { ConversationPath } from './conversation-path';
import { ConversationsController } from './conversations.controller';
import { ConversationsService } from './conversations.service';
import { InboxConversationsRepository } from './inbox-conversations.repository';
import { ConversationResource } from './conversation-resource';

@Module({
  imports: [
    ConversationLinksModule,
    ConversationsModule,
    InboxEventsModule,
    MessageSearchModule,
    ViewsModule,
    WorkspacesModule,
  ],
  // `:conversationId` would take the paths of those before it.
  controllers: [InboxStreamsController, MessageSearchController, ConversationsController, ViewsController],
  providers: [
    ConversationResource,
    ConversationCountsService,
    ConversationListsService,
    ConversationPath,
    ConversationsService,
    InboxConversationsRepository,
  ],
  exports: [ConversationsService],
})
export class InboxConversationsModule {}
