import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AgentsModule } from '../../agents/agents.module';
import { ConversationsModule } from '../../conversations/conversations.module';
import { FilesModule } from '../../files/files.module';
import { WorkspacesModule } from '../../workspaces/workspaces.module';
import { SavedRepliesController } from './saved-replies.controller';
import { SavedRepliesRepository } from './saved-replies.repository';
import { SavedRepliesService } from './saved-replies.service';
import { SavedReplyFiles } from './saved-reply-files.service';
import { SavedReplyPath } from './saved-reply-path';
import { SavedReplyValues } from './saved-reply-values.service';
import { SavedReply } from './saved-reply.entity';

@Module({
  imports: [AgentsModule, ConversationsModule, FilesModule, TypeOrmModule.forFeature([SavedReply]), WorkspacesModule],
  controllers: [SavedRepliesController],
  providers: [SavedRepliesRepository, SavedRepliesService, SavedReplyFiles, SavedReplyPath, SavedReplyValues],
  exports: [SavedRepliesService, SavedReplyFiles],
})
export class SavedRepliesModule {}
