import { Module } from '@nestjs/common';
import { ConversationsModule } from '../../conversations/conversations.module';
import { InboxFeed } from './inbox-feed';
import { InboxFeedService } from './inbox-feed.service';
import { InboxStreamsService } from './inbox-streams.service';
import { SettledEventsRepository } from './settled-events.repository';
import { TypingService } from './typing.service';

/** Live events. InboxConversationsModule has their controller, because the order of the two controllers matters. */
@Module({
  imports: [ConversationsModule],
  providers: [InboxFeed, InboxFeedService, InboxStreamsService, SettledEventsRepository, TypingService],
  exports: [InboxFeedService, InboxStreamsService, TypingService],
})
export class InboxEventsModule {}
