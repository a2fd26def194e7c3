import { Module } from '@nestjs/common';
import { ConversationsModule } from '../../conversations/conversations.module';
import { InboxFeed } from './inbox-feed';
import { InboxFeedService } from './inbox-feed.service';
import { InboxStreamsController } from './inbox-streams.controller';
import { InboxStreamsService } from './inbox-streams.service';
import { SettledEventsRepository } from './settled-events.repository';
import { TypingService } from './typing.service';

@Module({
  imports: [ConversationsModule],
  controllers: [InboxStreamsController],
  providers: [InboxFeed, InboxFeedService, InboxStreamsService, SettledEventsRepository, TypingService],
  exports: [InboxFeedService],
})
export class InboxEventsModule {}
