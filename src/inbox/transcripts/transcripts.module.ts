import { Module } from '@nestjs/common';
import { InboxNotesModule } from '../notes/inbox-notes.module';
import { TranscriptsRepository } from './transcripts.repository';
import { TranscriptsService } from './transcripts.service';

@Module({
  imports: [InboxNotesModule],
  providers: [TranscriptsRepository, TranscriptsService],
  exports: [TranscriptsService],
})
export class TranscriptsModule {}
