import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConversationsModule } from '../../conversations/conversations.module';
import { FilesModule } from '../../files/files.module';
import { SavedRepliesModule } from '../saved-replies/saved-replies.module';
import { InboxNote } from './inbox-note.entity';
import { InboxNotesController } from './inbox-notes.controller';
import { InboxNotesRepository } from './inbox-notes.repository';
import { InboxNotesService } from './inbox-notes.service';

@Module({
  imports: [ConversationsModule, FilesModule, SavedRepliesModule, TypeOrmModule.forFeature([InboxNote])],
  controllers: [InboxNotesController],
  providers: [InboxNotesRepository, InboxNotesService],
  exports: [InboxNotesService],
})
export class InboxNotesModule {}
