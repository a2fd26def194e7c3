import { Module } from '@nestjs/common';
import { INBOX_MIGRATIONS } from '../../migrations/inbox';
import { Feature } from '../common/feature/feature.decorator';
import { CONVERSATION_EVENTS } from '../conversations/conversation-event.types';
import { AssignmentsModule } from './assignments/assignments.module';
import { AttachmentsModule } from './attachments/attachments.module';
import { InboxConversationsModule } from './conversations/inbox-conversations.module';
import { InboxEventsModule } from './events/inbox-events.module';
import { INBOX_TABLES } from './inbox.tables';
import { LABEL_EVENTS } from './labels/label-event.types';
import { LabelsModule } from './labels/labels.module';
import { ConversationLinksModule } from './links/conversation-links.module';
import { MessagesModule } from './messages/messages.module';
import { InboxNotesModule } from './notes/inbox-notes.module';
import { OUTBOUND_LIMITS } from './outbound/outbound.limits';
import { OutboundModule } from './outbound/outbound.module';
import { RepliesModule } from './replies/replies.module';
import { SavedRepliesModule } from './saved-replies/saved-replies.module';
import { MESSAGE_SEARCH_LIMITS } from './search/message-search.limits';
import { TranscriptsModule } from './transcripts/transcripts.module';

/** The feature inbox: the record of src/conversations, and the parts in which members work on it. */
@Feature({
  name: 'inbox',
  tables: INBOX_TABLES,
  migrations: INBOX_MIGRATIONS,
  limits: { ...MESSAGE_SEARCH_LIMITS, ...OUTBOUND_LIMITS },
  events: { ...CONVERSATION_EVENTS, ...LABEL_EVENTS },
})
@Module({
  imports: [
    AssignmentsModule,
    AttachmentsModule,
    ConversationLinksModule,
    InboxConversationsModule,
    InboxEventsModule,
    InboxNotesModule,
    LabelsModule,
    MessagesModule,
    OutboundModule,
    RepliesModule,
    SavedRepliesModule,
    TranscriptsModule,
  ],
})
export class InboxModule {}
