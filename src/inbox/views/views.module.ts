import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AgentsModule } from '../../agents/agents.module';
import { WorkspacesModule } from '../../workspaces/workspaces.module';
import { ConversationsModule } from '../../conversations/conversations.module';
import { LabelsModule } from '../labels/labels.module';
import { ViewPath } from './view-path';
import { View } from './view.entity';
import { ViewsRepository } from './views.repository';
import { ViewsService } from './views.service';

/** Its controller stands in InboxConversationsModule, which counts the conversations of views. */
@Module({
  imports: [AgentsModule, ConversationsModule, LabelsModule, TypeOrmModule.forFeature([View]), WorkspacesModule],
  providers: [ViewPath, ViewsRepository, ViewsService],
  exports: [ViewsService],
})
export class ViewsModule {}
