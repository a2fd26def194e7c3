import { Module } from '@nestjs/common';
import { ConversationsModule } from '../../conversations/conversations.module';
import { InboxNotesModule } from '../notes/inbox-notes.module';
import { MessagesController } from './messages.controller';
import { MessagesRepository } from './messages.repository';
import { MessagesService } from './messages.service';
import { MessageResource } from './message-resource';

@Module({
  imports: [ConversationsModule, InboxNotesModule],
  controllers: [MessagesController],
  providers: [MessageResource, MessagesRepository, MessagesService],
  exports: [MessagesService],
})
export class MessagesModule {}
