import { Module } from '@nestjs/common';
import { AgentsModule } from '../../agents/agents.module';
import { ConversationsModule } from '../../conversations/conversations.module';
import { PreferencesModule } from '../../preferences/preferences.module';
import { WorkspacesModule } from '../../workspaces/workspaces.module';
import { InboxConversationsModule } from '../conversations/inbox-conversations.module';
import { RepliesModule } from '../replies/replies.module';
import { OutboundCountsRepository } from './outbound-counts.repository';
import { OutboundController } from './outbound.controller';
import { OutboundService } from './outbound.service';
import { SideConversations } from './side-conversations.service';

@Module({
  imports: [
    AgentsModule,
    ConversationsModule,
    InboxConversationsModule,
    PreferencesModule,
    RepliesModule,
    WorkspacesModule,
  ],
  controllers: [OutboundController],
  providers: [OutboundCountsRepository, OutboundService, SideConversations],
})
export class OutboundModule {}
