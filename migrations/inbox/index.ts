import { CreateConversations1795000030000 } from './1795000030000-create-conversations';
import { PurgeConversations1795000031000 } from './1795000031000-purge-conversations';
import { AddConversationContact1795000042000 } from './1795000042000-add-conversation-contact';
import { CreateInbox1795000070000 } from './1795000070000-create-inbox';
import { ListConversations1795000071000 } from './1795000071000-list-conversations';
import { StreamInboxEvents1795000071100 } from './1795000071100-stream-inbox-events';
import { CreateReplies1795000072000 } from './1795000072000-create-replies';
import { CreateInboxNotes1795000074000 } from './1795000074000-create-inbox-notes';
import { CreateLabels1795000074100 } from './1795000074100-create-labels';
import { IndexContinuations1795000075100 } from './1795000075100-index-continuations';
import { TellOfLabels1795000076000 } from './1795000076000-tell-of-labels';
import { MarkWordsOfBlockedPeople1795000086000 } from './1795000086000-mark-words-of-blocked-people';
import { TellOfQueues1795000141000 } from './1795000141000-tell-of-queues';
import { SearchMessages1795000164000 } from './1795000164000-search-messages';
import { IndexUndeliveredReplies1795000175000 } from './1795000175000-index-undelivered-replies';
import { AddUnansweredSince1795000310000 } from './1795000310000-add-unanswered-since';
import { IndexUnansweredConversations1795000310100 } from './1795000310100-index-unanswered-conversations';
import { FillUnansweredSince1795000310150 } from './1795000310150-fill-unanswered-since';
import { KeepAnswers1795000310200 } from './1795000310200-keep-answers';
import { CloseWhenSent1795000310300 } from './1795000310300-close-when-sent';
import { CreateSavedReplies1795000340000 } from './1795000340000-create-saved-replies';
import { SearchNewestFirst1795000341000 } from './1795000341000-search-newest-first';
import { CreateConversationViews1795000342000 } from './1795000342000-create-conversation-views';
import { AwaitFiles1795000391000 } from './1795000391000-await-files';
import { IndexAwaitedFiles1795000401000 } from './1795000401000-index-awaited-files';
import { CreateDeliveries1795000420000 } from './1795000420000-create-deliveries';
import { BeginConversations1795000430000 } from './1795000430000-begin-conversations';
import { IndexSideConversations1795000440000 } from './1795000440000-index-side-conversations';
import { NumberItemsInOrder1795000550000 } from './1795000550000-number-items-in-order';

export const INBOX_MIGRATIONS = [
  CreateConversations1795000030000,
  PurgeConversations1795000031000,
  AddConversationContact1795000042000,
  CreateInbox1795000070000,
  ListConversations1795000071000,
  StreamInboxEvents1795000071100,
  CreateReplies1795000072000,
  CreateInboxNotes1795000074000,
  CreateLabels1795000074100,
  IndexContinuations1795000075100,
  TellOfLabels1795000076000,
  MarkWordsOfBlockedPeople1795000086000,
  TellOfQueues1795000141000,
  SearchMessages1795000164000,
  IndexUndeliveredReplies1795000175000,
  AddUnansweredSince1795000310000,
  IndexUnansweredConversations1795000310100,
  FillUnansweredSince1795000310150,
  KeepAnswers1795000310200,
  CloseWhenSent1795000310300,
  CreateSavedReplies1795000340000,
  SearchNewestFirst1795000341000,
  CreateConversationViews1795000342000,
  AwaitFiles1795000391000,
  IndexAwaitedFiles1795000401000,
  CreateDeliveries1795000420000,
  BeginConversations1795000430000,
  IndexSideConversations1795000440000,
  NumberItemsInOrder1795000550000,
];
