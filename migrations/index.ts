import { CreateRequestTables1795000000000 } from './1795000000000-create-request-tables';
import { CreateAccounts1795000001000 } from './1795000001000-create-accounts';
import { CreateWorkspaces1795000002000 } from './1795000002000-create-workspaces';
import { CreateMailOutbox1795000003000 } from './1795000003000-create-mail-outbox';
import { CreateAgents1795000010000 } from './1795000010000-create-agents';
import { CreateKnowledge1795000020000 } from './1795000020000-create-knowledge';
import { CreateConversations1795000030000 } from './1795000030000-create-conversations';
import { PurgeConversations1795000031000 } from './1795000031000-purge-conversations';
import { CreateContacts1795000040000 } from './1795000040000-create-contacts';
import { CreateContactIndex1795000041000 } from './1795000041000-create-contact-index';
import { AddConversationContact1795000042000 } from './1795000042000-add-conversation-contact';
import { CreateContactErasures1795000043000 } from './1795000043000-create-contact-erasures';
import { CreateContactImports1795000044000 } from './1795000044000-create-contact-imports';
import { CreateAccountPreferences1795000050000 } from './1795000050000-create-account-preferences';
import { IndexLexemeEndings1795000061000 } from './1795000061000-index-lexeme-endings';
import { CreateRegistrations1795000062000 } from './1795000062000-create-registrations';
import { CreateAccountAddresses1795000062001 } from './1795000062001-create-account-addresses';
import { WidenNumbers1795000063000 } from './1795000063000-widen-numbers';
import { BoundGrowth1795000063100 } from './1795000063100-bound-growth';
import { CreateInbox1795000070000 } from './1795000070000-create-inbox';
import { ListConversations1795000071000 } from './1795000071000-list-conversations';
import { StreamInboxEvents1795000071100 } from './1795000071100-stream-inbox-events';
import { CreateReplies1795000072000 } from './1795000072000-create-replies';
import { MarkMailHandedOver1795000073000 } from './1795000073000-mark-mail-handed-over';
import { CreateInboxNotes1795000074000 } from './1795000074000-create-inbox-notes';
import { CreateLabels1795000074100 } from './1795000074100-create-labels';
import { CreateCredits1795000074200 } from './1795000074200-create-credits';
import { CreateCopilotSuggestions1795000074300 } from './1795000074300-create-copilot-suggestions';
import { CreateInboundMail1795000075000 } from './1795000075000-create-inbound-mail';
import { IndexContinuations1795000075100 } from './1795000075100-index-continuations';
import { IndexMailOfNobody1795000075200 } from './1795000075200-index-mail-of-nobody';
import { CreateSlaPolicies1795000076000 } from './1795000076000-create-sla-policies';
import { TellOfLabels1795000076000 } from './1795000076000-tell-of-labels';
import { CreateSupportHistory1795000080000 } from './1795000080000-create-support-history';
import { CreateSlaClocks1795000082000 } from './1795000082000-create-sla-clocks';
import { ListSupportRequests1795000084000 } from './1795000084000-list-support-requests';
import { IndexMailLeases1795000085000 } from './1795000085000-index-mail-leases';
import { MarkWordsOfBlockedPeople1795000086000 } from './1795000086000-mark-words-of-blocked-people';
import { FetchSources1795000090000 } from './1795000090000-fetch-sources';
import { CreateKnowledgeTests1795000090000 } from './1795000090000-create-knowledge-tests';
import { KeepSourceFiles1795000102000 } from './1795000102000-keep-source-files';
import { CreateKnowledgeEmbeddings1795000110000 } from './1795000110000-create-knowledge-embeddings';
import { CreateVisitors1795000110000 } from './1795000110000-create-visitors';
import { KeepVoiceConsent1795000120000 } from './1795000120000-keep-voice-consent';
import { MailVisitors1795000130000 } from './1795000130000-mail-visitors';
import { StemWordsFaster1795000103000 } from './1795000103000-stem-words-faster';
import { KeepStructureOfPassages1795000092000 } from './1795000092000-keep-structure-of-passages';
import { CreateWorkspaceModelSettings1795000100200 } from './1795000100200-create-workspace-model-settings';
import { CreateTokenBudgets1795000100300 } from './1795000100300-create-token-budgets';
import { CreateCustomDomains1795000110000 } from './1795000110000-create-custom-domains';
import { CreateNotificationDevices1795000120000 } from './1795000120000-create-notification-devices';
import { CreateMemberNotifications1795000120000 } from './1795000120000-create-member-notifications';
import { MarkRefusedPassages1795000121000 } from './1795000121000-mark-refused-passages';
import { RememberReaders1795000131000 } from './1795000131000-remember-readers';
import { NotifyUndelivered1795000140000 } from './1795000140000-notify-undelivered';
import { TellOfQueues1795000141000 } from './1795000141000-tell-of-queues';
import { RememberWhatWasTold1795000142000 } from './1795000142000-remember-what-was-told';
import { FindNotificationsByMail1795000142100 } from './1795000142100-find-notifications-by-mail';
import { KeepKeysOfMailStops1795000150000 } from './1795000150000-keep-keys-of-mail-stops';
import { CreateRetentionSettings1795000151000 } from './1795000151000-create-retention-settings';
import { IndexWhatIsOld1795000152000 } from './1795000152000-index-what-is-old';
import { FindAgentsAndConversationsById1795000160000 } from './1795000160000-find-agents-and-conversations-by-id';
import { SearchMessages1795000164000 } from './1795000164000-search-messages';
import { FreeUnprovedDomains1795000165000 } from './1795000165000-free-unproved-domains';
import { CountUnverifiedMails1795000166000 } from './1795000166000-count-unverified-mails';
import { TakeTurns1795000161000 } from './1795000161000-take-turns';

/** All migrations, oldest first. */
export const migrations = [
  CreateRequestTables1795000000000,
  CreateAccounts1795000001000,
  CreateWorkspaces1795000002000,
  CreateMailOutbox1795000003000,
  CreateAgents1795000010000,
  CreateKnowledge1795000020000,
  CreateConversations1795000030000,
  PurgeConversations1795000031000,
  CreateContacts1795000040000,
  CreateContactIndex1795000041000,
  AddConversationContact1795000042000,
  CreateContactErasures1795000043000,
  CreateContactImports1795000044000,
  CreateAccountPreferences1795000050000,
  IndexLexemeEndings1795000061000,
  CreateRegistrations1795000062000,
  CreateAccountAddresses1795000062001,
  WidenNumbers1795000063000,
  BoundGrowth1795000063100,
  CreateInbox1795000070000,
  ListConversations1795000071000,
  StreamInboxEvents1795000071100,
  CreateReplies1795000072000,
  MarkMailHandedOver1795000073000,
  CreateInboxNotes1795000074000,
  CreateLabels1795000074100,
  CreateCredits1795000074200,
  CreateCopilotSuggestions1795000074300,
  CreateInboundMail1795000075000,
  IndexContinuations1795000075100,
  IndexMailOfNobody1795000075200,
  CreateSlaPolicies1795000076000,
  TellOfLabels1795000076000,
  CreateSupportHistory1795000080000,
  CreateSlaClocks1795000082000,
  ListSupportRequests1795000084000,
  IndexMailLeases1795000085000,
  MarkWordsOfBlockedPeople1795000086000,
  FetchSources1795000090000,
  CreateKnowledgeTests1795000090000,
  KeepStructureOfPassages1795000092000,
  CreateWorkspaceModelSettings1795000100200,
  CreateTokenBudgets1795000100300,
  KeepSourceFiles1795000102000,
  StemWordsFaster1795000103000,
  CreateCustomDomains1795000110000,
  CreateKnowledgeEmbeddings1795000110000,
  CreateVisitors1795000110000,
  CreateNotificationDevices1795000120000,
  KeepVoiceConsent1795000120000,
  CreateMemberNotifications1795000120000,
  MarkRefusedPassages1795000121000,
  MailVisitors1795000130000,
  RememberReaders1795000131000,
  NotifyUndelivered1795000140000,
  TellOfQueues1795000141000,
  RememberWhatWasTold1795000142000,
  FindNotificationsByMail1795000142100,
  KeepKeysOfMailStops1795000150000,
  CreateRetentionSettings1795000151000,
  IndexWhatIsOld1795000152000,
  FindAgentsAndConversationsById1795000160000,
  SearchMessages1795000164000,
  FreeUnprovedDomains1795000165000,
  CountUnverifiedMails1795000166000,
  TakeTurns1795000161000,
];
