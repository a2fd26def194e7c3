import { Module } from '@nestjs/common';
import { MessageSearchRepository } from './message-search.repository';
import { MessageSearchService } from './message-search.service';

/** Its controller stands in InboxConversationsModule, before the one whose path would take its own. */
@Module({
  providers: [MessageSearchRepository, MessageSearchService],
  exports: [MessageSearchService],
})
export class MessageSearchModule {}
